import type Stripe from 'stripe';
import type { SandboxPayment, SandboxRefund } from '../../book.ts';
import { failureOf } from '../../payment-facts.ts';
import { paymentMethodIdOf, wayOf } from './payer-objects.ts';

/** Most refunds that Stripe puts into a charge. */
const IN_A_CHARGE = 10;

/** Names in `extra` of the texts that only this dialect reads. */
export const EXTRA = {
  /** Metadata of the session and of its intent, as they were sent. */
  metadata: 'metadata',
  intentMetadata: 'intentMetadata',
  customer: 'customer',
  /** The form under the idempotency key, which a repeated request must equal. */
  form: 'form',
  /** Set when the intent was cancelled instead of the session. */
  canceled: 'canceled',
  /** Before the key of a refund: its form. Before the id of a refund: its metadata. */
  refundForm: 'refund:',
} as const;

/** The intent and the charge of a session have ids of their own, made from the session’s. */
export const intentIdOf = ({ id }: SandboxPayment): string => id.replace('cs_test_', 'pi_');
export const sessionIdOf = (intentId: string): string => intentId.replace('pi_', 'cs_test_');
const chargeIdOf = ({ id }: SandboxPayment): string => id.replace('cs_test_', 'ch_');

const seconds = (at: number): number => Math.floor(at / 1_000);
const currencyOf = ({ currency }: SandboxPayment): string => currency.toLowerCase();
const metadataOf = (payment: SandboxPayment, name: string): Stripe.Metadata =>
  JSON.parse(payment.extra[name] ?? '{}') as Stripe.Metadata;

/** Money of these is on its way for days, so their payers complete a session before it is paid. */
const isDelayed = ({ method }: SandboxPayment): boolean => method === 'sdd' || method === 'sct';

/** A payer who was declined or gave up may try again on the same page, so the session stays open for them. */
const isRetryable = (payment: SandboxPayment): boolean =>
  !payment.isClosed && (payment.state === 'cancelled' || (payment.state === 'failed' && !isDelayed(payment)));

export function statusOf(payment: SandboxPayment): 'open' | 'complete' | 'expired' {
  const { state, extra } = payment;
  if (state === 'open' || isRetryable(payment)) return 'open';
  const isExpired = state === 'expired' || (state === 'cancelled' && !extra[EXTRA.canceled]);
  return isExpired ? 'expired' : 'complete';
}

/** A Checkout Session; with `isExpanded`, its intent, charge and refunds are inside. */
export function sessionOf(
  payment: SandboxPayment,
  { url = null, isExpanded = false }: { url?: string | null; isExpanded?: boolean } = {},
): Stripe.Checkout.Session {
  const status = statusOf(payment);
  const intent = isExpanded ? intentOf(payment) : intentIdOf(payment);
  return {
    ...UNUSED_OF_SESSION,
    id: payment.id,
    amount_subtotal: payment.amountCents,
    amount_total: payment.amountCents,
    cancel_url: payment.returnUrl,
    client_reference_id: payment.reference,
    created: seconds(payment.createdAt),
    currency: currencyOf(payment),
    customer: payment.extra[EXTRA.customer] ?? null,
    expires_at: seconds(payment.expiresAt ?? 0),
    locale: payment.locale,
    metadata: metadataOf(payment, EXTRA.metadata),
    payment_intent: status === 'complete' || isRetryable(payment) ? intent : null,
    payment_method_types: [payment.extra['type'] ?? ''],
    payment_status: payment.state === 'paid' ? 'paid' : 'unpaid',
    status,
    success_url: payment.returnUrl,
    url: status === 'open' ? url : null,
  } satisfies Stripe.Checkout.Session;
}

