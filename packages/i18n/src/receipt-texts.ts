import type { MessageDescriptor } from '@lingui/core';

/** Words of receipts and credit notes, on paper and in the mail that confirms an order. */
export const RECEIPT_TEXTS = {
  receipt: /*i18n*/ { id: 'receipt.receipt', message: 'Receipt {number}' },
  creditNote: /*i18n*/ { id: 'receipt.creditNote', message: 'Credit note {number}' },
  number: /*i18n*/ { id: 'receipt.number', message: 'Receipt number' },
  noteNumber: /*i18n*/ { id: 'receipt.noteNumber', message: 'Credit note number' },
  of: /*i18n*/ { id: 'receipt.of', message: 'For receipt' },
  date: /*i18n*/ { id: 'receipt.date', message: 'Date' },
  pack: /*i18n*/ { id: 'receipt.pack', message: 'Pack' },
  refunded: /*i18n*/ { id: 'receipt.refunded', message: 'Refunded' },
  total: /*i18n*/ { id: 'receipt.total', message: 'Total incl. VAT' },
  plainTotal: /*i18n*/ { id: 'receipt.plainTotal', message: 'Total' },
  net: /*i18n*/ { id: 'receipt.net', message: 'Net' },
  vat: /*i18n*/ { id: 'receipt.vat', message: 'VAT {percent} ({country})' },
  code: /*i18n*/ { id: 'receipt.code', message: 'Discount code' },
  method: /*i18n*/ { id: 'receipt.method', message: 'Paid with' },
  seller: /*i18n*/ { id: 'receipt.seller', message: 'Seller' },
  member: /*i18n*/ { id: 'receipt.member', message: 'Customer number' },
  payment: /*i18n*/ { id: 'receipt.payment', message: 'Payment' },
  terms: /*i18n*/ { id: 'receipt.terms', message: 'Terms' },
  print: /*i18n*/ {
    id: 'receipt.print',
    message: 'To keep this page, print it or save it as a PDF from your browser’s menu.',
  },
  aboutTitle: /*i18n*/ { id: 'receipt.about.title', message: 'What you bought' },
  about: /*i18n*/ {
    id: 'receipt.about',
    message:
      'Credits pay for messages, photos and gifts at {site}. A text message costs {price, plural, one {# credit} other {# credits}}. Credits aren’t money, and they don’t expire while your account exists. You paid once: this isn’t a subscription.',
  },
  withdrawTitle: /*i18n*/ { id: 'receipt.withdraw.title', message: 'Your right of withdrawal' },
  withdraw: /*i18n*/ {
    id: 'receipt.withdraw',
    message:
      'You can withdraw from this contract within {days, plural, one {# day} other {# days}}, without giving a reason.',
  },
  withdrawLink: /*i18n*/ { id: 'receipt.withdraw.link', message: 'Withdraw from contract here' },
} as const satisfies Record<string, MessageDescriptor>;

/** Ways to pay whose name differs between languages. */
export const METHOD_TEXTS = {
  creditcard: /*i18n*/ { id: 'receipt.method.creditcard', message: 'Credit or debit card' },
  sct: /*i18n*/ { id: 'receipt.method.sct', message: 'Bank transfer' },
  sdd: /*i18n*/ { id: 'receipt.method.sdd', message: 'SEPA direct debit' },
} as const satisfies Record<string, MessageDescriptor>;
