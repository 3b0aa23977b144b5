import { useEffect, useRef, useState } from 'react';
import type { Messages } from '../../live/apply/messages.ts';
import { useHasAttention, useOpenConversation } from '../../live/attention.ts';
import { noteRead } from './chats.ts';
import { firstUnreadOf } from './conversation-rows.ts';
import { useSeen } from './receipts/use-seen.ts';
import { tellRead } from './tell-read.ts';

/** Messages that come faster than this are told as read together. */
const TELL_EVERY_MS = 1_000;

/**
 * Marks an open conversation as read, only while the page is visible and focused on it. The mark is shown at once and
 * told to the server until it answers: a cut on the way means telling it again with the next connection.
 * Gives the row the member had read up to when they came, if something was unread after it: "new messages" stands under
 * it. Without `messages` nothing is read: the reader looks at a part further up. `isFetching`: they are asked for, as after
 * a time without the network; what an answer brings was missed, what comes by itself was not.
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
  const told = useRef<number | undefined>(undefined);
  told.current ??= messages?.readSeq;
  const theirs = messages?.messages.findLast((message) => message.sender !== me)?.seq ?? 0;
  const last = messages?.messages.at(-1)?.seq ?? 0;
  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  /** Read, and not told yet: while messages come one after the other, it is told now and then. */
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    if (!hasAttention) waiting.current?.();
    if (!hasAttention || theirs <= (told.current ?? 0)) return undefined;
    const tell = () => {
      waiting.current = undefined;
      told.current = last;
      toldAt.current = performance.now();
      noteRead(conversation, last);
      tellRead(conversation, last);
    };
    waiting.current = tell;
    const inMs = toldAt.current + TELL_EVERY_MS - performance.now();
    if (inMs <= 0) {
      tell();
      return undefined;
    }
    const timer = setTimeout(tell, inMs);
    return () => clearTimeout(timer);
  }, [conversation, hasAttention, theirs, last]);
  useEffect(() => () => waiting.current?.(), []);
  return readUpTo;
}

/** The read mark at the moment the member, or their network, came back to something unread; it stays while they read. */
function useReadUpTo(
  messages: Messages | undefined,
  me: string,
  { hasAttention, isFetching }: { hasAttention: boolean; isFetching: boolean },
): number | null {
  const [mark, setMark] = useState<number | null>(null);
  const [seen, setSeen] = useState('');
  const moment = `${messages !== undefined} ${hasAttention} ${isFetching}`;
  // During drawing, not after it: by then the messages count as read.
  if (seen !== moment) {
    setSeen(moment);
    const isUnread =
      messages && hasAttention && firstUnreadOf(messages.messages, me, messages.readSeq) !== null;
    if (isUnread) setMark(messages.readSeq);
  }
  return mark;
}
