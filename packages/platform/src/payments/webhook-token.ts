import { createHmac, timingSafeEqual } from 'node:crypto';

/** An account whose webhooks carry our own proof. */
interface Account {
  /** Name of the account. */
  account: string;
  /** Its secret key at the provider. */
  key: string;
}

/**
 * A webhook address that only the provider knows, so that strangers can’t make us ask the provider. The token is an HMAC
 * SHA-256 of account and reference under the account’s key. A new key makes the tokens of open payments void, and
 * reconciliation finds those payments.
 */
export function withToken(webhookUrl: string, account: Account, reference: string): string {
  const url = new URL(webhookUrl);
  url.searchParams.set('reference', reference);
  url.searchParams.set('token', tokenOf(account, reference).toString('base64url'));
  return url.href;
}

/** The reference of a webhook whose token is genuine; undefined for any other. Compares in constant time. */
export function provenReference(
  { reference, token }: Readonly<Record<string, unknown>>,
  account: Account,
): string | undefined {
  if (typeof reference !== 'string' || typeof token !== 'string') return undefined;
  const given = Buffer.from(token, 'base64url');
  const expected = tokenOf(account, reference);
  return given.length === expected.length && timingSafeEqual(given, expected) ? reference : undefined;
}

function tokenOf({ account, key }: Account, reference: string): Buffer {
  return createHmac('sha256', key).update(`webhook:${account}:${reference}`).digest();
}
