import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { type DBSchema, type IDBPObjectStore, openDB } from 'idb';
import type { Messages } from '../../live/apply/messages.ts';
import { keys } from '../query-keys.ts';

/**
 * The last answers the server gave this member, in the browser's own database: what the app opens with when there is no
 * network. One member's at a time.
 */
const STORE = 'answers';
const MEMBER = 'member';
const PREFIX = 'kept';
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;
/** Messages kept of one conversation. */
const KEPT_MESSAGES = 100;

/** Given by the build; a test has none. */
declare const SHAPES_OF_ANSWERS: string | undefined;

interface Schema extends DBSchema {
  answers: { key: string; value: PersistedQuery | string };
}

const database = () =>
  openDB<Schema>('heartline-kept', 1, { upgrade: (db) => void db.createObjectStore(STORE) });

type Store = IDBPObjectStore<Schema, [typeof STORE], typeof STORE, 'readwrite'>;
type Database = Awaited<ReturnType<typeof database>>;
let opening: Promise<Database> | undefined;

/** Asks the database; one that was closed underneath is opened again by the next who asks. */
async function there<T>(ask: (db: Database) => Promise<T>): Promise<T> {
  opening ??= database();
  try {
    return await ask(await opening);
  } catch (error) {
    opening = undefined;
    throw error;
  }
}

/** Whose answers this page keeps. */
let keeper: string | undefined;

/** Changes what is kept, unless another tab keeps another member's here by now. */
async function asKeeper(change: (store: Store) => Promise<unknown>): Promise<void> {
  await there(async (db) => {
    const transaction = db.transaction(STORE, 'readwrite');
    const { store } = transaction;
    if ((await store.get(MEMBER)) === keeper) await change(store);
    await transaction.done;
  });
}

const persister = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: (name) => there((db) => db.get(STORE, name) as Promise<PersistedQuery | undefined>),
    // What a full browser has no room for is not kept. The persister does not wait for this, so it must not fail.
    setItem: (name, kept) => asKeeper((store) => store.put(kept, name)).catch(() => undefined),
    removeItem: (name) => there((db) => db.delete(STORE, name)),
  },
  // The database takes values as they are.
  serialize: (kept) => ({ ...kept, state: { ...kept.state, data: trimmed(kept), error: null } }),
  deserialize: (kept) => kept,
  prefix: PREFIX,
  // Answers of another shape are no use to this release.
  buster: typeof SHAPES_OF_ANSWERS === 'undefined' ? '' : SHAPES_OF_ANSWERS,
  maxAge: MAX_AGE_MS,
});

export interface Kept<T> {
  data: T;
  /** When the server gave it, by the clock of this device then. */
  at: number;
}

/** What is kept under this key, if it is not too old and of this release's shape. */
export async function readKept<T>(queryKey: QueryKey): Promise<Kept<T> | undefined> {
  const hash = hashKey(queryKey);
  const data = await persister.retrieveQuery<T>(hash).catch(() => undefined);
  if (data === undefined) return undefined;
  const row = await there((db) => db.get(STORE, `${PREFIX}-${hash}`) as Promise<PersistedQuery | undefined>);
  return { data, at: row?.state.dataUpdatedAt ?? 0 };
}

/** Whose answers these are; undefined while there are none. */
export async function keptMember(): Promise<string | undefined> {
  return there((db) => db.get(STORE, MEMBER) as Promise<string | undefined>);
}

/** Keeps the data of one query as it stands. */
export const keepQuery = persister.persistQuery;

/** From now on this page keeps what is this member's. Empties the store of what is another's. */
export async function keepOnlyOf(member: string): Promise<void> {
  keeper = member;
  await there(async (db) => {
    const transaction = db.transaction(STORE, 'readwrite');
    const { store } = transaction;
    if ((await store.get(MEMBER)) !== member) {
      await store.clear();
      await store.put(member, MEMBER);
    }
    await transaction.done;
  });
}

/** Empties the store; this page keeps nothing from now on. */
export async function keepNothing(): Promise<void> {
  await there((db) => db.clear(STORE));
}

/** Drops the conversations that are not among these. */
export async function dropConversationsBut(conversations: readonly string[]): Promise<void> {
  const wanted = new Set(conversations.map((id) => `${PREFIX}-${hashKey(keys.messages(id))}`));
  const anyMessages = `${PREFIX}-${hashKey(keys.allMessages).slice(0, -1)}`;
  await asKeeper(async (store) => {
    for (const name of await store.getAllKeys()) {
      if (name.startsWith(anyMessages) && !wanted.has(name)) await store.delete(name);
    }
  });
}

/** Of a conversation only its newest rows. */
function trimmed({ queryKey, state }: PersistedQuery): unknown {
  if (queryKey[0] !== keys.allMessages[0]) return state.data;
  const held = state.data as Messages;
  const messages = held.messages.slice(-KEPT_MESSAGES);
  return { ...held, messages, hasOlder: held.hasOlder || messages.length < held.messages.length };
}
