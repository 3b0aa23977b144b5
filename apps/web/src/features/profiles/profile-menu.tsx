import type { Profile } from '@heartline/contracts';
import { classNames, Menu } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Ban, Ellipsis, Flag, Trash2 } from 'lucide-react';
import { chatsQuery } from '../../client/chats-query.ts';
import { askRemoval } from '../../client/removal-request.ts';
import { askSafety } from '../../client/safety-request.ts';
import { ON_PHOTO } from '../../people/on-photo.ts';

/** Further actions on a member: report, block, remove the conversation. */
export function ProfileMenu({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const { conversation, name } = profile;
  const hasChat = useQuery(chatsQuery).data?.chats.some((chat) => chat.conversation.id === conversation);
  return (
    <Menu
      label={t`More options for ${name}`}
      buttonClassName={classNames(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-2 transition-colors hover:bg-hover hover:text-ink md:aria-expanded:bg-hover md:-mr-2.5',
        ON_PHOTO,
      )}
      items={[
        {
          id: 'report',
          label: t`Report ${name}`,
          icon: <Flag className="size-5" aria-hidden />,
          onPress: () => askSafety({ kind: 'report', person: profile }),
        },
        {
          id: 'block',
          label: t`Block ${name}`,
          isDanger: true,
          icon: <Ban className="size-5" aria-hidden />,
          onPress: () => askSafety({ kind: 'block', person: profile }),
        },
        ...(hasChat
          ? [
              {
                id: 'remove',
                label: t`Remove chat`,
                isDanger: true,
                icon: <Trash2 className="size-5" aria-hidden />,
                onPress: () => askRemoval({ conversation, person: profile }),
              },
            ]
          : []),
      ]}
    >
      <Ellipsis className="size-5" aria-hidden />
    </Menu>
  );
}