const UNUSED_OF_SESSION = {
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: false,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_creation: 'if_required',
  customer_details: null,
  customer_email: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  mode: 'payment',
  origin_context: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: {},
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;

function intentStatusOf({ state, method, extra }: SandboxPayment): Stripe.PaymentIntent.Status {
  if (extra[EXTRA.canceled]) return 'canceled';
  switch (state) {
    case 'paid':
      return 'succeeded';
    case 'failed':
    case 'cancelled':
      return 'requires_payment_method';
    case 'pending':
      return method === 'sct' ? 'requires_action' : 'processing';
    default:
      return 'requires_action';
  }
}

/** The intent of a session that a payer began to pay, with its charge. Of a transfer, it holds back what is above the price. */
export function intentOf(payment: SandboxPayment): Stripe.PaymentIntent {
  const status = intentStatusOf(payment);
  const isPaid = status === 'succeeded';
  return {
    ...UNUSED_OF_INTENT,
    id: intentIdOf(payment),
    amount: payment.amountCents,
    amount_received: isPaid ? Math.min(payment.receivedCents, payment.amountCents) : 0,
    created: seconds(payment.createdAt),
    currency: currencyOf(payment),
    customer: payment.extra[EXTRA.customer] ?? null,
    latest_charge: isPaid || payment.debit ? chargeOf(payment) : null,
    metadata: metadataOf(payment, EXTRA.intentMetadata),
    next_action: status === 'requires_action' ? instructionsOf(payment) : null,
    payment_method: payment.debit ? paymentMethodIdOf(payment.debit.mandate) : null,
    payment_method_types: [payment.extra['type'] ?? ''],
    status,
  } satisfies Stripe.PaymentIntent;
}

const UNUSED_OF_INTENT = {
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_capturable: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  client_secret: null,
  confirmation_method: 'automatic',
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  livemode: false,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
} satisfies Partial<Stripe.PaymentIntent>;

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

function instructionsOf(payment: SandboxPayment): Stripe.PaymentIntent.NextAction {
  const { transfer, amountCents, receivedCents } = payment;
  return {
    type: 'display_bank_transfer_instructions',
    display_bank_transfer_instructions: {
      amount_remaining: amountCents - receivedCents,
      currency: currencyOf(payment),
      financial_addresses: [
        {
          type: 'iban',
          supported_networks: ['sepa'],
          iban: {
            account_holder_address: NO_ADDRESS,
            account_holder_name: transfer?.holder ?? '',
            bank_address: NO_ADDRESS,
            bic: transfer?.bic ?? '',
            country: transfer?.iban.slice(0, 2) ?? '',
            iban: transfer?.iban ?? '',
          },
        },
      ],
      hosted_instructions_url: null,
      reference: transfer?.reference ?? null,
      type: 'eu_bank_transfer',
    },
  };
}

/** The charge of a paid intent, with its newest refunds. */
export function chargeOf(payment: SandboxPayment): Stripe.Charge {
  const refunds = refundsOf(payment);
  const amount_refunded = payment.refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((cents, { amountCents }) => cents + amountCents, 0);
  return {
    ...UNUSED_OF_CHARGE,
    id: chargeIdOf(payment),
    amount: payment.amountCents,
    amount_captured: payment.amountCents,
    amount_refunded,
    created: seconds(payment.paidAt ?? payment.createdAt),
    currency: currencyOf(payment),
    disputed: payment.disputes.length > 0,
    metadata: metadataOf(payment, EXTRA.intentMetadata),
    failure_code: failureCodeOf(payment),
    payment_intent: intentIdOf(payment),
    payment_method_details: wayOf(payment),
    refunded: amount_refunded >= payment.amountCents,
    refunds: {
      object: 'list',
      data: refunds.slice(0, IN_A_CHARGE),
      has_more: refunds.length > IN_A_CHARGE,
      url: `/v1/charges/${chargeIdOf(payment)}/refunds`,
    },
    status: CHARGE_STATUS[payment.state] ?? 'succeeded',
  } satisfies Stripe.Charge;
}

const UNUSED_OF_CHARGE = {
  object: 'charge',
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: true,
  customer: null,
  description: null,
  failure_balance_transaction: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_method: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Stripe.Charge>;

const CHARGE_STATUS: Readonly<Partial<Record<SandboxPayment['state'], Stripe.Charge.Status>>> = {
  pending: 'pending',
  failed: 'failed',
};

/** Stripe’s words for reasons of banks, on a debit that failed and on money that was taken back. */
const REASONS: Readonly<Record<string, { failure: string; dispute: string }>> = {
  AM04: { failure: 'insufficient_funds', dispute: 'insufficient_funds' },
  AC04: { failure: 'account_closed', dispute: 'incorrect_account_details' },
  MD01: { failure: 'debit_not_authorized', dispute: 'debit_not_authorized' },
};

function failureCodeOf(payment: SandboxPayment): string | null {
  const reason = failureOf(payment);
  return reason === null ? null : (REASONS[reason]?.failure ?? reason);
}

const REFUND_STATUS = { pending: 'pending', done: 'succeeded', failed: 'failed' } as const;

/** Every refund of a payment, the newest first. */
export const refundsOf = (payment: SandboxPayment): Stripe.Refund[] =>
  payment.refunds.map((refund) => refundOf(payment, refund)).reverse();

export function refundOf(payment: SandboxPayment, refund: SandboxRefund): Stripe.Refund {
  return {
    id: refund.id.replace('ref_', 're_'),
    object: 'refund',
    amount: refund.amountCents,
    balance_transaction: null,
    charge: chargeIdOf(payment),
    created: seconds(refund.at),
    currency: currencyOf(payment),
    customer: null,
    customer_account: null,
    metadata: metadataOf(payment, `${EXTRA.refundForm}${refund.id}`),
    payment_intent: intentIdOf(payment),
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: REFUND_STATUS[refund.state],
    transfer_reversal: null,
  } satisfies Stripe.Refund;
}

const DISPUTE_STATUS = {
  inquiry: 'warning_needs_response',
  closed: 'warning_closed',
  taken: 'needs_response',
  lost: 'lost',
  'given-back': 'won',
} as const;

/** A dispute without `evidence`, which a shop sends and nothing here reads. */
type ListedDispute = Omit<Stripe.Dispute, 'evidence'>;

/** Every dispute of a payment. */
export function disputesOf(payment: SandboxPayment): ListedDispute[] {
  return payment.disputes.map(
    ({ id, cents, reason, state, at }) =>
      ({
        id: id.replace('dis_', 'du_'),
        object: 'dispute',
        amount: cents,
        balance_transactions: [],
        charge: chargeIdOf(payment),
        created: seconds(at),
        currency: currencyOf(payment),
        enhanced_eligibility_types: [],
        evidence_details: {
          due_by: null,
          enhanced_eligibility: {},
          has_evidence: false,
          past_due: false,
          submission_count: 0,
        },
        is_charge_refundable: false,
        livemode: false,
        metadata: {},
        payment_intent: intentIdOf(payment),
        reason: REASONS[reason]?.dispute ?? reason,
        status: DISPUTE_STATUS[state],
      }) satisfies ListedDispute,
  );
}
