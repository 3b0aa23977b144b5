import { CONSTANTS } from '@heartline/contracts';
import {
  Anchor,
  Avatar,
  ChatBar,
  CreditsPill,
  FictionalChip,
  IconButton,
  Menu,
  showToast,
} from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Ban, Flag, Info, Trash2, UserRound } from 'lucide-react';
import { useErrorMessage } from '../../client/error-message.ts';
import { askSafety } from '../../client/safety-request.ts';
import { useMember, useSettings } from '../../client/session.ts';
import { useFictionalWord } from '../../people/fictional-word.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { usePlaceOf } from '../../people/place.ts';
import { removeChat, UNDO_MS, undoRemoval } from './remove-chat.ts';
import type { Partner } from './use-partner.ts';

/** The bar over a conversation: the way back on phones, who it is, the credits left, and what else can be done. */
export function ConversationBar({ partner }: { partner: Partner }) {
  const { t } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const placeOf = usePlaceOf();
  const fictional = useFictionalWord();
  const remove = useRemove(partner);
  const { profile } = partner;
  const { name } = profile;
  const href = `/members/${profile.id}`;
  return (
    <ChatBar
      back={
        <IconButton label={t`All messages`} href="/chats">
          <ArrowLeft className="size-5" aria-hidden />
        </IconButton>
      }
      tools={
        <div className="flex items-center gap-1">
          <Balance />
          <Menu
            label={t`About this conversation`}
            items={[
              {
                id: 'profile',
                label: t`Profile of ${profile.name}`,
                href,
                icon: <UserRound className="size-5" aria-hidden />,
              },
              {
                id: 'report',
                label: t`Report ${name}`,
                onPress: () => askSafety({ kind: 'report', person: profile }),
                icon: <Flag className="size-5" aria-hidden />,
              },
              {
                id: 'block',
                label: t`Block ${name}`,
                onPress: () => askSafety({ kind: 'block', person: profile }),
                isDanger: true,
                startsGroup: true,
                icon: <Ban className="size-5" aria-hidden />,
              },
              {
                id: 'remove',
                label: t`Remove conversation`,
                onPress: remove,
                isDanger: true,
                icon: <Trash2 className="size-5" aria-hidden />,
              },
            ]}
          >
            <Info className="size-5" aria-hidden />
          </Menu>
        </div>
      }
    >
      <Anchor href={href} className="flex min-h-12 w-fit max-w-full items-center gap-3 rounded-control pr-2">
        <Avatar
          name={profile.name}
          src={photoUrl(prefix, profile.main_image?.thumb_filename)}
          size="sm"
          isOnline={profile.online}
          presenceLabel={t`Online`}
        />
        <div className="min-w-0">
          <h1 className="title truncate text-md">
            <bdi>{profile.name}</bdi>, {profile.age}
          </h1>
          <p className="flex items-center gap-2 text-sm text-ink-2">
            {profile.fictional && <FictionalChip>{fictional}</FictionalChip>}
            <span className={profile.fictional ? 'truncate max-sm:hidden' : 'truncate'}>
              {profile.online ? t`Online` : placeOf(profile)}
            </span>
          </p>
        </div>
      </Anchor>
    </ChatBar>
  );
}

function Balance() {
  const { credits } = useMember();
  const tone = credits === 0 ? 'danger' : credits <= CONSTANTS.creditsBadgeBelow ? 'amber' : 'plain';
  return (
    <Anchor href="/credits" className="target rounded-full">
      <CreditsPill tone={tone} label={plural(credits, { one: '# credit left', other: '# credits left' })}>
        {credits}
      </CreditsPill>
    </Anchor>
  );
}

/** Removes the conversation at once, with a way back; a refusal is told and the list loaded again. */
function useRemove({ conversation, profile }: Partner) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const say = useErrorMessage();
  return () => {
    const notice = showToast({
      title: t`Conversation with ${profile.name} removed`,
      timeoutMs: UNDO_MS,
      action: { label: t`Undo`, onPress: () => undoRemoval(conversation) },
    });
    removeChat(conversation, {
      onDecided: () => void notice.then((close) => close()),
      onFailed: (error) =>
        void showToast({
          title: t`The conversation with ${profile.name} could not be removed`,
          description: say(error),
          tone: 'error',
          isSticky: true,
        }),
    });
    void navigate({ to: '/chats' });
  };
}
