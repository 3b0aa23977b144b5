import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../client/error-message.ts';
import type { JumpNotices } from './history.ts';
import { useTimes } from './times.ts';

/** Notifications for the outcome of a jump. */
export function useJumpNotices(): JumpNotices {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const times = useTimes();
  return {
    missed: () => void showToast({ title: t`This message can’t be shown` }),
    failed(error, again) {
      void showToast({
        title: t`We couldn’t load this part of the chat`,
        description: errorTextOf(error),
        tone: 'error',
        action: { label: t`Try again`, onPress: again },
      });
    },
    otherDay(asked, found) {
      const [day, other] = [times.date(asked), times.date(found)];
      void showToast({ title: t`No messages on ${day}. Showing ${other}.` });
    },
  };
}
