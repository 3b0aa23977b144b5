import type { PaymentMethod } from '@heartline/contracts';
import type Stripe from 'stripe';
import { type MethodAbility, type ProviderOrder, ProviderRefused } from '../../ports.ts';

/** Metadata that carries our payment’s id. `client_reference_id` is no proof: a payment link takes it from its address. */
export const REFERENCE = 'heartline_payment';
/** Metadata that carries the key under which a session or refund was made. */
export const KEY = 'heartline_key';

/**
 * Metadata of mandates: our reference on a SetupIntent, and the SetupIntent’s id on each debit. Intents of sessions lack it.
 */
export const MANDATE = 'heartline_mandate';

const ENDING: MethodAbility = { refund: 'partial', close: 'always' };
const WITH_A_BANK: MethodAbility = { refund: 'partial', close: 'sometimes' };

/** Our ways to pay and Stripe’s names of them. A wallet such as Apple Pay is part of `card` on the hosted page. */
const METHODS: Readonly<Partial<Record<PaymentMethod, { type: StripeMethod; ability: MethodAbility }>>> = {
  creditcard: { type: 'card', ability: ENDING },
  applepay: { type: 'card', ability: ENDING },
  ideal: { type: 'ideal', ability: ENDING },
  bancontact: { type: 'bancontact', ability: ENDING },
  blik: { type: 'blik', ability: ENDING },
  prezelewy24: { type: 'p24', ability: ENDING },
  eps: { type: 'eps', ability: ENDING },
  paypal: { type: 'paypal', ability: ENDING },
  sct: { type: 'customer_balance', ability: WITH_A_BANK },
  sdd: { type: 'sepa_debit', ability: WITH_A_BANK },
};

type StripeMethod = Stripe.Checkout.SessionCreateParams.PaymentMethodType;

/** The ways to pay that Stripe can serve, and what it can do with each. */
export const STRIPE_CAN: Readonly<Partial<Record<PaymentMethod, MethodAbility>>> = Object.fromEntries(
  Object.entries(METHODS).map(([method, { ability }]) => [method, ability]),
);

/** Countries where Stripe opens an account number for a transfer. SEPA takes transfers to any of them from all others. */
const TRANSFER_COUNTRIES = new Set(['BE', 'DE', 'ES', 'FR', 'IE', 'NL']);
const USUAL_TRANSFER_COUNTRY = 'DE';

/** Stripe ends a session 30 minutes to 24 hours after it was opened. One minute is left for clocks that differ. */
const SHORTEST_MS = 31 * 60_000;
const LONGEST_MS = (24 * 60 - 1) * 60_000;

/** Stripe cuts prefix and suffix of a card’s statement text to 22 characters; prefixes have up to ten. */
const SUFFIX_LENGTH = 10;
const STATEMENT_LENGTH = 22;
const SHORTEST_STATEMENT = 5;

/** True if a way to pay is a transfer, for which Stripe needs a customer that holds the balance. */
export function needsCustomer(method: PaymentMethod): boolean {
  return METHODS[method]?.type === 'customer_balance';
}

/**
 * The Checkout Session of an order (S3-198 to S3-210): one way to pay, our reference on session and intent, our price.
 * Price conversion and promotion codes are off, so the payer pays exactly what was ordered.
 * @throws {ProviderRefused} when Stripe does not serve the way to pay.
 */
export function checkoutOf(
  order: ProviderOrder,
  { now, customer }: { now: number; customer?: string },
): Stripe.Checkout.SessionCreateParams {
  const type = METHODS[order.method]?.type;
  if (!type) throw new ProviderRefused('method', `stripe: does not serve ${order.method}`);
  const metadata = { [REFERENCE]: order.reference, [KEY]: order.key };
  const expiresAt = Math.min(Math.max(order.expiresAt, now + SHORTEST_MS), now + LONGEST_MS);
  return {
    mode: 'payment',
    payment_method_types: [type],
    client_reference_id: order.reference,
    metadata,
    payment_intent_data: { metadata, ...statementOf(type, order.words.statement) },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency.toLowerCase(),
          unit_amount: order.cents,
          tax_behavior: 'inclusive',
          product_data: { name: order.words.what },
        },
      },
    ],
    adaptive_pricing: { enabled: false },
    allow_promotion_codes: false,
    locale: order.locale,
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
    expires_at: Math.floor(expiresAt / 1_000),
    ...(customer !== undefined && { customer, payment_method_options: transferTo(order.country) }),
  };
}

function transferTo(payerCountry: string): Stripe.Checkout.SessionCreateParams.PaymentMethodOptions {
  const country = TRANSFER_COUNTRIES.has(payerCountry) ? payerCountry : USUAL_TRANSFER_COUNTRY;
  return {
    customer_balance: {
      funding_type: 'bank_transfer',
      bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country } },
    },
  };
}

/** The statement text in Stripe’s alphabet: a suffix for cards, the whole text elsewhere. A transfer is the payer’s own. */
export function statementOf(
  type: StripeMethod,
  statement: string,
): Pick<
  Stripe.Checkout.SessionCreateParams.PaymentIntentData,
  'statement_descriptor' | 'statement_descriptor_suffix'
> {
  const text = statement
    .normalize('NFKD')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll(/[^ -~]|[<>\\'"*]/g, '')
    .replaceAll(/ +/g, ' ')
    .trim();
  if (type === 'customer_balance' || !/[A-Za-z]/.test(text)) return {};
  if (type === 'card') return { statement_descriptor_suffix: text.slice(0, SUFFIX_LENGTH).trim() };
  const whole = text.slice(0, STATEMENT_LENGTH).trim();
  return whole.length < SHORTEST_STATEMENT ? {} : { statement_descriptor: whole };
}
