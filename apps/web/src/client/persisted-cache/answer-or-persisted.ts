import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { isLive, onConnectionChange } from '../../live/connection.ts';
import { isUnanswered } from '../api.ts';
import { keys } from '../query-keys.ts';
import type { UserState } from '../user-state.ts';
import { type Persisted, persistedMember, readPersisted } from './persisted-store.ts';

/** How long the server may take before what is kept is shown in its place, and the database to read that. */
const TIMEOUT_MS = 2_500;
const FIRST_RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 30_000;

/** Kept answers on the page now: the server has not confirmed them yet. */
const shown = new Map<string, { queryKey: QueryKey; at: number }>();
const listeners = new Set<() => void>();
let retry: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let isMending = false;

/**
 * The server's answer; when it is not reached, or not in time, what this browser kept of the last one. That is asked for
 * again until the server answers, so that it never stands longer than it must. A refusal is an answer.
 */
export async function answerOrPersisted<T>(
  client: QueryClient,
  queryKey: QueryKey,
  asked: Promise<T>,
): Promise<T> {
  // Read meanwhile: a browser whose database is slow, or never opens, keeps no answer back.
  const reading = readOwn<T>(client, queryKey).catch(() => undefined);
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  try {
    const first = await Promise.race([asked.then((answer) => ({ answer })), timeout.then(() => reading)]);
    if (!first) return await asked;
    return 'answer' in first ? first.answer : show(client, queryKey, first);
  } catch (error) {
    // One that says nothing by then has nothing: that the server was not reached must be said.
    const persisted = isUnanswered(error) && (await Promise.race([reading, timeout.then(() => undefined)]));
    if (!persisted) throw error;
    return show(client, queryKey, persisted);
  }
}

/** What is kept, unless it is of another member than the page already knows: who was here before has no say. */
async function readOwn<T>(client: QueryClient, queryKey: QueryKey): Promise<Persisted<T> | undefined> {
  const me = client.getQueryData<UserState | null>(keys.user)?.user.id;
  if (me !== undefined && (await persistedMember()) !== me) return undefined;
  return readPersisted<T>(queryKey);
}

/** When the oldest of what is shown was given by the server; undefined when all of it is confirmed. */
export function persistedSince(): number | undefined {
  return shown.size > 0 ? Math.min(...[...shown.values()].map(({ at }) => at)) : undefined;
}

/** Whether what a query holds is only what was kept: the server has not confirmed it yet. */
export const isOnlyPersisted = (queryHash: string): boolean => shown.has(queryHash);

/** Runs when something kept is shown or confirmed. Returns how to stop. */
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

/** Asks for everything that is only kept. What is held stays on the page meanwhile. */
async function mend(client: QueryClient): Promise<void> {
  if (isMending) return;
  isMending = true;
  for (const [hash, { queryKey }] of shown) {
    const query = client.getQueryCache().get(hash);
    const before = query?.state.dataUpdateCount ?? 0;
    await client.refetchQueries({ queryKey, exact: true, type: 'all' });
    const state = client.getQueryCache().get(hash)?.state;
    // Gone from the cache with its screen or with the session: nobody sees it.
    if (!state || (state.status === 'success' && state.dataUpdateCount > before)) shown.delete(hash);
    else break;
  }
  isMending = false;
  notify();
  if (shown.size > 0) mendLater(client);
  else stopMending();
}
