import type { Chat } from '@heartline/contracts';
import { oldestShown } from '@heartline/domain';
import { Avatar, ContextMenu, ConversationRow, FictionalChip, Menu, type MenuItem } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { EllipsisVertical, Trash2, UserRound } from 'lucide-react';
import { memo, type PointerEvent, type ReactNode, useState } from 'react';
import { badgeText } from '../../client/badge-text.ts';
import { useMember, useSettings } from '../../client/session.ts';
import { useServerClock } from '../../client/use-server-clock.ts';
import { useFictionalLabel } from '../../people/fictional-label.ts';
import { LAST_SEEN } from '../../people/last-seen.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { useIsOnline, usePresence } from '../../people/presence.ts';
import { isMuted } from './chats.ts';
import { useGoneText } from './content/gone-line.tsx';
import { PreviewText } from './content/preview-text.tsx';
import { useDraftPreview } from './drafts.ts';
import { type Point, useLongPress } from './long-press.ts';
import { MutedMark } from './mute/muted-mark.tsx';
import { useMuteItem } from './mute/use-mute.tsx';
import type { OutboxEntry } from './outbox/outbox-store.ts';
import { useEntriesOf } from './outbox/use-outbox.ts';
import { useTimes } from './times.ts';
import { useIsTyping } from './typing/typing.ts';
import { useRemoval, useRemovalOfOpen } from './use-removal.ts';

interface ListRowProps {
  chat: Chat;
  isCurrent: boolean;
  /** True for the row that Tab focuses. */
  isStop: boolean;
  /** Index in the whole list, rendered or not. */
  index: number;
  /** Shown instead of the last message, such as a search match. */
  preview?: ReactNode;
  onClick?: () => void;
}

/**
 * One conversation: member, last or unsent message, time, unread count and menu. Memoized, because the list renders at
 * every scroll and event.
 */
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { chat, isCurrent, isStop, index, preview, onClick } = props;
  const { t, i18n } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const fictional = useFictionalLabel();
  const times = useTimes();
  const now = useServerClock(60_000);
  const presence = usePresence(chat.profile.id);
  const { profile, num_unread_messages: unread } = chat;
  const isOnline = useIsOnline(profile);
  const items = useRowItems(chat, isCurrent);
  const { gestures, menu } = useHeldMenu(chat, items);
  return (
    <div
      {...gestures}
      className="group/row relative pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]"
      data-chat={chat.conversation.id}
      data-index={index}
    >
      <ConversationRow
        href={`/chats/${chat.conversation.id}`}
        isCurrent={isCurrent}
        tabIndex={isStop ? 0 : -1}
        onClick={onClick}
        avatar={
          <Avatar
            name={profile.name}
            src={photoUrl(prefix, profile.main_image?.thumb_filename)}
            isOnline={isOnline}
            presenceLabel={t`Online`}
            // The name needs its room.
            className="max-2xs:hidden"
          />
        }
        name={<bdi>{profile.name}</bdi>}
        title={presence && !presence.online ? i18n._(LAST_SEEN[presence.last_active]) : undefined}
        time={chat.lastAt > 0 ? times.brief(chat.lastAt, now) : undefined}
        preview={preview ?? <Preview chat={chat} isCurrent={isCurrent} now={now} />}
        chip={profile.fictional && <FictionalChip>{fictional}</FictionalChip>}
        mark={isMuted(chat) && <MutedMark />}
        isQuiet={isMuted(chat)}
        {...(unread > 0 && {
          unread: badgeText(unread),
          unreadLabel: plural(unread, { one: '# unread message', other: '# unread messages' }),
        })}
      />
      <RowMenu chat={chat} items={items} isStop={isStop} />
      {menu}
    </div>
  );
});

interface PreviewProps {
  chat: Chat;
  isCurrent: boolean;
  now: number;
}

/**
 * By priority: a failed message, “Writing…” and the draft (both unless the conversation is open), a waiting message,
 * the last message.
 */
function Preview({ chat, isCurrent, now }: PreviewProps) {
  const me = useMember();
  const draft = useDraftPreview(me.id, chat.conversation.id);
  const isTyping = useIsTyping(chat.conversation.id);
  const entries = useEntriesOf(chat.conversation.id);
  const unsent = entries.findLast(({ state }) => state !== 'waiting') ?? entries.at(-1);
  if (unsent && unsent.state !== 'waiting') return <Unsent entry={unsent} />;
  if (isTyping && !isCurrent) {
    return (
      <span className="font-medium text-leaf">
        <Trans>Typing…</Trans>
      </span>
    );
  }
  if (unsent && draft.trim() === unsent.text) return <Unsent entry={unsent} />;
  if (draft && !isCurrent) {
    return (
      <>
        <span className="font-semibold text-ink">
          <Trans>Draft:</Trans>{' '}
        </span>
        <bdi>{draft.slice(0, 140)}</bdi>
      </>
    );
  }
  return unsent ? <Unsent entry={unsent} /> : <Last chat={chat} now={now} />;
}

