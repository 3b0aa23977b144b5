import type { getMessagePrice, OutputOf } from '@heartline/contracts';

type Known = Pick<OutputOf<typeof getMessagePrice>, 'message_credits' | 'pausedUntil' | 'limit'>;
export type OwnLimits = Pick<Known, 'pausedUntil' | 'limit'>;

/**
 * The pause and the limit of the member's own that a message would meet now; of the limit only where it holds longer than
 * the pause. What was asked once holds until its time is over: a page that stays open lets the member write again by the
 * clock alone.
 */
export function ownLimitsAt(
  { message_credits: price, pausedUntil: pause, limit }: Known,
  now: number,
): OwnLimits {
  if (price === 0) return { pausedUntil: null, limit: null };
  const pausedUntil = pause !== null && pause > now ? pause : null;
  return { pausedUntil, limit: limit && limit.until > (pausedUntil ?? now) ? limit : null };
}
