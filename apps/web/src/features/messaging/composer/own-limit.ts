import type { getMessagePrice, OutputOf } from '@heartline/contracts';

type Known = Pick<OutputOf<typeof getMessagePrice>, 'message_credits' | 'pausedUntil' | 'limit'>;

/**
 * The pause or the limit of the member's own that a message would meet now. What was asked once holds until its time is
 * over: a page that stays open lets the member write again by the clock alone.
 */
export function ownLimitAt(
  { message_credits: price, pausedUntil, limit }: Known,
  now: number,
): { kind: 'pause'; until: number } | { kind: 'limit'; credits: number; until: number } | undefined {
  if (price === 0) return undefined;
  if (pausedUntil !== null && pausedUntil > now) return { kind: 'pause', until: pausedUntil };
  return limit && limit.until > now ? { kind: 'limit', ...limit } : undefined;
}
