import { conversationReceive } from '@heartline/contracts';
import { keys, queryClient } from '../../../client/query.ts';
import type { Chats } from '../../../live/apply/chats.ts';
import { onLive } from '../../../live/bus.ts';
import { isLive, liveRequest, onConnectionChange } from '../../../live/connection.ts';
import { TRIED_AGAIN } from '../outbox/refused-entry.ts';

/** Batches messages that arrive within this time, in ms. */
const BATCH_MS = 300;
/**
 * Time in ms before a temporary refusal is repeated. It came over a working connection, so no new connection would
 * repeat it.
 */
const AGAIN_MS = 5_000;

/**
 * Reports messages this device holds as received, so that the sender sees "delivered". It batches the highest row per
 * conversation, repeats it until answered, and starts over after a reconnect. Returns a function that stops it.
 */
export function followReceipts(): () => void {
  const sent = new Map<string, number>();
  const batch = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!isLive()) return;
    const due = [...batch];
    batch.clear();
    for (const [conversation, seq] of due) {
      sent.set(conversation, seq);
      const later = () => sendLater(conversation, seq);
      liveRequest(conversationReceive, { conversation, seq }).then((answer) => {
        if (!answer.ok && TRIED_AGAIN.has(answer.refusal.code)) later();
      }, later);
    }
  };
  const sendLater = (conversation: string, seq: number) => {
    // A newer row was reported since, which includes this one.
    if (isOver || seq < (sent.get(conversation) ?? 0)) return;
    batch.set(conversation, Math.max(seq, batch.get(conversation) ?? 0));
    again ??= setTimeout(() => {
      again = undefined;
      flush();
    }, AGAIN_MS);
  };
  const note = (conversation: string, seq: number) => {
    if (seq <= (sent.get(conversation) ?? 0)) return;
    batch.set(conversation, Math.max(seq, batch.get(conversation) ?? 0));
    timer ??= setTimeout(flush, BATCH_MS);
  };
  const noteUnread = () => {
    for (const chat of queryClient.getQueryData<Chats>(keys.chats)?.chats ?? []) {
      if (chat.num_unread_messages > 0) note(chat.conversation.id, chat.lastSeq);
    }
  };

  const stopEvents = onLive('message:created', ({ message, profile }) => {
    if (message.sender === profile) note(message.conversation, message.seq);
  });
  const stopAnswers = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === keys.chats[0] && query.state.status === 'success')
      noteUnread();
  });
  const stopConnection = onConnectionChange(() => {
    if (!isLive()) return;
    sent.clear();
    noteUnread();
    timer ??= setTimeout(flush, BATCH_MS);
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(again);
    stopEvents();
    stopAnswers();
    stopConnection();
  };
}
