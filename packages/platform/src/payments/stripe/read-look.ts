import { z } from 'zod';
import {
  type Look,
  type ProviderDispute,
  type ProviderPayer,
  type ProviderRefund,
  ProviderUnavailable,
} from '../../ports.ts';
import { countryIn, countryOfBic } from '../payer.ts';
import { KEY, REFERENCE } from './checkout-of.ts';

/** Expands the intent of a debit to all that a look needs of it. */
export const EXPANDED_DEBIT = 'latest_charge.refunds';
/** Expands a session to all that a look needs of it, in one request. */
export const EXPANDED = 'payment_intent.latest_charge.refunds';

const metadata = z.nullish(z.record(z.string(), z.string()));
const currency = z.string().length(3).toUpperCase();

const refund = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.nullable(z.string()),
  metadata,
});

/** The parts of a charge’s way to pay that say where the payer’s bank is. A wallet’s card is a card. */
const wayDetails = z.object({
  card: z.nullish(z.object({ country: z.nullish(z.string()) })),
  paypal: z.nullish(z.object({ country: z.nullish(z.string()) })),
  sepa_debit: z.nullish(z.object({ country: z.nullish(z.string()), last4: z.nullish(z.string()) })),
  ideal: z.nullish(z.object({ bic: z.nullish(z.string()), iban_last4: z.nullish(z.string()) })),
  bancontact: z.nullish(z.object({ bic: z.nullish(z.string()), iban_last4: z.nullish(z.string()) })),
});

const account = z.object({ account_holder_name: z.string(), bic: z.string(), iban: z.string() });

const intent = z.object({
  id: z.string(),
  amount: z.int(),
  amount_received: z.int(),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
    'processing',
    'canceled',
    'succeeded',
  ]),
  next_action: z.nullish(
    z.object({
      display_bank_transfer_instructions: z.optional(
        z.object({
          amount_remaining: z.nullable(z.int()),
          reference: z.nullish(z.string()),
          financial_addresses: z.optional(z.array(z.object({ iban: z.optional(account) }))),
        }),
      ),
    }),
  ),
  last_payment_error: z.nullish(
    z.object({ code: z.nullish(z.string()), decline_code: z.nullish(z.string()) }),
  ),
  latest_charge: z.nullish(
    z.object({
      failure_code: z.nullish(z.string()),
      payment_method_details: z.nullish(wayDetails),
      refunds: z.nullish(z.object({ data: z.array(refund), has_more: z.boolean() })),
    }),
  ),
});

export type ReadIntent = z.infer<typeof intent>;

/** The intent of a debit under a mandate, which has no session. */
const debit = intent.extend({ created: z.int(), currency, metadata });
/** The fields that we read of an intent fetched with `EXPANDED_DEBIT`. */
export type ReadDebit = z.infer<typeof debit>;

const setup = z.object({
  id: z.string().startsWith('seti_').max(255),
  status: z.string(),
  customer: z.string(),
  payment_method: z.nullable(z.string()),
  mandate: z.nullable(
    z.object({
      id: z.string(),
      payment_method_details: z.object({
        sepa_debit: z.nullish(z.object({ reference: z.string().min(1).max(35) })),
      }),
    }),
  ),
  metadata,
});
/** The fields that we read of a SetupIntent fetched with its mandate. */
export type ReadSetup = z.infer<typeof setup>;

const session = z.object({
  id: z.string().startsWith('cs_').max(255),
  created: z.int(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.int(),
  currency,
  metadata,
  payment_intent: z.nullable(intent),
});
/** The fields that we read of a Checkout Session fetched with `EXPANDED`. */
export type ReadSession = z.infer<typeof session>;

const dispute = z.object({
  id: z.string(),
  amount: z.int(),
  currency,
  status: z.string(),
  reason: z.string(),
  created: z.int(),
});

/** @throws {ProviderUnavailable} when an answer is not shaped as Stripe documents it. */
function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ProviderUnavailable(`stripe: unexpected answer at ${parsed.error.issues[0]?.path.join('.')}`);
}

/** Reads a Checkout Session. @throws {ProviderUnavailable} when it is not shaped as Stripe documents it. */
export const readSession = (answer: unknown): ReadSession => read(session, answer);

/** Reads the intent of a debit. @throws {ProviderUnavailable} when it is not shaped as Stripe documents it. */
export const readDebit = (answer: unknown): ReadDebit => read(debit, answer);

/** Reads a SetupIntent. @throws {ProviderUnavailable} when it is not shaped as Stripe documents it. */
export const readSetup = (answer: unknown): ReadSetup => read(setup, answer);

/** Our payment’s id in a session or debit; empty when our metadata is missing. */
export const referenceOf = ({ metadata }: Pick<ReadSession, 'metadata'>): string =>
  metadata?.[REFERENCE] ?? '';

