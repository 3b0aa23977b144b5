import * as z from 'zod/mini';
import { defineCall, defineJob, defineOutbound } from './define.ts';
import { at, done, id } from './shapes.ts';
import { version } from './version.ts';

/** The four credit packs, from the smallest to the largest. */
export const packageId = z.enum(['p0', 'p1', 'p2', 'p3']);
export type PackageId = z.infer<typeof packageId>;

/** Way to pay. */
export const paymentMethod = z.enum(['creditcard']);
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** A credit pack as offered to this member now: the server’s price, with the discount that applies. */
export const creditPackage = z.strictObject({
  id: packageId,
  credits: z.int(),
  /** Price now, in hundredths of the currency. */
  priceCents: z.int(),
  /** Price without the discount. */
  fullPriceCents: z.int(),
  currency: z.string(),
  /** True to mark it as popular. */
  popular: z.boolean(),
});
export type CreditPackage = z.infer<typeof creditPackage>;

export const getPackages = defineCall({
  name: 'getPackages',
  feature: 'payments',
  summary: 'The four credit packs with the caller’s price and the ways to pay.',
  access: 'member',
  method: 'GET',
  path: '/api/packages.php',
  input: z.strictObject({}),
  output: z.strictObject({
    /** The packs, the smallest first. */
    packages: z.array(creditPackage),
    /** The ways to pay. */
    methods: z.array(paymentMethod),
  }),
  refusals: [],
  limit: 'read',
});

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
    /** The price the member saw, never the price itself. Costs the pack more now: PACK_PRICE_CHANGED, nothing opened. */
    seen: z.optional(
      z.strictObject({
        /** That price, in hundredths of the currency. */
        priceCents: z.int().check(z.minimum(0)),
        currency: z.string().check(z.maxLength(3)),
      }),
    ),
  }),
  output: z.strictObject({
    /** Id of the payment. */
    payment: id,
    /** Address at the provider to send the member to. */
    redirect: z.string(),
  }),
  refusals: ['PAYMENT_UNAVAILABLE', 'PACK_PRICE_CHANGED', 'KEY_REUSED'],
  limit: 'payment',
});

/** State of the payment. `review`: the site looks at it before credits are given. */
export const paymentState = z.enum(['pending', 'completed', 'failed', 'cancelled', 'review']);
export type PaymentState = z.infer<typeof paymentState>;

export const getPayment = defineCall({
  name: 'getPayment',
  feature: 'payments',
  summary: 'State of one of the caller’s payments, asked at the provider while it is pending.',
  access: 'member',
  method: 'GET',
  path: '/api/payment.php',
  input: z.strictObject({
    /** Id of the payment. */
    id,
  }),
  output: z.strictObject({
    /** The payment. */
    payment: z.strictObject({
      /** Id of the payment. */
      id,
      state: paymentState,
      package: packageId,
      /** Credits that it buys. */
      credits: z.int(),
      priceCents: z.int(),
      currency: z.string(),
      /** When it was opened. */
      createdAt: at,
    }),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'read',
});

export const paymentWebhook = defineCall({
  name: 'paymentWebhook',
  feature: 'payments',
  summary:
    'The provider says a payment changed. Signed over the raw body; may come late, twice or out of order.',
  access: 'provider',
  method: 'POST',
  path: '/api/payment-webhook.php',
  input: z.strictObject({
    /** The provider’s id of this notice. */
    id: z.string().check(z.maxLength(100)),
    /** The provider’s id of the payment. */
    payment: z.string().check(z.maxLength(100)),
  }),
  output: done,
  refusals: ['WEBHOOK_REFUSED'],
});

export const paymentChanged = defineOutbound({
  name: 'payment:changed',
  feature: 'payments',
  summary: 'A payment of the member’s reached its end.',
  durable: true,
  payload: z.strictObject({
    version,
    /** Id of the payment. */
    payment: id,
    state: paymentState,
  }),
});

/** The discount-code object of the specification, section 3. */
export const discountCode = z.strictObject({
  /** The code. */
  code: z.string(),
  /** Country it is for; null for every one. */
  country: z.nullable(z.string()),
  /** Id of the member it is for. */
  user_id: id,
  /** Server time in milliseconds at which it ends. */
  expires: at,
  /** The discount in percent. */
  value_percentage: z.number(),
  /** Currency it is for; null for every one. */
  currency: z.nullable(z.string()),
  /** Smallest order it holds for, in hundredths of the currency. */
  minimum_order_value: z.int(),
  /** It can be used. */
  status: z.literal('active'),
  /** Each member may use it once. */
  validity: z.literal('once-per-user'),
  /** True if its time is over. */
  expired: z.boolean(),
  /** Ways to pay it holds for. */
  paymentmethods: z.array(paymentMethod),
});
export type DiscountCode = z.infer<typeof discountCode>;

export const getDiscountCode = defineCall({
  name: 'getDiscountCode',
  feature: 'payments',
  summary: 'The welcome discount of a new, unpaid member while it runs; null otherwise.',
  access: 'member',
  method: 'GET',
  path: '/api/discountcode.php',
  input: z.strictObject({
    /** The welcome discount. */
    welcome: z.optional(z.literal('true')),
  }),
  output: z.strictObject({
    /** The discount, or null. */
    discountcode: z.nullable(discountCode),
    serverAt: at,
  }),
  refusals: [],
  limit: 'read',
});

export const bonusEnded = defineOutbound({
  name: 'bonus:ended',
  feature: 'payments',
  summary: 'The welcome discount is over: its time ran out, or the member paid.',
  durable: true,
  payload: z.strictObject({
    version,
    /** Code of the discount that ended. */
    code: z.string(),
  }),
});

export const expireBonus = defineJob({
  name: 'expire-bonus',
  feature: 'payments',
  summary: 'Ends a member’s welcome discount at 14,400 s. Early or twice it does nothing.',
  queue: 'timers',
  data: z.strictObject({ member: id }),
});

export const reconcilePayments = defineJob({
  name: 'reconcile-payments',
  feature: 'payments',
  summary: 'Asks the provider about payments still pending, so a lost webhook never costs a member credits.',
  queue: 'timers',
  data: z.strictObject({}),
});
