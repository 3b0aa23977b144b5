import { useQuery } from '@tanstack/react-query';
import { notificationsQuery } from '../../client/notifications-query.ts';

/** Whether the member's pushes name nobody and nothing; undefined until it is known, and where nobody asks. */
export function useDiscretion(isAsked: boolean): boolean | undefined {
  return useQuery({ ...notificationsQuery, enabled: isAsked }).data?.settings.discreet_push;
}