/** Reads a refund. `requires_action`: the payer still has to name an account. `canceled`: they never did. */
export function readRefund(answer: unknown): ProviderRefund {
  const { id, amount, status, metadata } = read(refund, answer);
  const ended = { succeeded: 'done', failed: 'failed', canceled: 'failed' } as const;
  const state = ended[status as keyof typeof ended] ?? 'pending';
  return { id, key: metadata?.[KEY] ?? null, cents: amount, state };
}

/** Reads a dispute. An inquiry, and one that was prevented, moves no money by itself. */
export function readDispute(answer: unknown): ProviderDispute {
  const { id, amount, currency, status, reason, created } = read(dispute, answer);
  const moved = {
    needs_response: 'taken',
    under_review: 'taken',
    lost: 'lost',
    won: 'given-back',
    warning_closed: 'closed',
    prevented: 'closed',
  } as const;
  const state = moved[status as keyof typeof moved] ?? 'inquiry';
  return { id, cents: amount, currency, state, reason, at: created * 1_000 };
}

/** The look of a payment, made from a session with its intent, and from its refunds and disputes. */
export function lookOf(
  session: ReadSession,
  { refunds, disputes }: Pick<Look, 'refunds' | 'disputes'>,
): Look {
  const state = stateOf(session);
  return {
    id: session.id,
    reference: referenceOf(session),
    state,
    cents: session.amount_total,
    receivedCents: receivedOf(session, state),
    currency: session.currency,
    ...transferOf(session),
    createdAt: session.created * 1_000,
    refunds,
    disputes,
    failure: state === 'failed' ? failureOf(session.payment_intent) : null,
    payer: payerOf(session.payment_intent),
  };
}

/** The look of a debit, made from its intent, and from its refunds and disputes. */
export function debitLookOf(
  intent: ReadDebit,
  { refunds, disputes }: Pick<Look, 'refunds' | 'disputes'>,
): Look {
  const state = DEBIT_STATES[intent.status];
  return {
    id: intent.id,
    reference: referenceOf(intent),
    state,
    cents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    createdAt: intent.created * 1_000,
    refunds,
    disputes,
    failure: state === 'failed' ? failureOf(intent) : null,
    payer: payerOf(intent),
  };
}

/** No payer can try again with a debit, so a declined one has failed for good. */
const DEBIT_STATES = {
  requires_payment_method: 'failed',
  requires_confirmation: 'pending',
  requires_action: 'pending',
  requires_capture: 'pending',
  processing: 'pending',
  canceled: 'cancelled',
  succeeded: 'paid',
} as const satisfies Record<ReadIntent['status'], Look['state']>;

/** Stripe’s word for what a bank answered, such as `insufficient_funds`. A charge has it before its intent does. */
function failureOf(intent: ReadIntent | null): string | null {
  const { latest_charge: charge, last_payment_error: error } = intent ?? {};
  return charge?.failure_code ?? error?.decline_code ?? error?.code ?? null;
}

/** By the account of a debit or bank payment, else by the country of a card or wallet. */
function payerOf(intent: ReadIntent | null): ProviderPayer {
  const { sepa_debit, ideal, bancontact, card, paypal } = intent?.latest_charge?.payment_method_details ?? {};
  if (sepa_debit) return { country: countryIn(sepa_debit.country), ibanEnd: sepa_debit.last4 ?? null };
  const bank = ideal ?? bancontact;
  if (bank) return { country: countryOfBic(bank.bic), ibanEnd: bank.iban_last4 ?? null };
  return { country: countryIn((card ?? paypal)?.country), ibanEnd: null };
}

/** The account that Stripe opened for a transfer; it is known once the payer chose to transfer. */
function transferOf({ payment_intent: intent }: ReadSession): Pick<Look, 'transfer'> {
  const shown = intent?.next_action?.display_bank_transfer_instructions;
  const to = shown?.financial_addresses?.find(({ iban }) => iban !== undefined)?.iban;
  if (!to || !shown?.reference) return {};
  const { account_holder_name: holder, iban, bic } = to;
  return { transfer: { holder, iban, bic, reference: shown.reference } };
}

/** A failed try leaves a session open: the payer may try again there. Only a complete session has a final failure. */
function stateOf({ status, payment_status, payment_intent: intent }: ReadSession): Look['state'] {
  if (payment_status !== 'unpaid' || intent?.status === 'succeeded') return 'paid';
  if (status !== 'complete') return status;
  switch (intent?.status) {
    case 'requires_payment_method':
      return 'failed';
    case 'canceled':
      return 'cancelled';
    case 'requires_action':
      return transferredOf(intent) > 0 ? 'partial' : 'pending';
    default:
      return 'pending';
  }
}

function receivedOf({ payment_intent: intent }: ReadSession, state: Look['state']): number {
  if (!intent) return 0;
  return state === 'partial' ? transferredOf(intent) : intent.amount_received;
}

/** Cents of a transfer that arrived so far. Stripe counts them as received only when the transfer is complete. */
function transferredOf({ amount, next_action }: NonNullable<ReadSession['payment_intent']>): number {
  const remaining = next_action?.display_bank_transfer_instructions?.amount_remaining;
  return remaining == null ? 0 : amount - remaining;
}
