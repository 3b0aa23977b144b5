import type { getMessagePrice, OutputOf } from '@heartline/contracts';

type Known = Pick<OutputOf<typeof getMessagePrice>, 'message_credits' | 'pausedUntil' | 'limit'>;
export type OwnLimits = Pick<Known, 'pausedUntil' | 'limit'>;

/**
 * The member's own pause and limit that block a message now; the limit only if it outlasts the pause. The clock ends
 * both without another request, so a page that stays open lets the member write again.
 */
export function ownLimitsAt(
  { message_credits: price, pausedUntil: pause, limit }: Known,
  now: number,
): OwnLimits {
  if (price === 0) return { pausedUntil: null, limit: null };
  const pausedUntil = pause !== null && pause > now ? pause : null;
  return { pausedUntil, limit: limit && limit.until > (pausedUntil ?? now) ? limit : null };
}
