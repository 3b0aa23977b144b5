/** Actions on the hosted page; the odd ones are faults of real providers. */
export const ACTIONS = {
  pay: 'Pay',
  fail: 'Let it fail',
  cancel: 'Cancel',
  later: 'Pay, confirmed in 20 s',
  twice: 'Pay, webhook five times',
  reorder: 'Pay, webhooks in the wrong order',
  silent: 'Pay, webhook lost',
  short: 'Pay one cent less',
  refundWaits: 'Let refunds wait',
  refundDone: 'Pay waiting refunds out',
  refundFails: 'Let refunds fail',
} as const;

export type Action = keyof typeof ACTIONS;
