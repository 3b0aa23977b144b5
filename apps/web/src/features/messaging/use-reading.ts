import { useEffect, useRef, useState } from 'react';
import type { Messages } from '../../live/apply/messages.ts';
import { useHasAttention, useOpenConversation } from '../../live/attention.ts';
import { noteRead } from './chats.ts';
import { firstUnreadOf } from './conversation-rows.ts';
import { useSeen } from './receipts/use-seen.ts';
import { sendRead } from './send-read.ts';

/** Messages that arrive within this time are reported as read together. */
const SEND_EVERY_MS = 1_000;

/**
 * Marks an open conversation as read while the page is visible and focused. The mark shows at once, and is reported
 * until the server confirms it.
 *
 * | Input | Meaning |
 * |---|---|
 * | `messages` undefined | the reader is at a part further up, so nothing is read |
 * | `isFetching` | messages are being fetched, as after a disconnect: they count as missed |
 *
 * Returns the row read before the member came, if unread messages follow it; else null.
 */
export function useReading(
  conversation: string,
  messages: Messages | undefined,
  isFetching: boolean,
  me: string,
): number | null {
  useOpenConversation(conversation);
  const hasAttention = useHasAttention();
  const readUpTo = useReadUpTo(messages, me, { hasAttention, isFetching });
  useSeen(conversation, messages, hasAttention);
  const sent = useRef<number | undefined>(undefined);
  sent.current ??= messages?.readSeq;
  const theirs = messages?.messages.findLast((message) => message.sender !== me)?.seq ?? 0;
  const last = messages?.messages.at(-1)?.seq ?? 0;
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  /** Reports the pending mark. While messages arrive in quick succession, it waits. */
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    if (!hasAttention) waiting.current?.();
    if (!hasAttention || theirs <= (sent.current ?? 0)) return undefined;
    const send = () => {
      waiting.current = undefined;
      sent.current = last;
      sentAt.current = performance.now();
      noteRead(conversation, last);
      sendRead(conversation, last);
    };
    waiting.current = send;
    const inMs = sentAt.current + SEND_EVERY_MS - performance.now();
    if (inMs <= 0) {
      send();
      return undefined;
    }
    const timer = setTimeout(send, inMs);
    return () => clearTimeout(timer);
  }, [conversation, hasAttention, theirs, last]);
  useEffect(() => () => waiting.current?.(), []);
  return readUpTo;
}

/** The read mark when the member, or their connection, came back to unread messages. It stays while they read. */
function useReadUpTo(
  messages: Messages | undefined,
  me: string,
  { hasAttention, isFetching }: { hasAttention: boolean; isFetching: boolean },
): number | null {
  const [mark, setMark] = useState<number | null>(null);
  const [seen, setSeen] = useState('');
  const moment = `${messages !== undefined} ${hasAttention} ${isFetching}`;
  // While rendering, because the messages count as read in the effects.
  if (seen !== moment) {
    setSeen(moment);
    const isUnread =
      messages && hasAttention && firstUnreadOf(messages.messages, me, messages.readSeq) !== null;
    if (isUnread) setMark(messages.readSeq);
  }
  return mark;
}
