import { getNotifications } from '@heartline/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { keys } from '../../client/query-keys.ts';

/** What the member is told of. */
export const notificationsQuery = queryOptions({
  queryKey: keys.notifications,
  queryFn: ({ signal }) => call(getNotifications, {}, { signal }),
});

/** Whether the member's pushes name nobody and nothing; undefined until it is known, and where nobody asks. */
export function useDiscretion(isAsked: boolean): boolean | undefined {
  return useQuery({ ...notificationsQuery, enabled: isAsked }).data?.settings.discreet_push;
}
