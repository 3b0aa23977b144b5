import { removeChat as removeChatCall } from '@heartline/contracts';
import { call } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import type { Chats } from '../../live/apply/chats.ts';
import { onLive } from '../../live/bus.ts';

/**
 * Removing a conversation: it leaves the list at once; the server is asked when the time to undo is over, or when the
 * page goes away. A message that comes meanwhile brings the conversation back, since it was not there to be removed.
 */
interface Removal {
  timer: ReturnType<typeof setTimeout>;
  ask(isLeaving: boolean): void;
}

export const UNDO_MS = 6_000;

const removals = new Map<string, Removal>();
const listeners = new Set<() => void>();
let removed: ReadonlySet<string> = new Set();

function update() {
  removed = new Set(removals.keys());
  for (const listener of listeners) listener();
}

/** Conversations that were removed and may still be brought back. */
export function removedConversations(): ReadonlySet<string> {
  return removed;
}

export function subscribeToRemovals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface RemovalListener {
  /** The time to undo is over. */
  onDecided(): void;
  /** The server refused; the list is loaded again (S4-022, S4-023). */
  onFailed(error: unknown): void;
}

/** Removes one conversation from the list now, and from the server when it can't be undone any more. */
export function removeChat(conversation: string, { onDecided, onFailed }: RemovalListener): void {
  if (removals.has(conversation)) return;
  const ask = async (isLeaving: boolean) => {
    clearTimeout(removal.timer);
    onDecided();
    try {
      await call(removeChatCall, { conversation }, { keepalive: isLeaving });
      // Somebody wrote before this answer came: what is listed now is newer than the removal.
      if (removals.get(conversation) === removal) forgetHere(conversation);
    } catch (error) {
      onFailed(error);
      await queryClient.invalidateQueries({ queryKey: keys.chats });
    }
    if (removals.get(conversation) !== removal) return;
    removals.delete(conversation);
    update();
  };
  const removal: Removal = {
    timer: setTimeout(() => void ask(false), UNDO_MS),
    ask: (isLeaving) => void ask(isLeaving),
  };
  removals.set(conversation, removal);
  update();
}

function forgetHere(conversation: string): void {
  queryClient.setQueryData<Chats>(
    keys.chats,
    (held) => held && { ...held, chats: held.chats.filter((chat) => chat.conversation.id !== conversation) },
  );
  queryClient.removeQueries({ queryKey: keys.messages(conversation) });
}

/** Brings a conversation back that was just removed. */
export function undoRemoval(conversation: string): void {
  clearTimeout(removals.get(conversation)?.timer);
  if (removals.delete(conversation)) update();
}

/** Finishes removals when the page goes, and undoes those somebody wrote into. Returns how to stop. */
export function followRemovals(): () => void {
  const onLeave = () => {
    for (const removal of removals.values()) removal.ask(true);
  };
  addEventListener('pagehide', onLeave);
  const stop = onLive('message:created', ({ message }) => undoRemoval(message.conversation));
  return () => {
    onLeave();
    removeEventListener('pagehide', onLeave);
    stop();
  };
}
