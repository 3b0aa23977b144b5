import { type DiscountCode, getDiscountCode } from '@heartline/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { serverNow } from '../../client/clock.ts';
import { keys } from '../../client/query.ts';
import { useUser } from '../../client/session.ts';
import { useServerClock } from '../../client/use-server-clock.ts';

/** The welcome discount of a new member. A failure is not told: the site works without it (S7-037). */
const timeBonusQuery = queryOptions({
  queryKey: keys.discountCode,
  queryFn: async ({ signal }) => (await call(getDiscountCode, { welcome: 'true' }, { signal })).discountcode,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Whether a bonus runs at `now` (server time), and for how much longer. It ends by itself at the second it expires, and
 * for a member who has paid (S4-035 to S4-041); its end is a moment, so no reload or second answer restarts it.
 */
export function remainingBonusMs(
  code: Pick<DiscountCode, 'expires'> | null | undefined,
  user: { paid_user: boolean } | null,
  now: number,
): number {
  if (!code || !user || user.paid_user) return 0;
  return Math.max(0, code.expires - now);
}

export interface TimeBonus {
  percent: number;
  remainingMs: number;
}

/** The running welcome discount, counting down every second, or null. */
export function useTimeBonus(): TimeBonus | null {
  const user = useUser();
  const isNew = user !== null && !user.paid_user;
  const { data: code } = useQuery({ ...timeBonusQuery, enabled: isNew });
  const isRunning = remainingBonusMs(code, user, serverNow()) > 0;
  const now = useServerClock(isRunning ? 1_000 : null);
  // Once it is over the clock stands, a moment before the end if the page was drawn anew right after it.
  const remainingMs = isRunning ? remainingBonusMs(code, user, now) : 0;
  return code && remainingMs > 0 ? { percent: code.value_percentage, remainingMs } : null;
}
