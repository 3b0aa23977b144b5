import { getSpending } from '@heartline/contracts';
import { spendingChanges } from '@heartline/domain';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { serverNow } from './clock.ts';
import { keys } from './query.ts';

/** The device's clock may be a little ahead of the server's. */
const AFTER_MS = 1_000;

/**
 * Spending and the member's own limits and pause. Refetched when a limit period ends and when the member returns to the
 * page. In a module of its own to stay out of the first chunk.
 */
export const spendingQuery = queryOptions({
  queryKey: keys.spending,
  queryFn: ({ signal }) => call(getSpending, {}, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchInterval: ({ state: { data } }) => {
    if (!data) return false;
    const spending = { ...data, pauseEnds: data.pauseEnds ?? undefined };
    return spendingChanges(spending, serverNow()) - serverNow() + AFTER_MS;
  },
});
