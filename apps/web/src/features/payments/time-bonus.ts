import { getDiscountCode } from '@heartline/contracts';
import { type TimeBonusState, timeBonusState } from '@heartline/domain';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { serverNow } from '../../client/clock.ts';
import { keys } from '../../client/query.ts';
import { useUser } from '../../client/session.ts';
import { useServerClock } from '../../client/use-server-clock.ts';

/** The welcome discount of a new member. A failure is not reported: the site works without it. */
const timeBonusQuery = queryOptions({
  queryKey: keys.timeBonus,
  queryFn: async ({ signal }) => (await call(getDiscountCode, {}, { signal })).discountcode,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * The time bonus of the signed-in member, counting down every second while it is visible; null until it is loaded and
 * for a visitor. A login loads it, a logout clears it with the member's other data (S4-040, S4-049).
 */
export function useTimeBonus(): TimeBonusState | null {
  const user = useUser();
  const isNew = user !== null && !user.paid_user;
  const { data: code } = useQuery({ ...timeBonusQuery, enabled: isNew });
  // Before the clock: its last tick may be older than the end.
  const state = timeBonusState(code, user, serverNow());
  const now = useServerClock(state?.isVisible ? 1_000 : null);
  return state?.isVisible ? timeBonusState(code, user, now) : state;
}
