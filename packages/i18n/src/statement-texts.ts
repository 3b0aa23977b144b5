import type { MessageDescriptor } from '@lingui/core';

/** Words of the credits statement as a table: its headings, and what stands in its cells. */
export const STATEMENT_TEXTS = {
  number: /*i18n*/ { id: 'statement.number', message: 'No.' },
  when: /*i18n*/ { id: 'statement.when', message: 'When' },
  what: /*i18n*/ { id: 'statement.what', message: 'What' },
  person: /*i18n*/ { id: 'statement.person', message: 'For whom' },
  credits: /*i18n*/ { id: 'statement.credits', message: 'Credits' },
  balance: /*i18n*/ { id: 'statement.balance', message: 'Balance' },
  amount: /*i18n*/ { id: 'statement.amount', message: 'Amount' },
  currency: /*i18n*/ { id: 'statement.currency', message: 'Currency' },
  state: /*i18n*/ { id: 'statement.state', message: 'State' },
  reason: /*i18n*/ { id: 'statement.reason', message: 'Reason' },
  grant: /*i18n*/ { id: 'statement.grant', message: 'Free credits' },
  purchase: /*i18n*/ { id: 'statement.purchase', message: 'Credits bought' },
  message: /*i18n*/ { id: 'statement.message', message: 'Message' },
  notDelivered: /*i18n*/ { id: 'statement.notDelivered', message: 'Message not delivered' },
  returned: /*i18n*/ { id: 'statement.returned', message: 'Given back' },
  refund: /*i18n*/ { id: 'statement.refund', message: 'Refund' },
  chargeback: /*i18n*/ { id: 'statement.chargeback', message: 'Taken back by the bank' },
  adjust: /*i18n*/ { id: 'statement.adjust', message: 'Corrected by customer service' },
  limit: /*i18n*/ { id: 'statement.limit', message: 'Own spending limit changed' },
  done: /*i18n*/ { id: 'statement.done', message: 'Done' },
  held: /*i18n*/ { id: 'statement.held', message: 'Reserved' },
  spent: /*i18n*/ { id: 'statement.spent', message: 'Spent' },
  givenBack: /*i18n*/ { id: 'statement.givenBack', message: 'Came back' },
  reasonBlocked: /*i18n*/ { id: 'statement.reason.blocked', message: 'Blocked before it arrived' },
  reasonUnsent: /*i18n*/ { id: 'statement.reason.unsent', message: 'Taken back before it was read' },
  reasonDeleted: /*i18n*/ {
    id: 'statement.reason.deleted',
    message: 'The account was deleted before it arrived',
  },
  reasonSuspended: /*i18n*/ {
    id: 'statement.reason.suspended',
    message: 'The account was closed before it arrived',
  },
  reasonFake: /*i18n*/ { id: 'statement.reason.fake', message: 'The profile was removed as fake' },
  reasonRefundFailed: /*i18n*/ {
    id: 'statement.reason.refundFailed',
    message: 'The refund did not go through',
  },
} as const satisfies Record<string, MessageDescriptor>;
