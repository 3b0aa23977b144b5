import * as z from 'zod/mini';
import { defineCall, defineJob, defineOutbound } from './define.ts';
import { CODE_TRIES, discountCode, typedCode } from './payments.codes.ts';
import { packageId, paymentMethod, paymentWay, transferInstructions } from './payments.methods.ts';
import { at, country, day, done, id, nothing } from './shapes.ts';
import { version } from './version.ts';

/** A credit pack as offered to this member now: the server’s price, with the discount that applies. */
export const creditPackage = z.strictObject({
  id: packageId,
  credits: z.int(),
  /** Price now, in hundredths of the currency. */
  priceCents: z.int(),
  /** Price without the member’s discount. */
  fullPriceCents: z.int(),
  /**
   * The lowest price of the 30 days before `fullPriceCents` began. Null unless that reduced the price for everyone, less
   * than 30 days ago. Such a reduction is struck from this price, a member’s discount from the full price.
   */
  priorPriceCents: z.nullable(z.int()),
  currency: z.string(),
  /** True to mark it as popular. */
  popular: z.boolean(),
});
export type CreditPackage = z.infer<typeof creditPackage>;

export const getPackages = defineCall({
  name: 'getPackages',
  feature: 'payments',
  summary: 'The four credit packs with the caller’s price and the ways to pay in a country.',
  access: 'member',
  method: 'GET',
  path: '/api/packages.php',
  input: z.strictObject({
    /** Country to pay in; the caller’s own by default. It decides currency and ways to pay. */
    country: z.optional(country),
  }),
  output: z.strictObject({
    /** The packs, the smallest first. */
    packages: z.array(creditPackage),
    /** Names of the ways that can be had, in the site’s order. */
    methods: z.array(paymentMethod),
    /** Every way to pay: first those that can be had, then the others with the reason. */
    ways: z.array(paymentWay),
    /** The country these prices and ways are for. */
    paymentCountry: country,
    /** The discount in these prices, without a typed code; null if there is none. */
    discount: z.nullable(discountCode),
    /** The VAT that these prices include, in percent; 0 where they include none. */
    vat: z.number(),
  }),
  refusals: [],
  limit: 'read',
});

export const getPrices = defineCall({
  name: 'getPrices',
  feature: 'payments',
  summary: 'The four credit packs at their full price in a country, for visitors.',
  access: 'public',
  method: 'GET',
  path: '/api/prices.php',
  input: z.strictObject({
    /** A country of the site; by default the visitor’s, else the first of the site. */
    country: z.optional(country),
  }),
  output: z.strictObject({
    /** The packs, the smallest first. */
    packages: z.array(creditPackage),
    /** The country these prices are for. */
    paymentCountry: country,
    /** The VAT that these prices include, in percent; 0 where they include none. */
    vat: z.number(),
  }),
  refusals: [],
  limit: 'read',
});

/** The offer that a member saw beside the button. */
export const offerSeen = z.strictObject({
  /** That price, in hundredths of the currency. */
  priceCents: z.int().check(z.minimum(0)),
  currency: z.string().check(z.maxLength(3)),
  /** Credits of the pack. */
  credits: z.optional(z.int().check(z.minimum(0))),
});
export type OfferSeen = z.infer<typeof offerSeen>;

export const startPayment = defineCall({
  name: 'startPayment',
  feature: 'payments',
  summary:
    'Opens a payment at the provider; the answer is the address to send the member to. Safe to repeat by its key.',
  access: 'member',
  method: 'POST',
  path: '/api/payment.php',
  input: z.strictObject({
    /** A UUID made once for this payment: a repetition gets the same answer. */
    key: z.uuid(),
    package: packageId,
    method: paymentMethod,
    /** Country to pay in; the caller’s own by default. */
    country: z.optional(country),
    /** A discount code the member typed. One that does not hold for this order is refused; one worth less is not used. */
    code: z.optional(typedCode),
    /**
     * The offer that the member saw, never the price itself. If the pack costs more or holds fewer credits now: PACK_PRICE_CHANGED,
     * nothing opened.
     */
    seen: z.optional(offerSeen),
  }),
  output: z.strictObject({
    /** Id of the payment. */
    payment: id,
    /** Address at the provider to send the member to; null for a bank transfer, whose page is ours. */
    redirect: z.nullable(z.string()),
  }),
  refusals: [
    'PAYMENT_UNAVAILABLE',
    'PACK_PRICE_CHANGED',
    'KEY_REUSED',
    'METHOD_UNAVAILABLE',
    'CHECKOUT_OPEN',
    'CODE_NOT_FOUND',
    'CODE_USED',
    'CODE_LIMIT',
  ],
  limit: 'payment',
  tries: CODE_TRIES,
});

/** State of the payment. `review`: the site looks at it before credits are given. */
export const paymentState = z.enum(['pending', 'completed', 'failed', 'cancelled', 'review']);
export type PaymentState = z.infer<typeof paymentState>;

/** Why a payment ended without money, or waits for a person. */
export const paymentReason = z.enum([
  'declined',
  'member',
  'replaced',
  'expired',
  'refused',
  'returned',
  'amount',
]);
export type PaymentReason = z.infer<typeof paymentReason>;

/**
 * State of the money of a payment. `promised`: credits came before it, as for a trusted direct debit. `returned`: such a
 * debit was not paid after all, and its credits were taken back.
 */
