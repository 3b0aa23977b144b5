import type Stripe from 'stripe';
import type { DebitOrder, MandateWish } from '../../ports.ts';
import { KEY, MANDATE, REFERENCE, statementOf } from './checkout-of.ts';

const DAY_MS = 86_400_000;

/** Stripe takes a day for a debit that is 3 to 15 days away. Without one it debits as soon as it can. */
const NEAREST_DAYS = 3;
const FARTHEST_DAYS = 15;

/** The SetupIntent of a mandate: confirmed at once, with the evidence of who signed it. */
export function setupOf(wish: MandateWish, customer: string): Stripe.SetupIntentCreateParams {
  const { holder, email, iban, address } = wish.debtor;
  return {
    customer,
    confirm: true,
    usage: 'off_session',
    payment_method_types: ['sepa_debit'],
    payment_method_data: {
      type: 'sepa_debit',
      sepa_debit: { iban },
      billing_details: {
        name: holder,
        email,
        address: {
          line1: `${address.street} ${address.houseNumber}`,
          postal_code: address.zip,
          city: address.city,
          country: address.country,
        },
      },
    },
    mandate_data: { customer_acceptance: acceptanceOf(wish) },
    metadata: { [MANDATE]: wish.reference, [KEY]: wish.key },
    expand: ['mandate'],
  };
}

/** Stripe takes an acceptance online only with address and browser. */
function acceptanceOf({ signedAt, ip, userAgent }: MandateWish) {
  const accepted_at = Math.floor(signedAt / 1_000);
  return ip === null || userAgent === null
    ? { type: 'offline' as const, accepted_at, offline: {} }
    : { type: 'online' as const, accepted_at, online: { ip_address: ip, user_agent: userAgent } };
}

/** The parts of a mandate that a debit names. */
export interface SignedMandate {
  id: string;
  customer: string;
  payment_method: string;
  mandate: string;
}

/** The intent of a debit under a mandate: confirmed at once, without the payer. */
export function debitOf(
  order: DebitOrder,
  { id, customer, payment_method, mandate }: SignedMandate,
  now: number,
): Stripe.PaymentIntentCreateParams {
  const target_date = targetOf(order.collectOn, now);
  return {
    amount: order.cents,
    currency: order.currency.toLowerCase(),
    customer,
    payment_method,
    mandate,
    payment_method_types: ['sepa_debit'],
    confirm: true,
    off_session: true,
    metadata: { [REFERENCE]: order.reference, [KEY]: order.key, [MANDATE]: id },
    ...statementOf('sepa_debit', order.words.statement),
    ...(target_date !== undefined && { payment_method_options: { sepa_debit: { target_date } } }),
  };
}

/** The announced day, if Stripe takes it. */
function targetOf(collectOn: string, now: number): string | undefined {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const days = Math.round((Date.parse(collectOn) - today) / DAY_MS);
  return days >= NEAREST_DAYS && days <= FARTHEST_DAYS ? collectOn : undefined;
}
