import type { CreditPackage } from '@heartline/contracts';

/** Packs that the sheet offers; the credits page has all. */
const MOST_PACKS = 3;

/**
 * The packs to offer to a member who is short of credits: the three smallest that are enough. If fewer are, the largest
 * ones.
 */
export function packsFor(packs: readonly CreditPackage[], missing: number): readonly CreditPackage[] {
  const first = packs.findIndex(({ credits }) => credits >= missing);
  const from = Math.min(first === -1 ? packs.length : first, Math.max(0, packs.length - MOST_PACKS));
  return packs.slice(from, from + MOST_PACKS);
}
