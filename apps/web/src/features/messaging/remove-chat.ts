import { removeChat as removeChatCall } from '@heartline/contracts';
import { call } from '../../client/api.ts';
import { beforeLogOut } from '../../client/before-log-out.ts';
import { chatsQuery } from '../../client/chats-query.ts';
import { keys, queryClient } from '../../client/query.ts';
import type { Chats } from '../../live/apply/chats.ts';
import { onLive } from '../../live/bus.ts';
import { isLive } from '../../live/connection.ts';
import { UNDO_MS } from '../../people/undo.ts';
import { changeOlder } from './older-in-hand.ts';

/**
 * Removal of a conversation.
 *
 * | When | What happens |
 * |---|---|
 * | at once | it leaves the list |
 * | the undo notification closes, the page closes, or a log-out | the server is asked |
 * | a new message arrives before that, by event or in a fetched list | it comes back |
 * | the page slept past the time, or is disconnected | the list is fetched before the server is asked |
 */
interface Removal {
  /** Last row at the time of the removal, if the list knew it. */
  upTo: number | undefined;
  ask(isLeaving: boolean): Promise<void>;
}

/** A notification that closes later than this past its time was held open, or the device slept. */
const LATE_MS = 2_000;

const removals = new Map<string, Removal>();
const listeners = new Set<() => void>();
let removed: ReadonlySet<string> = new Set();

function update() {
  removed = new Set(removals.keys());
  for (const listener of listeners) listener();
}

/** Conversations that were removed and can still be restored. */
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

/**
 * Removes a conversation from the list. Returns a function that removes it from the server when undo is over. That
 * function does nothing after an undo, or when the closing page already sent the request.
 */
export function removeChat(conversation: string, { onDecided, onFailed }: RemovalListener): () => void {
  const due = Date.now() + UNDO_MS;
  let isAsked = false;
  const end = () => {
    if (removals.get(conversation) === removal) undoRemoval(conversation);
  };
  const ask = async (isLeaving: boolean) => {
    isAsked = true;
    onDecided();
    try {
      if (!isLeaving && (!isLive() || Date.now() > due + LATE_MS)) {
        await queryClient.fetchQuery({ ...chatsQuery, staleTime: 0 });
        if (removals.get(conversation) !== removal) return;
      }
      await call(removeChatCall, { conversation }, { keepalive: isLeaving });
      // Skip if a message arrived during the request: the list is then newer than the removal.
      if (removals.get(conversation) === removal) forgetHere(conversation);
    } catch (error) {
      // No error after a log-out, because another person may use the device by then.
      if (queryClient.getQueryData(keys.user) !== null) onFailed(error);
      // Restore first: without a connection the list can't be refetched, and a conversation reported as not removed
      // must show.
      end();
      await queryClient.invalidateQueries({ queryKey: keys.chats });
    }
    end();
  };
  const removal: Removal = { upTo: lastSeqOf(conversation), ask };
  removals.set(conversation, removal);
  update();
  return () => {
    if (!isAsked && removals.get(conversation) === removal) void ask(false);
  };
}

/** Last row of a conversation according to the list. */
function lastSeqOf(conversation: string): number | undefined {
  const chats = queryClient.getQueryData<Chats>(keys.chats)?.chats;
  return chats?.find((chat) => chat.conversation.id === conversation)?.lastSeq;
}

/** Undoes removals of conversations that have a new message according to the list. */
function undoOutgrown(): void {
  for (const [conversation, { upTo }] of removals) {
    if (upTo !== undefined && (lastSeqOf(conversation) ?? 0) > upTo) undoRemoval(conversation);
  }
}

function forgetHere(conversation: string): void {
  queryClient.setQueryData<Chats>(
    keys.chats,
    (held) => held && { ...held, chats: held.chats.filter((chat) => chat.conversation.id !== conversation) },
  );
  changeOlder(conversation, () => null);
  queryClient.removeQueries({ queryKey: keys.messages(conversation) });
}

/** Restores a conversation that was just removed. */
export function undoRemoval(conversation: string): void {
  if (removals.delete(conversation)) update();
}

/** Finishes removals when the page closes, and undoes those with a new message. Returns a function that stops it. */
export function followRemovals(): () => void {
  const finish = () => Promise.all([...removals.values()].map((removal) => removal.ask(true)));
  const onLeave = () => void finish();
  addEventListener('pagehide', onLeave);
  const stops = [
    beforeLogOut(finish),
    onLive('message:created', ({ message }) => undoRemoval(message.conversation)),
    queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === keys.chats[0]) undoOutgrown();
    }),
  ];
  return () => {
    onLeave();
    removeEventListener('pagehide', onLeave);
    for (const stop of stops) stop();
  };
}
