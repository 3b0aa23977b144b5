import { getNotifications } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys } from './query-keys.ts';

/** What the member is told of, by which way and when. Apart from the first paint. */
export const notificationsQuery = queryOptions({
  queryKey: keys.notifications,
  queryFn: ({ signal }) => call(getNotifications, {}, { signal }),
});