export const paymentSettlement = z.enum(['none', 'promised', 'paid', 'returned']);
export type PaymentSettlement = z.infer<typeof paymentSettlement>;

/**
 * An act of the payer’s bank on money it had paid. `taken`: it took the money back, and the credits went with it.
 * `given-back`: the money came again, and so did the credits.
 */
export const bankAct = z.enum(['taken', 'given-back']);
export type BankAct = z.infer<typeof bankAct>;

/** One payment of a member. */
export const paymentView = z.strictObject({
  /** Id of the payment. */
  id,
  state: paymentState,
  /** Why it ended or waits; null while pending and when completed. */
  reason: z.nullable(paymentReason),
  /** State of its money. */
  settlement: paymentSettlement,
  package: packageId,
  method: paymentMethod,
  /** Credits that it buys. */
  credits: z.int(),
  priceCents: z.int(),
  currency: z.string(),
  /** Cents that came so far. Part of a transfer may come before the rest. */
  receivedCents: z.int(),
  /** When it was opened. */
  createdAt: at,
  /** The address to go on paying at, while it is pending; null otherwise. */
  redirect: z.nullable(z.string()),
  /** The account to transfer the money to, while it is pending; null for other ways to pay. */
  transfer: z.nullable(transferInstructions),
  /** The direct debit of it; null for other ways to pay. */
  debit: z.nullable(
    z.strictObject({
      /** The mandate reference, as the bank statement shows it. */
      reference: z.string(),
      /** Last four signs of the account number. */
      ibanEnd: z.string(),
      /** The day of the debit, in the zone of the site. */
      on: day,
      /** Version of the mandate text that was signed. */
      textVersion: z.string(),
    }),
  ),
  /** The last act of the payer’s bank afterwards; null for most payments. */
  bank: z.nullable(bankAct),
  /** Number of its receipt, such as `HL-2026-000123`; null until the credits were given, and for older payments. */
  receipt: z.nullable(z.string()),
});
export type PaymentView = z.infer<typeof paymentView>;

export const getPayment = defineCall({
  name: 'getPayment',
  feature: 'payments',
  summary: 'State of one of the caller’s payments, asked at the provider while it is pending.',
  access: 'member',
  method: 'GET',
  path: '/api/payment.php',
  input: z.strictObject({
    /** Id of the payment; by default the latest of the last 30 days. */
    id: z.optional(id),
  }),
  output: z.strictObject({
    /** The payment. */
    payment: paymentView,
  }),
  refusals: ['NOT_FOUND'],
  limit: 'read',
});

export const listPayments = defineCall({
  name: 'listPayments',
  feature: 'payments',
  summary: 'The caller’s completed payments, the newest first, to order again.',
  access: 'member',
  method: 'GET',
  path: '/api/payments.php',
  input: nothing,
  output: z.strictObject({
    /** At most 50 payments. */
    payments: z.array(paymentView),
  }),
  refusals: [],
  limit: 'read',
});

export const cancelPayment = defineCall({
  name: 'cancelPayment',
  feature: 'payments',
  summary:
    'Gives up a pending payment. One that was paid meanwhile, or can’t be closed, stays as it is. Safe to repeat.',
  access: 'member',
  method: 'POST',
  path: '/api/payment-cancel.php',
  input: z.strictObject({
    /** Id of the payment. */
    payment: id,
  }),
  output: z.strictObject({
    /** The payment after it. */
    payment: paymentView,
  }),
  refusals: ['NOT_FOUND', 'PAYMENT_UNAVAILABLE', 'CHECKOUT_OPEN'],
  limit: 'payment',
});

export const paymentWebhook = defineCall({
  name: 'paymentWebhook',
  feature: 'payments',
  summary:
    'A provider says that a payment of one of our accounts changed. The raw bytes are proven by that provider’s way; they may come late, twice or out of order.',
  access: 'provider',
  method: 'POST',
  path: '/api/payment-webhook.php',
  body: 'raw',
  input: z.looseObject({
    /** Name of the account, as `PAYMENT_ACCOUNTS` has it; without one `bridge`. */
    account: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: done,
  refusals: ['WEBHOOK_REFUSED', 'NOT_FOUND'],
});

export const paymentChanged = defineOutbound({
  name: 'payment:changed',
  feature: 'payments',
  summary:
    'A payment of the member’s reached its end, part of its money came, or that of a completed one came or did not.',
  durable: true,
  payload: z.strictObject({
    version,
    /** Id of the payment. */
    payment: id,
    state: paymentState,
    settlement: paymentSettlement,
  }),
});

export const remindDebtors = defineJob({
  name: 'remind-debtors',
  feature: 'payments',
  summary:
    'Reminds members who owe credits that a bank took back, on day 7 and 21, and ends debts that were repaid.',
  queue: 'timers',
  data: z.strictObject({}),
});

export const reconcileDay = defineJob({
  name: 'reconcile-day',
  feature: 'payments',
  summary: 'Compares four days of every provider’s list with the payments here, and settles what is missing.',
  queue: 'timers',
  data: z.strictObject({}),
});

export const reconcilePayments = defineJob({
  name: 'reconcile-payments',
  feature: 'payments',
  summary:
    'Asks the providers about payments that are due, ends expired checkouts and gives second payments back.',
  queue: 'timers',
  data: z.strictObject({}),
});
