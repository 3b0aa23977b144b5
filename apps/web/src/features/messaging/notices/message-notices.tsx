import type { Chat } from '@heartline/contracts';
import { quietUntil } from '@heartline/domain';
import { showToast } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { chatsQuery } from '../../../client/chats-query.ts';
import { serverNow } from '../../../client/clock.ts';
import { useLocale } from '../../../client/language.ts';
import { isSoundOn, playSound } from '../../../client/message-sound.ts';
import { isPushedHere } from '../../../client/notices.ts';
import { notificationsQuery } from '../../../client/notifications-query.ts';
import { queryClient } from '../../../client/query.ts';
import { hasAttention, isReading } from '../../../live/attention.ts';
import { useLabelledName } from '../../../people/fictional-label.ts';
import { isMuted } from '../chats.ts';
import { useSpoken } from '../use-spoken.tsx';
import { followNews, type News } from './follow-news.ts';

/** More conversations than this are counted instead of named. */
const MOST_NAMES = 3;
/** Pages with the conversation list, which shows new messages. */
const CHAT_PAGES = /^\/(chats(\/|$)|members\/[^/]+\/chat$)/;

/**
 * Announces messages in conversations that are not open to the member at this page. On chat pages only screen readers
 * get it, because the list shows them. Other pages show a notification, unless the member turned off push for them;
 * without focus the push comes instead (decision 011).
 */
export function MessageNotices() {
  const say = useNoticeText();
  const router = useRouter();
  const { region, speak } = useSpoken();
  const notice = useRef<Promise<() => void>>(undefined);
  const { t } = useLingui();
  const notify = useEffectEvent(async (news: News) => {
    const chats = await unreadOf(news);
    const [first] = chats;
    if (!first) return;
    void sound(news);
    if (!hasAttention()) return;
    const words = say(chats);
    if (CHAT_PAGES.test(router.state.location.pathname)) return speak(words);
    if (!(await isWanted(news))) return;
    void notice.current?.then((close) => close());
    const [label, href] =
      chats.length > 1 ? [t`All messages`, '/chats'] : [t`Open chat`, `/chats/${first.conversation.id}`];
    notice.current = showToast({
      title: words,
      action: { label, onPress: () => void router.navigate({ href }) },
    });
  });
  useEffect(() => followNews((news) => void notify(news)), []);
  return region;
}

/** Conversations with news that are listed, not muted, not open, and not read on another device. */
async function unreadOf(news: News): Promise<readonly Chat[]> {
  const held = await queryClient.fetchQuery(chatsQuery).catch(() => undefined);
  return (held?.chats ?? []).filter(
    (chat) =>
      chat.num_unread_messages > 0 &&
      !isMuted(chat) &&
      news.has(chat.conversation.id) &&
      !isReading(chat.conversation.id),
  );
}

/**
 * Plays the sound if the member wants it. A page without focus leaves it to the push, if the device gets one. On such a
 * page it plays for the open conversation too.
 */
async function sound(news: News): Promise<void> {
  if (!isSoundOn() || !(await isWanted(news))) return;
  if (hasAttention() || !(await isPushedHere())) await playSound();
}

/**
 * True if the member wants notifications for some of this news now. If the settings are unknown, nothing interrupts.
 */
async function isWanted(news: News): Promise<boolean> {
  const asked = { ...notificationsQuery, staleTime: Number.POSITIVE_INFINITY };
  const known = await queryClient.fetchQuery(asked).catch(() => undefined);
  if (!known) return false;
  const { push, quiet_hours: quiet } = known.settings;
  if (quietUntil(quiet, serverNow()) !== undefined) return false;
  return [...news.values()].some((seq) => (seq === 1 ? push.new_conversations : push.new_messages));
}

/** Names the senders; a fictional profile has its label. */
function useNoticeText(): (chats: readonly Chat[]) => string {
  const { t } = useLingui();
  const locale = useLocale();
  const labelled = useLabelledName();
  return (chats) => {
    const count = chats.length;
    if (count > MOST_NAMES) {
      return plural(count, {
        one: 'New messages in # chat',
        other: 'New messages in # chats',
      });
    }
    const names = new Intl.ListFormat(locale).format(chats.map(({ profile }) => labelled(profile)));
    return count === 1 ? t`New message from ${names}` : t`New messages from ${names}`;
  };
}
