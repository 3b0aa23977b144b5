import { type DiscountCode, getDiscountCode } from '@heartline/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { serverNow } from '../../client/clock.ts';
import { keys } from '../../client/query.ts';
import { useUser } from '../../client/session.ts';
import { useServerClock } from '../../client/use-server-clock.ts';

/** The welcome discount of a new member. A failure is not reported: the site works without it (S7-037). */
const timeBonusQuery = queryOptions({
  queryKey: keys.discountCode,
  queryFn: async ({ signal }) => (await call(getDiscountCode, {}, { signal })).discountcode,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * The time left of the bonus at `now` (server time); no bonus after its end, or for a member who has paid (S4-035 to
 * S4-041). The end is a fixed moment, so no reload or later answer restarts it.
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
  // The clock stops after the end. A render right after the end may still have the tick before it.
  const remainingMs = isRunning ? remainingBonusMs(code, user, now) : 0;
  return code && remainingMs > 0 ? { percent: code.value_percentage, remainingMs } : null;
}
