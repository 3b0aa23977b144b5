import type Stripe from 'stripe';
import type { SandboxMandate, SandboxPayment } from '../../book.ts';
import { payerOf } from '../../payment-facts.ts';

const seconds = (at: number): number => Math.floor(at / 1_000);

/** Mandate and payment method of a SetupIntent have ids of their own, made from its id. */
export const mandateIdOf = (setupId: string): string => setupId.replace('seti_', 'mandate_');
export const paymentMethodIdOf = (setupId: string): string => setupId.replace('seti_', 'pm_');

/** A confirmed SetupIntent; with `isExpanded`, its mandate is inside. */
export function setupOf(mandate: SandboxMandate, isExpanded: boolean): Stripe.SetupIntent {
  return {
    ...UNUSED_OF_SETUP,
    id: mandate.id,
    created: seconds(mandate.createdAt),
    customer: mandate.extra['customer'] ?? null,
    mandate: isExpanded ? mandateOf(mandate) : mandateIdOf(mandate.id),
    metadata: JSON.parse(mandate.extra['metadata'] ?? '{}') as Stripe.Metadata,
    payment_method: paymentMethodIdOf(mandate.id),
  } satisfies Stripe.SetupIntent;
}

const UNUSED_OF_SETUP = {
  object: 'setup_intent',
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: null,
  description: null,
  excluded_payment_method_types: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['sepa_debit'],
  single_use_mandate: null,
  status: 'succeeded',
  usage: 'off_session',
} satisfies Partial<Stripe.SetupIntent>;

/** Stripe makes its own reference of a mandate, whatever the shop calls it. */
function mandateOf({ id, createdAt, isRevoked }: SandboxMandate): Stripe.Mandate {
  return {
    id: mandateIdOf(id),
    object: 'mandate',
    customer_acceptance: { accepted_at: seconds(createdAt), type: 'online' },
    livemode: false,
    multi_use: {},
    payment_method: paymentMethodIdOf(id),
    payment_method_details: {
      type: 'sepa_debit',
      sepa_debit: { reference: id.replace('seti_', '').slice(0, 16).toUpperCase(), url: '' },
    },
    status: isRevoked ? 'inactive' : 'active',
    type: 'multi_use',
  } satisfies Stripe.Mandate;
}

/** The account that was debited, or the country of the card; other ways say nothing of the payer here. */
export function wayOf(payment: SandboxPayment): Stripe.Charge.PaymentMethodDetails | null {
  const { country, ibanEnd } = payerOf(payment);
  if (payment.debit) {
    const sepa_debit = {
      bank_code: null,
      branch_code: null,
      country,
      fingerprint: null,
      last4: ibanEnd,
      mandate: mandateIdOf(payment.debit.mandate),
    };
    return { type: 'sepa_debit', sepa_debit };
  }
  return payment.method === 'creditcard' && country !== null
    ? { type: 'card', card: { ...UNUSED_OF_CARD, country } }
    : null;
}

const UNUSED_OF_CARD = {
  amount_authorized: null,
  authorization_code: null,
  brand: 'visa',
  checks: null,
  exp_month: 12,
  exp_year: 2030,
  funding: 'credit',
  installments: null,
  last4: '4242',
  mandate: null,
  network: 'visa',
  network_transaction_id: null,
  regulated_status: null,
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
} satisfies Partial<Stripe.Charge.PaymentMethodDetails.Card>;

/** A customer without personal data. */
export function customerOf(id: string, metadata: Stripe.Metadata, now: number): Stripe.Customer {
  return {
    id,
    object: 'customer',
    balance: 0,
    created: seconds(now),
    default_source: null,
    description: null,
    email: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    shipping: null,
  } satisfies Stripe.Customer;
}
