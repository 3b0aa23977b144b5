import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signed webhook older or newer than this is refused, so that a captured one is worth nothing later. */
const TOLERANCE_SECONDS = 300;

/**
 * The signature of a webhook: `t=<seconds>,v1=<hex>`, an HMAC SHA-256 over `<seconds>.<raw body>`. The time is signed
 * too, and the bytes are those on the wire, never JSON that was parsed and written again.
 */
export function signWebhook(secret: string, rawBody: Buffer, now: number): string {
  const seconds = Math.floor(now / 1_000);
  return `t=${seconds},v1=${hmac(secret, seconds, rawBody).toString('hex')}`;
}

/** Whether `signature` is ours over these bytes and at most 300 s off `now`. Takes the same time for every wrong one. */
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
