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
import { useLabelledName } from '../../../people/fictional-word.ts';
import { isMuted } from '../chats.ts';
import { useSpoken } from '../use-spoken.tsx';
import { followNews, type News } from './follow-news.ts';

/** More names than this are counted. */
const MOST_NAMES = 3;
/** Where the list of conversations shows what is new. */
const CHAT_PAGES = /^\/(chats(\/|$)|members\/[^/]+\/chat$)/;

/**
 * Tells who looks at this page of messages in other conversations than the open one: where the list shows them in words for
 * who can't see it, elsewhere as a notice, unless the member wants no push of them. Who looks at none of our pages is sent
 * that push (decision 011). All of it can be heard, also of the conversation that is open in a page nobody looks at.
 */
export function MessageNotices() {
  const say = useWords();
  const router = useRouter();
  const { region, speak } = useSpoken();
  const notice = useRef<Promise<() => void>>(undefined);
  const { t } = useLingui();
  const tell = useEffectEvent(async (news: News) => {
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
      chats.length > 1
        ? [t`All messages`, '/chats']
        : [t`Open the conversation`, `/chats/${first.conversation.id}`];
    notice.current = showToast({
      title: words,
      action: { label, onPress: () => void router.navigate({ href }) },
    });
  });
  useEffect(() => followNews((news) => void tell(news)), []);
  return region;
}

/** Those of the conversations that are listed, not muted, and in which the news was read nowhere yet. */
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

/** Lets it be heard where the member wants that; of who looks elsewhere the push is heard, on a device that has it. */
async function sound(news: News): Promise<void> {
  if (!isSoundOn() || !(await isWanted(news))) return;
  if (hasAttention() || !(await isPushedHere())) await playSound();
}

/** Whether the member wants to be told of some of it now. Of who is not known to, nobody is interrupted. */
async function isWanted(news: News): Promise<boolean> {
  const asked = { ...notificationsQuery, staleTime: Number.POSITIVE_INFINITY };
  const known = await queryClient.fetchQuery(asked).catch(() => undefined);
  if (!known) return false;
  const { push, quiet_hours: quiet } = known.settings;
  if (quietUntil(quiet, serverNow()) !== undefined) return false;
  return [...news.values()].some((seq) => (seq === 1 ? push.new_conversations : push.new_messages));
}

/** From whom there is news, a fictional profile with its label. */
function useWords(): (chats: readonly Chat[]) => string {
  const { t } = useLingui();
  const locale = useLocale();
  const labelled = useLabelledName();
  return (chats) => {
    const count = chats.length;
    if (count > MOST_NAMES) {
      return plural(count, {
        one: 'New messages in # conversation',
        other: 'New messages in # conversations',
      });
    }
    const names = new Intl.ListFormat(locale).format(chats.map(({ profile }) => labelled(profile)));
    return count === 1 ? t`New message from ${names}` : t`New messages from ${names}`;
  };
}
