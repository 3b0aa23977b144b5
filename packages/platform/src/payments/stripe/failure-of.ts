import Stripe from 'stripe';
import { ProviderRefused, ProviderUnavailable } from '../../ports.ts';

/** The call that failed. All but `read` know a definite no. */
export type CallKind = 'open' | 'close' | 'refund' | 'mandate' | 'collect' | 'read';

/** Runs requests of one kind and puts their errors into the words of the port. */
export type Call = <T>(kind: CallKind, work: () => Promise<T>) => Promise<T>;

const {
  StripeInvalidRequestError,
  StripeCardError,
  StripeAuthenticationError,
  StripePermissionError,
  StripeError,
} = Stripe.errors;

/** Kinds before anything exists at the account: another account may help with a wrong key. */
const OPENING: ReadonlySet<CallKind> = new Set(['open', 'mandate']);
/** Kinds about a bank account. Stripe answers its refusal like that of a card. */
const OF_BANKS: ReadonlySet<CallKind> = new Set(['mandate', 'collect']);

/** Codes of a bank account that can’t be debited. */
const BANK_CODES: ReadonlySet<string> = new Set([
  'account_closed',
  'account_number_invalid',
  'bank_account_declined',
  'bank_account_restricted',
  'bank_account_unusable',
  'debit_not_authorized',
  'invalid_bank_account_iban',
  'no_account',
  'payment_method_bank_account_blocked',
  'sepa_unsupported_account',
]);

/** Refusals that pass: the same request may succeed later. */
const PASSING: ReadonlySet<string> = new Set([
  'balance_insufficient',
  'insufficient_funds',
  'lock_timeout',
  'payment_intent_unexpected_state',
  'rate_limit',
]);

/** Codes of Stripe and what they refuse. */
const CODES: Readonly<Record<string, ProviderRefused['code']>> = {
  amount_too_large: 'amount',
  amount_too_small: 'amount',
  charge_already_refunded: 'amount',
  charge_exceeds_source_limit: 'amount',
  refund_amount_exceeds_charge: 'amount',
  account_closed: 'account',
  account_country_invalid_address: 'account',
  account_invalid: 'account',
  testmode_charges_only: 'account',
  charge_disputed: 'closed',
  charge_expired_for_capture: 'closed',
  charge_not_refundable: 'closed',
  country_unsupported: 'country',
  country_code_invalid: 'country',
};

/** Parameters of a request and what Stripe refuses by naming one; the first match counts. */
const PARAMS: readonly (readonly [RegExp, ProviderRefused['code']])[] = [
  [/payment_method_types|payment_method_options|currency/, 'method'],
  [/amount/, 'amount'],
];

/** Longest part of Stripe’s own sentence in an error message. */
const SENTENCE = 200;

/**
 * An error of the SDK in the words of the port. A refusal of the account counts only when a checkout or mandate is
 * opened, where another account may help. Elsewhere a rotated key must not end a refund for ever.
 */
export function failureOf(
  error: unknown,
  { kind, account }: { kind: CallKind; account: string },
): ProviderRefused | ProviderUnavailable {
  if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) return error;
  if (!(error instanceof StripeError)) {
    return new ProviderUnavailable(`payment account ${account}: unexpected answer (${nameOf(error)})`);
  }
  if (error.detail instanceof ProviderUnavailable) return error.detail;
  const words = wordsOf(error, { kind, account });
  if (OPENING.has(kind) && isOfAccount(error)) return new ProviderRefused('account', words);
  return isFinal(error, kind)
    ? new ProviderRefused(codeOf(error, kind), words)
    : new ProviderUnavailable(words);
}

function isFinal(error: Stripe.errors.StripeError, kind: CallKind): boolean {
  if (OF_BANKS.has(kind) && error instanceof StripeCardError) return true;
  const mayPass = kind === 'read' || PASSING.has(error.code ?? '');
  return error instanceof StripeInvalidRequestError && !mayPass;
}

/** True if Stripe does not know the object asked for. */
export function isMissing(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && error.statusCode === 404;
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

const isOfAccount = (error: unknown) =>
  error instanceof StripeAuthenticationError || error instanceof StripePermissionError;

function codeOf(
  { code = '', param = '' }: Stripe.errors.StripeError,
  kind: CallKind,
): ProviderRefused['code'] {
  if (OF_BANKS.has(kind) && (BANK_CODES.has(code) || param.includes('iban'))) return 'iban';
  return CODES[code] ?? PARAMS.find(([names]) => names.test(param))?.[1] ?? 'other';
}

/**
 * Without `cause`: an error of the SDK holds the whole answer. Stripe’s sentence about a wrong key repeats part of it, and
 * one about a bank account may repeat its number.
 */
function wordsOf(
  error: Stripe.errors.StripeError,
  { kind, account }: { kind: CallKind; account: string },
): string {
  const { code, param, requestId, statusCode, message } = error;
  const facts = [statusCode, code, param, requestId].filter((fact) => fact !== undefined).join(' ');
  const isHarmless = error instanceof StripeInvalidRequestError && !OF_BANKS.has(kind);
  const sentence = isHarmless ? `: ${message.slice(0, SENTENCE)}` : '';
  return `payment account ${account}: ${error.type} (${facts})${sentence}`;
}
