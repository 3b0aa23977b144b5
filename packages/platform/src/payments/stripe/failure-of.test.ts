import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { ProviderRefused, ProviderUnavailable } from '../../ports.ts';
import { type CallKind, failureOf } from './failure-of.ts';

const { errors } = Stripe;

const refused = (raw: { code?: string; param?: string; statusCode?: number }) =>
  new errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    statusCode: 400,
    message: 'No.',
    ...raw,
  });
const failure = (error: unknown, kind: CallKind = 'open') => failureOf(error, { kind, account: 'main' });

describe('errors of Stripe', () => {
  it.each([
    [{ param: 'payment_method_types[0]' }, 'method'],
    [{ param: 'payment_method_types' }, 'method'],
    [{ param: 'line_items[0][price_data][currency]' }, 'method'],
    [{ param: 'line_items[0][price_data][unit_amount]' }, 'amount'],
    [{ code: 'amount_too_small' }, 'amount'],
    [{ code: 'amount_too_large' }, 'amount'],
    [{ code: 'country_unsupported' }, 'country'],
    [{ code: 'testmode_charges_only' }, 'account'],
    [{ code: 'account_invalid' }, 'account'],
    [{ param: 'locale' }, 'other'],
    [{}, 'other'],
  ])('refuses a checkout for %j as %s', (raw, code) => {
    const outcome = failure(refused(raw));
    expect(outcome).toBeInstanceOf(ProviderRefused);
    expect(outcome).toMatchObject({ code });
  });

  it.each([
    [{ code: 'charge_already_refunded' }, 'amount'],
    [{ param: 'amount' }, 'amount'],
    [{ code: 'charge_disputed' }, 'closed'],
  ])('refuses a refund for %j as %s', (raw, code) => {
    expect(failure(refused(raw), 'refund')).toMatchObject({ name: 'ProviderRefused', code });
  });

  const IBAN = 'payment_method_data[sepa_debit][iban]';
  const declined = (code: string) =>
    new errors.StripeCardError({ type: 'card_error', statusCode: 402, message: 'No.', code });

  it.each([
    [refused({ code: 'invalid_bank_account_iban', param: IBAN }), 'iban'],
    [refused({ code: 'parameter_invalid_empty', param: IBAN }), 'iban'],
    [refused({ code: 'sepa_unsupported_account' }), 'iban'],
    [refused({ code: 'account_closed' }), 'iban'],
    [refused({ code: 'payment_intent_mandate_invalid' }), 'other'],
    [refused({ param: 'payment_method_types' }), 'method'],
    [declined('bank_account_declined'), 'iban'],
    [declined('debit_not_authorized'), 'iban'],
    [declined('processing_error'), 'other'],
  ])('refuses mandates and debits for %s as %s', (error, code) => {
    for (const kind of ['mandate', 'collect'] as const)
      expect(failure(error, kind)).toMatchObject({ name: 'ProviderRefused', code });
  });

  it('repeats no account number from Stripe’s sentence', () => {
    const said = new errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      statusCode: 400,
      message: 'Invalid IBAN: NL91ABNA0417164300',
      param: IBAN,
    });
    for (const kind of ['mandate', 'collect'] as const)
      expect(failure(said, kind).message).not.toContain('NL91');
  });

  it('lets a wrong key refuse a mandate, and makes a debit wait', () => {
    const error = new errors.StripeAuthenticationError({ type: 'invalid_request_error', statusCode: 401 });
    expect(failure(error, 'mandate')).toMatchObject({ name: 'ProviderRefused', code: 'account' });
    expect(failure(error, 'collect')).toBeInstanceOf(ProviderUnavailable);
  });

  it.each([
    ['a wrong key', new errors.StripeAuthenticationError({ type: 'invalid_request_error', statusCode: 401 })],
    ['a key without the right', new errors.StripePermissionError({ type: 'invalid_request_error' })],
  ])('lets %s refuse a checkout only', (_case, error) => {
    expect(failure(error)).toMatchObject({ name: 'ProviderRefused', code: 'account' });
    for (const kind of ['close', 'refund', 'read'] as const)
      expect(failure(error, kind)).toBeInstanceOf(ProviderUnavailable);
  });

  it.each([
    ['a rate limit', new errors.StripeRateLimitError({ type: 'rate_limit_error', statusCode: 429 })],
    ['an outage', new errors.StripeAPIError({ type: 'api_error', statusCode: 503 })],
    ['a lost connection', new errors.StripeConnectionError({ type: 'api_error' })],
    ['a key in use', new errors.StripeIdempotencyError({ type: 'idempotency_error', statusCode: 409 })],
    ['an empty balance', refused({ code: 'balance_insufficient' })],
    ['a lock', refused({ code: 'lock_timeout' })],
    ['a fault of ours', new TypeError('x is undefined')],
  ])('takes %s for an outage', (_case, error) => {
    expect(failure(error)).toBeInstanceOf(ProviderUnavailable);
    expect(failure(error, 'refund')).toBeInstanceOf(ProviderUnavailable);
  });

  it('never takes a look for refused', () => {
    expect(failure(refused({ code: 'resource_missing' }), 'read')).toBeInstanceOf(ProviderUnavailable);
  });

  it('passes on the words of the bounded fetch', () => {
    const words = new ProviderUnavailable('payment account main: redirect refused');
    expect(failure(new errors.StripeConnectionError({ type: 'api_error', detail: words }))).toBe(words);
  });

  it('names code and request, and no part of a key', () => {
    const raw = { statusCode: 401, requestId: 'req_1', message: 'Invalid API Key provided: sk_test_***7890' };
    const { message, cause } = failure(
      new errors.StripeAuthenticationError({ type: 'invalid_request_error', ...raw }),
    );
    expect(message).toBe('payment account main: StripeAuthenticationError (401 req_1)');
    expect(cause).toBeUndefined();
  });
});
