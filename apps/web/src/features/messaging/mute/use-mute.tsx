import { muteChat, type ProfileCard } from '@heartline/contracts';
import { type MenuItem, showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { call } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { type Chats, withMute } from '../../../live/apply/chats.ts';
import { useLabelledName } from '../../../people/fictional-word.ts';

/** A conversation that is there, with whom, and whether its messages are told of. */
export interface Mutable {
  conversation: string;
  profile: ProfileCard;
  isMuted: boolean;
}

/** The line of a menu that mutes a conversation, or lets it be heard again; what it did can be undone from its notice. */
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
  const say = useErrorMessage();
  const name = useLabelledName()(profile);
  const { mutate } = useMutation({
    // One press after the other, so that the last one is what stays.
    scope: { id: `mute:${conversation}` },
    mutationFn: (on: boolean) => call(muteChat, { conversation, on }),
    onSuccess: ({ mute }) => {
      queryClient.setQueryData<Chats>(keys.chats, (held) => held && withMute(held, conversation, mute));
      void showToast({
        title: mute.on
          ? t`Muted: no notices, pushes or mails about messages from ${name}.`
          : t`You are told of messages from ${name} again.`,
        action: { label: t`Undo`, onPress: () => mutate(!mute.on) },
      });
    },
    onError: (error) => void showToast({ title: say(error), tone: 'error' }),
  });
  return mutate;
}
