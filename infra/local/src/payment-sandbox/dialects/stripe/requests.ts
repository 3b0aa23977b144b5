import type { PaymentMethod } from '@heartline/contracts';
import { z } from 'zod';

/** The way to pay behind each name of Stripe. Apple Pay is a card here, as it is there. */
export const METHODS = {
  card: 'creditcard',
  ideal: 'ideal',
  bancontact: 'bancontact',
  blik: 'blik',
  p24: 'prezelewy24',
  eps: 'eps',
  paypal: 'paypal',
  customer_balance: 'sct',
  sepa_debit: 'sdd',
} as const satisfies Readonly<Record<string, PaymentMethod>>;

const methodType = z.enum(Object.keys(METHODS) as [keyof typeof METHODS]);
type MethodType = z.infer<typeof methodType>;

/** Currencies of ways to pay that do not take every one. */
const CURRENCIES: Readonly<Partial<Record<MethodType, readonly string[]>>> = {
  ideal: ['eur'],
  bancontact: ['eur'],
  eps: ['eur'],
  customer_balance: ['eur'],
  sepa_debit: ['eur'],
  blik: ['pln'],
  p24: ['eur', 'pln'],
};

const SMALLEST_AMOUNT = 50;
const SHORTEST_SECONDS = 30 * 60;
const LONGEST_SECONDS = 24 * 60 * 60;

const whole = z.coerce.number().pipe(z.int().positive());
const metadata = z.record(z.string(), z.string()).default({});

/** The fields that the dialect reads of a new session. stripe-mock checks the rest. */
export const newSession = z.object({
  payment_method_types: z.tuple([methodType]),
  client_reference_id: z.string().optional(),
  metadata,
  payment_intent_data: z.object({
    metadata,
    statement_descriptor: z.string().max(22).optional(),
    statement_descriptor_suffix: z.string().max(22).optional(),
  }),
  line_items: z.tuple([
    z.object({
      quantity: z.literal('1'),
      price_data: z.object({
        currency: z.string().length(3).lowercase(),
        unit_amount: whole,
        product_data: z.object({ name: z.string().min(1) }),
      }),
    }),
  ]),
  locale: z.string().default(''),
  success_url: z.url(),
  cancel_url: z.url(),
  expires_at: whole,
  customer: z.string().startsWith('cus_').optional(),
  payment_method_options: z
    .object({ customer_balance: z.object({ bank_transfer: z.object({ type: z.string() }) }) })
    .optional(),
});
export type NewSession = z.infer<typeof newSession>;

export const newRefund = z.object({ payment_intent: z.string(), amount: whole, metadata });

const address = z.object({
  line1: z.string().min(1),
  postal_code: z.string().min(1),
  city: z.string().min(1),
  country: z.string().length(2),
});

/** A mandate: Stripe asks for name and mail address, and for the evidence of who signed it. */
export const newSetup = z.object({
  customer: z.string().startsWith('cus_'),
  confirm: z.literal('true'),
  payment_method_types: z.tuple([z.literal('sepa_debit')]),
  payment_method_data: z.object({
    type: z.literal('sepa_debit'),
    sepa_debit: z.object({ iban: z.string() }),
    billing_details: z.object({ name: z.string().min(1), email: z.email(), address }),
  }),
  mandate_data: z.object({ customer_acceptance: z.object({ type: z.enum(['online', 'offline']) }) }),
  metadata,
});

/** A debit under a mandate. */
export const newDebit = z.object({
  amount: whole,
  currency: z.literal('eur'),
  customer: z.string().startsWith('cus_'),
  payment_method: z.string().startsWith('pm_'),
  mandate: z.string().startsWith('mandate_'),
  payment_method_types: z.tuple([z.literal('sepa_debit')]),
  confirm: z.literal('true'),
  off_session: z.literal('true'),
  statement_descriptor: z.string().max(22).optional(),
  payment_method_options: z.object({ sepa_debit: z.object({ target_date: z.iso.date() }) }).optional(),
  metadata,
});

export const newCustomer = z.object({ metadata });

const window = z.object({
  gte: z.coerce.number().pipe(z.int().nonnegative()).default(0),
  lt: whole.default(Number.MAX_SAFE_INTEGER),
});

/** The query of a list, or of one object. */
export const wishedRows = z.object({
  payment_intent: z.string().optional(),
  customer: z.string().optional(),
  created: window.default({ gte: 0, lt: Number.MAX_SAFE_INTEGER }),
  limit: whole.default(10),
  starting_after: z.string().optional(),
  expand: z.array(z.string()).default([]),
});

/** An error that Stripe’s API answers with. */
export interface Refusal {
  code?: string;
  param?: string;
  message: string;
}

/** The first rule of Stripe that a new session breaks; undefined if it breaks none. */
export function ruleAgainst(session: NewSession, now: number): Refusal | undefined {
  const [type] = session.payment_method_types;
  const [{ price_data: price }] = session.line_items;
  if (price.unit_amount < SMALLEST_AMOUNT)
    return { code: 'amount_too_small', message: 'The amount is below the smallest charge.' };
  if (CURRENCIES[type]?.includes(price.currency) === false) {
    const message = `The currency ${price.currency} is not supported by the payment method type ${type}.`;
    return { param: 'payment_method_types', message };
  }
  const seconds = session.expires_at - Math.floor(now / 1_000);
  if (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS)
    return { param: 'expires_at', message: 'The session must expire within 30 minutes to 24 hours.' };
  return ruleOfMethod(type, session);
}

function ruleOfMethod(type: MethodType, session: NewSession): Refusal | undefined {
  if (type === 'card' && session.payment_intent_data.statement_descriptor !== undefined) {
    const param = 'payment_intent_data[statement_descriptor]';
    return { param, message: 'A card takes a statement_descriptor_suffix only.' };
  }
  const needsCustomer = type === 'customer_balance';
  if (needsCustomer && (!session.customer || !session.payment_method_options))
    return { param: 'customer', message: 'A bank transfer needs a customer and its options.' };
  return undefined;
}
