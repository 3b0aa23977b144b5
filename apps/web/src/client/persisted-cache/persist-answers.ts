import type { Query } from '@tanstack/react-query';
import type { Chats } from '../../live/apply/chats.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { keys, queryClient } from '../query.ts';
import { wasSignedIn } from '../signed-in.ts';
import { isOnlyPersisted } from './answer-or-persisted.ts';
import { dropConversationsBut, keepOnlyOf, persistQuery } from './persisted-store.ts';

/** Newest conversations that are persisted with their messages. */
export const PERSISTED_CONVERSATIONS = 20;
/** Changes within this time are written together. */
const BATCH_MS = 1_000;
const PERSISTED_KEYS = new Set<unknown>([
  keys.user[0],
  keys.settings[0],
  keys.chats[0],
  keys.likes[0],
  keys.allMessages[0],
]);

/**
 * Persists the member's data whenever it changes: profile, conversations, likes, settings, messages of the newest
 * conversations. Returns the function that stops it. Nothing is written after the sign-out.
 */
export function persistAnswers(member: string): () => void {
  const changed = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  const open = async () => {
    await keepOnlyOf(member);
    isOpen = true;
  };
  const flush = async () => {
    timer = undefined;
    if (!isOpen) await open();
    const listed = queryClient.getQueryData<Chats>(keys.chats)?.chats;
    const newest = (listed ?? []).slice(0, PERSISTED_CONVERSATIONS).map((chat) => chat.conversation.id);
    const queries = [...changed].filter((query) => isWorthPersisting(query, newest));
    changed.clear();
    for (const query of queries) if (wasSignedIn()) await persistQuery(query);
    if (wasSignedIn() && listed) await dropConversationsBut(newest);
  };
  const note = (query: Query) => {
    if (!PERSISTED_KEYS.has(query.queryKey[0])) return;
    changed.add(query);
    timer ??= setTimeout(() => void flush().catch(() => undefined), BATCH_MS);
  };
  // The site works in a browser that stores nothing, only not offline. The next change tries again.
  void open().catch(() => undefined);
  for (const query of queryClient.getQueryCache().getAll()) note(query);
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') note(query as Query);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/**
 * True for answers of the server, and for those conversations only when they reach the newest message. A persisted
 * answer stays as it is, with its original time.
 */
function isWorthPersisting({ queryKey, queryHash, state }: Query, newest: readonly string[]): boolean {
  if (isOnlyPersisted(queryHash)) return false;
  if (state.data === undefined || state.data === null || state.status === 'pending') return false;
  if (queryKey[0] !== keys.allMessages[0]) return true;
  return newest.includes(String(queryKey[1])) && !(state.data as Messages).hasNewer;
}
