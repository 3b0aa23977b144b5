import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import type { DBSchema, IDBPObjectStore } from 'idb';
import type { Messages } from '../../live/apply/messages.ts';
import { ask, openDatabase, within } from '../database.ts';
import { keys } from '../query-keys.ts';
import { createTimedAccess } from '../timed-access.ts';

/**
 * The last answers the server gave this member, in the browser's database. The app opens with them when it is offline.
 * It holds one member's answers at a time.
 */
const STORE = 'answers';
const MEMBER = 'member';
const PREFIX = 'kept';
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;
/** Maximum number of persisted messages of one conversation. */
const PERSISTED_MESSAGES = 100;

/** Defined by the build; undefined in tests. */
declare const SHAPES_OF_ANSWERS: string | undefined;

interface Schema extends DBSchema {
  answers: { key: string; value: PersistedQuery | string };
}

type Store = IDBPObjectStore<Schema, [typeof STORE], typeof STORE, 'readwrite'>;

const there = createTimedAccess(
  () => openDatabase<Schema>('heartline-kept', (db) => void db.createObjectStore(STORE)),
  () => {},
);

const readRow = <T extends PersistedQuery | string>(name: string) =>
  there((db) => ask(db, STORE, 'readonly', (rows) => rows.get(name) as Promise<T | undefined>));

/** The member whose answers this page persists. */
let keeper: string | undefined;

/** Changes the store, unless another tab persists another member's answers by now. */
async function asKeeper(change: (store: Store) => Promise<unknown>): Promise<void> {
  await there((db) =>
    within(db, STORE, 'readwrite', async (rows) => {
      if ((await rows.get(MEMBER)) === keeper) await change(rows);
    }),
  );
}

const persister = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: (name) => readRow<PersistedQuery>(name),
    // A full browser refuses the write. The persister does not await this promise, so it must not reject.
    setItem: (name, persisted) => asKeeper((store) => store.put(persisted, name)).catch(() => undefined),
    removeItem: (name) => there((db) => ask(db, STORE, 'readwrite', (rows) => rows.delete(name))),
  },
  // The database stores values without serializing.
  serialize: (persisted) => ({
    ...persisted,
    state: { ...persisted.state, data: trimmed(persisted), error: null },
  }),
  deserialize: (persisted) => persisted,
  prefix: PREFIX,
  // Answers of another shape can't be used by this release.
  buster: typeof SHAPES_OF_ANSWERS === 'undefined' ? '' : SHAPES_OF_ANSWERS,
  maxAge: MAX_AGE_MS,
});

export interface Persisted<T> {
  data: T;
  /** The time of the server's answer, by the device's clock then. */
  at: number;
}

/** The persisted value under this key, if it is recent enough and of this release's shape. */
export async function readPersisted<T>(queryKey: QueryKey): Promise<Persisted<T> | undefined> {
  const hash = hashKey(queryKey);
  const data = await persister.retrieveQuery<T>(hash).catch(() => undefined);
  if (data === undefined) return undefined;
  const row = await readRow<PersistedQuery>(`${PREFIX}-${hash}`);
  return { data, at: row?.state.dataUpdatedAt ?? 0 };
}

/** The member whose answers are stored; undefined when there are none. */
export async function persistedMember(): Promise<string | undefined> {
  return readRow<string>(MEMBER);
}

/** Persists the data of one query. */
export const persistQuery = persister.persistQuery;

/** From now on this page persists this member's answers. Empties the store if it holds another member's. */
export async function keepOnlyOf(member: string): Promise<void> {
  keeper = member;
  await there((db) =>
    within(db, STORE, 'readwrite', async (rows) => {
      if (keeper !== member || (await rows.get(MEMBER)) === member) return;
      await rows.clear();
      await rows.put(member, MEMBER);
    }),
  );
}

/** Empties the store; this page persists nothing from now on. */
export async function clearPersisted(): Promise<void> {
  await there((db) => ask(db, STORE, 'readwrite', (rows) => rows.clear()));
}

/** Drops the conversations that are not in this list. */
export async function dropConversationsBut(conversations: readonly string[]): Promise<void> {
  const wanted = new Set(conversations.map((id) => `${PREFIX}-${hashKey(keys.messages(id))}`));
  const anyMessages = `${PREFIX}-${hashKey(keys.allMessages).slice(0, -1)}`;
  await asKeeper(async (store) => {
    for (const name of await store.getAllKeys()) {
      if (name.startsWith(anyMessages) && !wanted.has(name)) await store.delete(name);
    }
  });
}

/** Keeps only the newest rows of a conversation. */
function trimmed({ queryKey, state }: PersistedQuery): unknown {
  if (queryKey[0] !== keys.allMessages[0]) return state.data;
  const held = state.data as Messages;
  const messages = held.messages.slice(-PERSISTED_MESSAGES);
  return { ...held, messages, hasOlder: held.hasOlder || messages.length < held.messages.length };
}
