import { conversationReceive } from '@heartline/contracts';
import { keys, queryClient } from '../../../client/query.ts';
import type { Chats } from '../../../live/apply/chats.ts';
import { onLive } from '../../../live/bus.ts';
import { isLive, liveSignal, onConnectionChange } from '../../../live/connection.ts';

/** Messages that come together are answered together. */
const GATHER_MS = 300;

/**
 * Says "received" for messages this device holds, so that the sender sees "delivered": gathered, the highest row of
 * each conversation, and again after a connection for what came meanwhile. Returns how to stop.
 */
export function followReceipts(): () => void {
  const told = new Map<string, number>();
  const gathered = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    if (!isLive()) return;
    for (const [conversation, seq] of gathered) {
      told.set(conversation, seq);
      liveSignal(conversationReceive, { conversation, seq });
    }
    gathered.clear();
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
    clearTimeout(timer);
    stopEvents();
    stopAnswers();
    stopConnection();
  };
}
