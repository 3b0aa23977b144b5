import { getNotifications } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys } from './query-keys.ts';

/** The member's notification settings: channels and times. In a module of its own to stay out of the first chunk. */
export const notificationsQuery = queryOptions({
  queryKey: keys.notifications,
  queryFn: ({ signal }) => call(getNotifications, {}, { signal }),
});
