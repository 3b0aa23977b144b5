import { getSpending } from '@heartline/contracts';
import { spendingChanges } from '@heartline/domain';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { serverNow } from './clock.ts';
import { keys } from './query.ts';

/** The clock of this device may be a little ahead of the server’s. */
const AFTER_MS = 1_000;

/**
 * What is spent and allowed by the member's own limits and pause, asked for anew when it changes by itself and when the
 * member comes back to the page. Apart from the first paint.
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
