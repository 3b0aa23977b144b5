import { randomUUID } from 'node:crypto';

/** Rows of the access table for credits and payments; `rows.ts` says what a row is. */
export const PAYMENT_ROWS = {
  directDebit: {
    access: 'member',
    input: () => ({ key: randomUUID(), package: 'p1' }),
    outcome: 'VALIDATION_FAILED',
  },
  getDirectDebit: { access: 'member' },
  revokeMandate: {
    access: 'member',
    input: () => ({ mandate: `HL${'F'.repeat(24)}` }),
    outcome: 'NOT_FOUND',
  },
  getOpeners: { access: 'member' },
  getRefund: { access: 'member' },
  getSpending: { access: 'member' },
  setOpeners: { access: 'member', input: () => ({ takes_openers: true }) },
  setSpending: {
    access: 'member',
    input: () => ({ limits: { day: null, week: null, month: null }, pausedUntil: null }),
  },
  startRefund: {
    access: 'member',
    input: () => ({ payment: 'f'.repeat(24), turn: 1, credits: 1, cents: 1 }),
    outcome: 'NOT_FOUND',
  },
  getWithdrawal: {
    access: 'public',
    input: () => ({ number: 'HL-2026-999999', email: 'nobody@mail.example' }),
    outcome: 'NOT_FOUND',
  },
  withdraw: {
    access: 'public',
    input: () => ({ number: 'HL-2026-999999', email: 'nobody@mail.example' }),
  },
  getDiscountCode: { access: 'member' },
  winBack: { access: 'member' },
  cancelPayment: { access: 'member', input: () => ({ payment: 'f'.repeat(24) }), outcome: 'NOT_FOUND' },
  getPackages: { access: 'member' },
  getPayment: { access: 'member', input: () => ({ id: 'f'.repeat(24) }), outcome: 'NOT_FOUND' },
  getPrices: { access: 'public' },
  getStatement: { access: 'member' },
  listPayments: { access: 'member' },
  paymentWebhook: {
    access: 'provider',
    input: () => ({ id: randomUUID(), payment: 'x' }),
    outcome: 'WEBHOOK_REFUSED',
  },
  startPayment: {
    access: 'member',
    input: () => ({ key: randomUUID(), package: 'p1', method: 'creditcard' }),
    outcome: 'PAYMENT_UNAVAILABLE',
  },
} as const;