/** The last message, or why it is gone. */
function Last({ chat, now }: Pick<PreviewProps, 'chat' | 'now'>) {
  const me = useMember();
  const settings = useSettings();
  const gone = useGoneText();
  const isOwn = chat.previewSender === me.id;
  // An old preview is empty too, but it is only hidden.
  const isShown = chat.lastAt >= oldestShown(now, settings);
  const kind = chat.previewKind ?? 'text';
  if (chat.previewGone || (chat.preview === '' && kind === 'text' && isShown)) {
    return (
      // A list persisted by an older version does not say why it is gone.
      <span className="italic">
        {gone(chat.previewGone ?? 'erased', kind, isOwn ? null : chat.profile.name)}
      </span>
    );
  }
  return (
    <>
      {isOwn && (chat.preview !== '' || chat.previewKind) && <You />}
      <PreviewText kind={kind} text={chat.preview} />
    </>
  );
}

/** An own message that is waiting or failed. */
function Unsent({ entry }: { entry: OutboxEntry }) {
  return (
    <>
      {entry.state === 'waiting' && <You />}
      {entry.state === 'held' && (
        <span className="font-semibold text-amber">
          <Trans>Waiting:</Trans>{' '}
        </span>
      )}
      {entry.state === 'failed' && (
        <span className="font-semibold text-danger">
          <Trans>Not sent:</Trans>{' '}
        </span>
      )}
      <PreviewText kind={entry.kind} text={entry.text.slice(0, 140)} />
    </>
  );
}

/** Prefix of the member's own messages. */
function You() {
  return (
    <span className="text-ink-2">
      <Trans>You:</Trans>{' '}
    </span>
  );
}

/** Menu items of a conversation in the list. */
function useRowItems(chat: Chat, isCurrent: boolean): readonly MenuItem[] {
  const { t } = useLingui();
  const { name } = chat.profile;
  const remove = useRemoval();
  const removeOpen = useRemovalOfOpen();
  const mute = useMuteItem({
    conversation: chat.conversation.id,
    profile: chat.profile,
    isMuted: isMuted(chat),
  });
  return [
    {
      id: 'profile',
      label: t`Profile of ${name}`,
      href: `/members/${chat.profile.id}`,
      icon: <UserRound className="size-5" aria-hidden />,
    },
    mute,
    {
      id: 'remove',
      label: t`Remove chat`,
      onPress: () => {
        const request = { conversation: chat.conversation.id, person: chat.profile };
        if (isCurrent) removeOpen(request);
        else remove(request);
      },
      isDanger: true,
      icon: <Trash2 className="size-5" aria-hidden />,
    },
  ];
}

interface RowMenuProps {
  chat: Chat;
  items: readonly MenuItem[];
}

/** Menu behind three dots, for pointer and keyboard. */
function RowMenu({ chat, items, isStop }: RowMenuProps & Pick<ListRowProps, 'isStop'>) {
  const { t } = useLingui();
  const { name } = chat.profile;
  return (
    <span className="absolute top-2.5 right-4 opacity-0 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:hidden">
      <Menu
        label={t`Options for chat with ${name}`}
        buttonTabIndex={isStop ? 0 : -1}
        buttonClassName="target inline-flex size-7 items-center justify-center rounded-full text-ink-2 hover:bg-hover hover:text-ink"
        items={items}
      >
        <EllipsisVertical className="size-5" aria-hidden />
      </Menu>
    </span>
  );
}

/** The same menu on a long press, where no dots are shown. A mouse keeps the browser's own link menu. */
function useHeldMenu(chat: Chat, items: readonly MenuItem[]) {
  const { t } = useLingui();
  const { name } = chat.profile;
  const press = useLongPress();
  const [opened, setOpened] = useState<{ at: Point; row: HTMLElement | null }>();
  const gestures = {
    ...press.handlers,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const row = event.currentTarget.querySelector<HTMLElement>('a');
      const isHere = row?.contains(event.target as Node);
      press.begin(event, isHere ? (at) => setOpened({ at, row }) : undefined);
    },
    onContextMenu: press.refuse,
  };
  const menu = opened && (
    <ContextMenu
      label={t`Options for chat with ${name}`}
      at={opened.at}
      returnTo={opened.row}
      onClose={() => setOpened(undefined)}
      items={items}
    />
  );
  return { gestures, menu };
}
