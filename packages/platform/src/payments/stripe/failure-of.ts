import Stripe from 'stripe';
import { ProviderRefused, ProviderUnavailable } from '../../ports.ts';

/** The call that failed. Only `open`, `close` and `refund` know a definite no. */
export type CallKind = 'open' | 'close' | 'refund' | 'read';

const { StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError, StripeError } =
  Stripe.errors;

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
 * An error of the SDK in the words of the port. A refusal of the account counts only when a checkout is opened, where
 * another account may help. Elsewhere a rotated key must not end a refund for ever.
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
  const words = wordsOf(error, account);
  if (kind === 'open' && isOfAccount(error)) return new ProviderRefused('account', words);
  const isFinal = error instanceof StripeInvalidRequestError && !PASSING.has(error.code ?? '');
  return isFinal && kind !== 'read'
    ? new ProviderRefused(codeOf(error), words)
    : new ProviderUnavailable(words);
}

/** True if Stripe does not know the object asked for. */
export function isMissing(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && error.statusCode === 404;
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

const isOfAccount = (error: unknown) =>
  error instanceof StripeAuthenticationError || error instanceof StripePermissionError;

function codeOf({ code = '', param = '' }: Stripe.errors.StripeError): ProviderRefused['code'] {
  return CODES[code] ?? PARAMS.find(([names]) => names.test(param))?.[1] ?? 'other';
}

/** Without `cause`: an error of the SDK holds the whole answer. Stripe’s sentence about a wrong key repeats part of it. */
function wordsOf(error: Stripe.errors.StripeError, account: string): string {
  const { code, param, requestId, statusCode, message } = error;
  const facts = [statusCode, code, param, requestId].filter((fact) => fact !== undefined).join(' ');
  const sentence = error instanceof StripeInvalidRequestError ? `: ${message.slice(0, SENTENCE)}` : '';
  return `payment account ${account}: ${error.type} (${facts})${sentence}`;
}
