import { createHmac, timingSafeEqual } from 'node:crypto';

/** Webhooks signed earlier or later than this are refused, so a captured one is worthless later. */
const TOLERANCE_SECONDS = 300;

/**
 * Signs a webhook: `t=<seconds>,v1=<hex>`, an HMAC SHA-256 over `<seconds>.<raw body>`. The time is signed too. Uses
 * the bytes on the wire, because parsed and rewritten JSON may differ.
 */
export function signWebhook(secret: string, rawBody: Buffer, now: number): string {
  const seconds = Math.floor(now / 1_000);
  return `t=${seconds},v1=${hmac(secret, seconds, rawBody).toString('hex')}`;
}

/** True if `signature` matches these bytes and is at most 300 s off `now`. Compares in constant time. */
export function verifyWebhookSignature(
  secret: string,
  rawBody: Buffer,
  signature: string | undefined,
  now: number,
): boolean {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '');
  if (!parts) return false;
  const seconds = Number(parts[1]);
  const isGenuine = timingSafeEqual(Buffer.from(parts[2] ?? '', 'hex'), hmac(secret, seconds, rawBody));
  return isGenuine && Math.abs(Math.floor(now / 1_000) - seconds) <= TOLERANCE_SECONDS;
}

function hmac(secret: string, seconds: number, rawBody: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest();
}
