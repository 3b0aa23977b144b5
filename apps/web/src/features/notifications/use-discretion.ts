import { useQuery } from '@tanstack/react-query';
import { notificationsQuery } from '../../client/notifications-query.ts';

/** True when the member's pushes contain no name and no text; undefined while that is unknown or not asked. */
export function useDiscretion(isAsked: boolean): boolean | undefined {
  return useQuery({ ...notificationsQuery, enabled: isAsked }).data?.settings.discreet_push;
}
