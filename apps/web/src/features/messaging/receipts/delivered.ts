import { conversationReceive } from '@heartline/contracts';
import { keys, queryClient } from '../../../client/query.ts';
import type { Chats } from '../../../live/apply/chats.ts';
import { onLive } from '../../../live/bus.ts';
import { isLive, liveRequest, onConnectionChange } from '../../../live/connection.ts';
import { TRIED_AGAIN } from '../outbox/outbox.ts';

/** Messages that come together are answered together. */
const GATHER_MS = 300;
/** A refusal of the moment comes over a line that stands: no new connection would say it again. */
const AGAIN_MS = 5_000;

/**
 * Says "received" for messages this device holds, so that the sender sees "delivered": gathered, the highest row of
 * each conversation, until that is answered, and again after a connection for what came meanwhile. Returns how to stop.
 */
export function followReceipts(): () => void {
  const told = new Map<string, number>();
  const gathered = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!isLive()) return;
    const due = [...gathered];
    gathered.clear();
    for (const [conversation, seq] of due) {
      told.set(conversation, seq);
      const later = () => sayLater(conversation, seq);
      liveRequest(conversationReceive, { conversation, seq }).then((answer) => {
        if (!answer.ok && TRIED_AGAIN.has(answer.refusal.code)) later();
      }, later);
    }
  };
  const sayLater = (conversation: string, seq: number) => {
    // What was said of a newer one since says this too.
    if (isOver || seq < (told.get(conversation) ?? 0)) return;
    gathered.set(conversation, Math.max(seq, gathered.get(conversation) ?? 0));
    again ??= setTimeout(() => {
      again = undefined;
      flush();
    }, AGAIN_MS);
  };
  const note = (conversation: string, seq: number) => {
    if (seq <= (told.get(conversation) ?? 0)) return;
    gathered.set(conversation, Math.max(seq, gathered.get(conversation) ?? 0));
    timer ??= setTimeout(flush, GATHER_MS);
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
    told.clear();
    noteUnread();
    timer ??= setTimeout(flush, GATHER_MS);
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
