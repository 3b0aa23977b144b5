import { type CollectionEntry, ERASED, FOR_EVER } from './collection-entry.ts';

/** Collections of orders, prices, codes, receipts and money that comes or goes. */
export const PAYMENT_COLLECTIONS: Readonly<Record<string, CollectionEntry>> = {
  payments: {
    holds:
      'one payment: its terms, the account and try that serve it, its state, when its provider is asked next (`dueAt`)',
    key: 'payment',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'for ever; it names nobody but the member id',
  },
  paymentKeys: {
    holds: 'the member’s key for one payment, so that starting it can be repeated',
    key: '`<member>:<key>`',
    writers: ['gateway'],
    retention: FOR_EVER,
  },
  prices: {
    holds: 'a price that an operator set; the last row of a pack is its price now',
    key: '`<site>:<currency>:<pack>:<at, 13 digits>`',
    writers: ['admin'],
    retention: FOR_EVER,
  },
  disputes: {
    holds: 'money that a payer’s bank took back or asks about, and how far the credits have followed',
    key: '`<account>:<id at the provider>`, or `<account>:<payment>:return` of a debit that did not come',
    writers: ['gateway', 'worker', 'admin'],
    retention: FOR_EVER,
  },
  disputePasses: {
    holds: 'until when an account was asked for disputes',
    key: 'account',
    writers: ['worker'],
    retention: FOR_EVER,
  },
  strays: {
    holds:
      'money that came for no open order: a second payment, one of an unknown order, or more than ordered',
    key: '`<account>:<id at the provider>`, with `:over-<n>` for more than ordered',
    writers: ['gateway', 'worker', 'admin'],
    retention: FOR_EVER,
  },
  debts: {
    holds: 'a member who owes credits that a bank took back: since when, and the reminders sent',
    key: 'member',
    writers: ['gateway', 'worker', 'admin'],
    retention: ERASED,
  },
  webhookEvents: {
    holds: 'a webhook that was dealt with',
    key: '`<account>:<id of the provider’s event>`',
    writers: ['gateway'],
    retention: 'TTL: 30 days',
  },
  refunds: {
    holds: 'a refund on its way to the provider',
    key: '`<payment>:<turn>`',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'for ever; one minute where no ledger row followed',
  },
  withdrawals: {
    holds: 'a withdrawal statement for a person: receipt number, address and name as they were typed',
    key: 'a hash of site, number and address',
    writers: ['gateway', 'admin'],
    retention: 'until it was handled, then five years as proof (TTL)',
  },
  withdrawalTries: {
    holds: 'how often a receipt number or an address was tried; all spellings of an address count as one',
    key: 'a hash of site and number or address',
    writers: ['gateway'],
    retention: 'TTL: an hour for a number, a day for an address',
  },
  codes: {
    holds: 'a discount code of a site',
    key: '`<site>:<CODE>`',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'for ever; a member’s own code until the account is erased',
  },
  codeUses: {
    holds: 'one use of a discount code, by a paid payment',
    key: '`<site>:<CODE>:<member>`, and `:<payment>` for a code that a member may use many times',
    writers: ['gateway', 'worker', 'admin'],
    retention: FOR_EVER,
  },
  codeSlots: {
    holds: 'one of the uses of a limited code, reserved or spent',
    key: '`<site>:<CODE>#<number>`',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'spent ones for ever; reserved ones until a minute after their payment ended',
  },
  receipts: {
    holds:
      'a receipt or a credit note as it was issued: seller, pack, VAT, evidence of the country, version of the terms',
    key: '`<prefix>:<year>:<row, ten digits>`; `{owner, key}` says what for, once',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'for ever, never changed; it names nobody but the member id',
  },
  receiptPlaces: {
    holds: 'the series, date, seller and VAT rate of a receipt, fixed before it gets its number',
    key: '`payment:<id>`, `refund:<payment>:<turn>` or `bounced:<payment>:<turn>`',
    writers: ['gateway', 'worker', 'admin'],
    retention: FOR_EVER,
  },
  smsCodes: {
    holds:
      'a code sent to a phone for one order: keyed hashes of the code, the account with the phone, and what was typed',
    key: '`<member>:<key of the order>`',
    writers: ['gateway', 'worker'],
    retention: 'TTL: a day',
  },
  paymentBlocks: {
    holds:
      'a block of direct debit and why: of an account number, a phone or a member, or returns that are not repaid',
    key: '`iban:<keyed hash>`, `phone:<keyed hash>`, `member:<id>` or `returned:<member>`',
    writers: ['gateway', 'worker', 'admin'],
    retention:
      'until an operator removes it or the debt is repaid; those of a member until the account is erased',
  },
  debitLimits: {
    holds: 'the unsettled direct debits of a member and their sum',
    key: 'member',
    writers: ['gateway', 'worker'],
    retention: ERASED,
  },
  mandates: {
    holds:
      'a direct-debit mandate and its proof: version and language of the text, time, country of the address, and of the account the last four signs and a keyed hash',
    key: '`HL` and 24 hex digits, the mandate reference',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'TTL: 14 months after the last debit; the name of its holder until the account is erased',
  },
  bonuses: {
    holds: 'a member’s welcome discount, and the payment that holds a discount now',
    key: 'member',
    writers: ['gateway', 'worker'],
    retention: ERASED,
  },
};
