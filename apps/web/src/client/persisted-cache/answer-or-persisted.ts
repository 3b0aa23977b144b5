import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { isLive, onConnectionChange } from '../../live/connection.ts';
import { isUnanswered } from '../api.ts';
import { keys } from '../query-keys.ts';
import type { UserState } from '../user-state.ts';
import { type Persisted, persistedMember, readPersisted } from './persisted-store.ts';

/** Timeout of the server before the persisted answer is shown, and of the database to read it. */
const TIMEOUT_MS = 2_500;
const FIRST_RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 30_000;

/** Persisted answers on the page now that the server has not confirmed yet. */
const shown = new Map<string, { queryKey: QueryKey; at: number }>();
const listeners = new Set<() => void>();
let retry: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let isMending = false;

/**
 * The server's answer, or this browser's persisted one when the server is not reached in time. A persisted answer is
 * refetched until the server answers. A refusal counts as an answer.
 */
export async function answerOrPersisted<T>(
  client: QueryClient,
  queryKey: QueryKey,
  asked: Promise<T>,
): Promise<T> {
  // Reads in parallel: a database that is slow or never opens must not delay the server's answer.
  const reading = readOwn<T>(client, queryKey).catch(() => undefined);
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  try {
    const first = await Promise.race([asked.then((answer) => ({ answer })), timeout.then(() => reading)]);
    if (!first) return await asked;
    return 'answer' in first ? first.answer : show(client, queryKey, first);
  } catch (error) {
    // A database that has not answered by now counts as empty. The member must see that the server was not reached.
    const persisted = isUnanswered(error) && (await Promise.race([reading, timeout.then(() => undefined)]));
    if (!persisted) throw error;
    return show(client, queryKey, persisted);
  }
}

/** The persisted answer, unless the page knows already that another member is signed in. */
async function readOwn<T>(client: QueryClient, queryKey: QueryKey): Promise<Persisted<T> | undefined> {
  const me = client.getQueryData<UserState | null>(keys.user)?.user.id;
  if (me !== undefined && (await persistedMember()) !== me) return undefined;
  return readPersisted<T>(queryKey);
}

/** The age of the oldest persisted answer on the page; undefined when the server has confirmed all. */
export function persistedSince(): number | undefined {
  return shown.size > 0 ? Math.min(...[...shown.values()].map(({ at }) => at)) : undefined;
}

/** True when a query holds only a persisted answer that the server has not confirmed. */
export const isOnlyPersisted = (queryHash: string): boolean => shown.has(queryHash);

/** Runs when a persisted answer is shown or confirmed. Returns the unsubscribe function. */
export function onPersistedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show<T>(client: QueryClient, queryKey: QueryKey, { data, at }: Persisted<T>): T {
  if (shown.size === 0) startMending(client);
  shown.set(hashKey(queryKey), { queryKey, at });
  notify();
  return data;
}

function notify(): void {
  for (const listener of listeners) listener();
}

let stopMending = () => {};

function startMending(client: QueryClient): void {
  failures = 0;
  const mendNow = () => void mend(client);
  const stopConnection = onConnectionChange(() => {
    if (isLive()) mendNow();
  });
  addEventListener('online', mendNow);
  stopMending = () => {
    clearTimeout(retry);
    stopConnection();
    removeEventListener('online', mendNow);
  };
  mendLater(client);
}

function mendLater(client: QueryClient): void {
  clearTimeout(retry);
  retry = setTimeout(() => void mend(client), Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));
  failures += 1;
}

/** Refetches everything that is only persisted. The page keeps showing it meanwhile. */
async function mend(client: QueryClient): Promise<void> {
  if (isMending) return;
  isMending = true;
  for (const [hash, { queryKey }] of shown) {
    const query = client.getQueryCache().get(hash);
    const before = query?.state.dataUpdateCount ?? 0;
    await client.refetchQueries({ queryKey, exact: true, type: 'all' });
    const state = client.getQueryCache().get(hash)?.state;
    // The entry went from the cache with its screen or the session: no screen shows it.
    if (!state || (state.status === 'success' && state.dataUpdateCount > before)) shown.delete(hash);
    else break;
  }
  isMending = false;
  notify();
  if (shown.size > 0) mendLater(client);
  else stopMending();
}
