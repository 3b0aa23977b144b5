import { createHmac } from 'node:crypto';
import type { PaymentsContext } from '../payments-context.ts';

/** The meaning of a hashed value. The same value of two kinds has two hashes. */
export type HashKind = 'iban' | 'phone' | 'code' | 'order';

/**
 * The stored form of an account number, a phone number or a code: HMAC-SHA-256 under `PAYMENT_HASH_SECRET`, in hex. They
 * are short enough to guess, so a hash without a key would hide nothing.
 * @throws if the installation has no such key. Direct debit is not offered then.
 */
export function keyedHash(
  { config: { paymentHashSecret } }: Pick<PaymentsContext, 'config'>,
  kind: HashKind,
  value: string,
): string {
  if (!paymentHashSecret) throw new Error('PAYMENT_HASH_SECRET is missing. Fix: set PAYMENT_HASH_SECRET.');
  return createHmac('sha256', paymentHashSecret).update(`${kind} ${value}`).digest('hex');
}
