import { hash } from 'node:crypto';

/** A key in the form of a UUID v4, which some providers ask of idempotency keys. The same key gives the same UUID. */
export function keyAsUuid(key: string): string {
  const hex = hash('sha256', key, 'hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
