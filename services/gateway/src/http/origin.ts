import type { CallContract } from '@heartline/contracts';

/**
 * Whether a request that may change something comes from our own pages. Browsers say so in `Sec-Fetch-Site`; older
 * ones at least name their `Origin`. A request that says neither is refused.
 */
export function isOwnOrigin(
  headers: { 'sec-fetch-site'?: string | string[] | undefined; origin?: string | undefined },
  allowed: ReadonlySet<string>,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin !== undefined && allowed.has(headers.origin);
}

/** Calls that must come from our own pages: all that change state. Providers prove themselves by signature. */
export function needsOwnOrigin(contract: CallContract): boolean {
  return contract.access !== 'provider' && (contract.method !== 'GET' || contract.changesState === true);
}
