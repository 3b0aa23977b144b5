import { removeChat as removeChatCall } from '@heartline/contracts';
import { call } from '../../client/api.ts';
import { beforeLogOut } from '../../client/before-log-out.ts';
import { chatsQuery } from '../../client/chats-query.ts';
import { keys, queryClient } from '../../client/query.ts';
import type { Chats } from '../../live/apply/chats.ts';
import { onLive } from '../../live/bus.ts';
import { isLive } from '../../live/connection.ts';
import { changeOlder } from './older-in-hand.ts';

/**
 * Removing a conversation: it leaves the list at once; the server is asked when the notice that undoes it goes, or when
 * the page goes away or the member logs out. A message that comes meanwhile brings the conversation back, since it was not
 * there to be removed: as an event, or in a list that is fetched after a cut. Who slept over the time, or is cut off,
 * fetches the list first.
 */
interface Removal {
  /** The last row that was there to be removed, where the list said so. */
  upTo: number | undefined;
  ask(isLeaving: boolean): Promise<void>;
}

/** How long the notice stands where nobody holds it. */
export const UNDO_MS = 6_000;
/** A notice that went later than this was held, or slept, and the page with it. */
const LATE_MS = 2_000;

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

/**
 * Removes one conversation from the list now. Returns how to remove it from the server, for when it can't be undone any
 * more; of one that was undone, or was removed with the page, that does nothing.
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
      // Somebody wrote before this answer came: what is listed now is newer than the removal.
      if (removals.get(conversation) === removal) forgetHere(conversation);
    } catch (error) {
      // Who has signed out is told nothing: whoever is there now would read it.
      if (queryClient.getQueryData(keys.user) !== null) onFailed(error);
      // On a line that is gone the list can't be loaded again for now: what is called not removed stands there until then.
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

/** The last row of a conversation, as the list has it. */
function lastSeqOf(conversation: string): number | undefined {
  const chats = queryClient.getQueryData<Chats>(keys.chats)?.chats;
  return chats?.find((chat) => chat.conversation.id === conversation)?.lastSeq;
}

/** Undoes the removals of conversations somebody wrote into, as the list says. */
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

/** Brings a conversation back that was just removed. */
export function undoRemoval(conversation: string): void {
  if (removals.delete(conversation)) update();
}

/** Finishes removals when the page goes, and undoes those somebody wrote into. Returns how to stop. */
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
