import { muteChat, type ProfileCard } from '@heartline/contracts';
import { type MenuItem, showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Bell, BellOff } from 'lucide-react';
import { call } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { queryClient } from '../../../client/query.ts';
import { useLabelledName } from '../../../people/fictional-label.ts';
import { showUndo, type Undoable } from '../../../people/undo.ts';
import { noteMute } from '../older-in-hand.ts';

/** A conversation with its member and mute state. */
export interface Mutable {
  conversation: string;
  profile: ProfileCard;
  isMuted: boolean;
}

/** Menu item that mutes or unmutes a conversation, with a notification to undo it. */
export function useMuteItem({ conversation, profile, isMuted }: Mutable): MenuItem {
  const { t } = useLingui();
  const mute = useMute(conversation, profile);
  return {
    id: 'mute',
    label: isMuted ? t`Unmute` : t`Mute`,
    icon: isMuted ? <Bell className="size-5" aria-hidden /> : <BellOff className="size-5" aria-hidden />,
    onPress: () => mute(!isMuted),
  };
}

function useMute(conversation: string, profile: ProfileCard): (on: boolean) => void {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const name = useLabelledName()(profile);
  const mute = (on: boolean): void =>
    void press(conversation, on).then(
      (isMuted) =>
        notify(conversation, {
          title: isMuted
            ? t`Muted. You won’t get notifications or e-mails about messages from ${name}.`
            : t`You’ll get notifications about messages from ${name} again.`,
          onUndo: () => mute(!isMuted),
        }),
      (error: unknown) => void showToast({ title: errorTextOf(error), tone: 'error' }),
    );
  return mute;
}

/**
 * Mutes or unmutes a conversation, and returns the new state. Uses the mutation cache directly, because list rows
 * unmount during the request.
 */
async function press(conversation: string, on: boolean): Promise<boolean> {
  const asked = queryClient.getMutationCache().build(queryClient, {
    // Runs one request at a time per conversation, so that the last press wins.
    scope: { id: `mute:${conversation}` },
    mutationFn: () => call(muteChat, { conversation, on }),
  });
  const { mute } = await asked.execute(undefined);
  noteMute(conversation, mute);
  return mute.on;
}

/** The last notification and its conversation. */
let notified: { conversation: string; notice: Promise<() => void> } | undefined;

/** Shows the new state, and closes the notification of the state before. */
function notify(conversation: string, message: Undoable): void {
  if (notified?.conversation === conversation)
    notified.notice.then(
      (close) => close(),
      () => {},
    );
  notified = { conversation, notice: showUndo(message) };
}
