import { type Chat, CONSTANTS } from '@heartline/contracts';
import { Avatar, Button, ConversationRow, EmptyState, FictionalChip, Skeleton } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { KeyboardEvent } from 'react';
import { useServerClock } from '../../client/clock.ts';
import { useMember, useSettings } from '../../client/session.ts';
import { useFictionalWord } from '../../people/fictional-word.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { useChats } from './chats.ts';
import { useTimes } from './times.ts';

/** The conversations, newest first. Arrow keys move through them. */
export function ConversationList({ current }: { current?: string | undefined }) {
  const chats = useChats();
  // Beside an open conversation, that one is what the page is about.
  const Title = current === undefined ? 'h1' : 'h2';
  return (
    <div className="flex min-h-full flex-col pb-4">
      <Title className="title px-5 pt-5 pb-3 text-xl">
        <Trans>Messages</Trans>
      </Title>
      {!chats && <ListSkeleton />}
      {chats?.length === 0 && <NoConversations />}
      {chats && chats.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links in it keep their own keys
        <ul className="grid grid-cols-1 gap-0.5" onKeyDown={moveWithArrows}>
          {chats.map((chat) => (
            <li key={chat.conversation.id}>
              <ListRow chat={chat} isCurrent={chat.conversation.id === current} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ListRow({ chat, isCurrent }: { chat: Chat; isCurrent: boolean }) {
  const { t } = useLingui();
  const me = useMember();
  const { cdn_prefix: prefix } = useSettings();
  const fictional = useFictionalWord();
  const times = useTimes();
  const now = useServerClock(60_000);
  const { profile, num_unread_messages: unread, preview } = chat;
  const isOwn = chat.previewSender === me.id;
  return (
    <ConversationRow
      href={`/chats/${chat.conversation.id}`}
      isCurrent={isCurrent}
      avatar={
        <Avatar
          name={profile.name}
          src={photoUrl(prefix, profile.main_image?.thumb_filename)}
          isOnline={profile.online}
          presenceLabel={t`Online`}
        />
      }
      name={<bdi>{profile.name}</bdi>}
      time={chat.lastAt > 0 ? times.brief(chat.lastAt, now) : undefined}
      preview={
        <>
          {isOwn && (
            <span className="text-ink-2">
              <Trans>You:</Trans>{' '}
            </span>
          )}
          <bdi>{preview}</bdi>
        </>
      }
      chip={profile.fictional && <FictionalChip>{fictional}</FictionalChip>}
      {...(unread > 0 && {
        unread: unread > CONSTANTS.unreadBadgeCap ? `${CONSTANTS.unreadBadgeCap}+` : String(unread),
        unreadLabel: plural(unread, { one: '# unread message', other: '# unread messages' }),
      })}
    />
  );
}

function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function ListSkeleton() {
  return (
    <div aria-hidden className="grid gap-0.5">
      {[64, 48, 72, 56, 40].map((width) => (
        <div key={width} className="mx-2 flex min-h-18 items-center gap-3 px-3">
          <Skeleton className="size-12 rounded-full" />
          <div className="grid grow gap-2">
            <Skeleton className="h-3.5 w-28" />
            <div style={{ width: `${width}%` }}>
              <Skeleton className="h-3" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

function NoConversations() {
  const { t } = useLingui();
  return (
    <EmptyState
      drawing="inbox"
      title={t`Nobody has written yet`}
      action={
        <Button href="/members" variant="primary">
          <Trans>Find someone to write to</Trans>
        </Button>
      }
      className="py-8"
    >
      <Trans>A first message is the shortest way to a second one.</Trans>
    </EmptyState>
  );
}
