import type { CallContract } from '@heartline/contracts';

/**
 * True if a state-changing request comes from our own pages. Browsers send `Sec-Fetch-Site`; older ones at least send
 * `Origin`. A request with neither is refused.
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
