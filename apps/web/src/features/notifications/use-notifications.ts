import { type Notifications, updateNotifications } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { notificationsQuery } from '../../client/notifications-query.ts';
import { keys, queryClient } from '../../client/query.ts';
import { applyChange, type SettingsChange } from './apply-change.ts';

/** The notification settings. Suspends until they are loaded. */
export function useNotifications(): Notifications {
  return useSuspenseQuery(notificationsQuery).data;
}

/** Changes settings: shown at once, and reverted with an error message when the server refuses. */
export function useChangeNotifications(): (change: SettingsChange) => void {
  const errorTextOf = useErrorMessage();
  const { mutate } = useMutation({
    // In order, so that the last press wins.
    scope: { id: 'notifications' },
    mutationFn: (change: SettingsChange) => call(updateNotifications, change),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: keys.notifications });
      const before = queryClient.getQueryData<Notifications>(keys.notifications);
      if (before) queryClient.setQueryData(keys.notifications, applyChange(before, change));
      return { before };
    },
    onError: (error, _change, context) => {
      if (context?.before) queryClient.setQueryData(keys.notifications, context.before);
      void showToast({ title: errorTextOf(error), tone: 'error' });
    },
    onSettled: () => {
      if (queryClient.isMutating() === 1)
        void queryClient.invalidateQueries({ queryKey: keys.notifications });
    },
  });
  return mutate;
}
