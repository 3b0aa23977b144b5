import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb';

/**
 * How databases of this browser are opened and asked: so that no page leaves a transaction behind.
 *
 * Safari keeps a page that is left in its memory as it stood, with the transactions it was in. They are ended by nobody,
 * and hold up what all other pages want of the same store, until that page is shown again or the browser is closed. So
 * one request alone is committed with itself, which needs the page no more; what takes several is broken off as the page
 * goes, and throws once the page is back.
 */

export type Mode = 'readonly' | 'readwrite';
/** What is asked of a store. */
export type Request<S, N extends StoreNames<S>, M extends Mode, T> = (
  rows: IDBPObjectStore<S, [N], N, M>,
) => Promise<T>;

/** Opens a database of this browser; `create` makes its stores where there are none yet. */
export async function openDatabase<S extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<S>) => void,
): Promise<IDBPDatabase<S>> {
  return openDB<S>(name, 1, {
    upgrade(database, _from, _to, transaction) {
      breakOffWithPage(transaction);
      create(database);
    },
    // Another tab with a newer version may upgrade; this one opens it again when it needs it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}

/** Empties the databases of this browser, but those that `stays` names. Deleting one would wait for every tab that has it. */
export async function emptyDatabases(stays: (name: string) => boolean): Promise<void> {
  const names = (await databaseNames()).filter((name) => !stays(name));
  await Promise.allSettled(
    names.map((name) =>
      withStores(name, (database, store) => ask(database, store, 'readwrite', (rows) => rows.clear())),
    ),
  );
}

/** Erases the rows of one database that are over, where there is one. */
export async function eraseRows(
  name: string,
  isOver: (key: IDBValidKey, value: unknown) => boolean,
): Promise<void> {
  await withStores(name, (database, store) =>
    within(database, store, 'readwrite', async (rows) => {
      for await (const cursor of rows) if (isOver(cursor.key, cursor.value)) await cursor.delete();
    }),
  );
}

/** All rows of one database, with their keys; none where there is no such database. */
export async function rowsOf(name: string): Promise<[key: IDBValidKey, value: unknown][]> {
  const all: [IDBValidKey, unknown][] = [];
  await withStores(name, (database, store) =>
    within(database, store, 'readonly', async (rows) => {
      for await (const { key, value } of rows) all.push([key, value]);
    }),
  );
  return all;
}

const databaseNames = async (): Promise<string[]> =>
  (await globalThis.indexedDB.databases()).map(({ name = '' }) => name);

/** Does something in every store of a database that is there: opening another would make it, without stores. */
async function withStores(
  name: string,
  work: (database: IDBPDatabase, store: string) => Promise<unknown>,
): Promise<void> {
  if (!(await databaseNames()).includes(name)) return;
  const database = await openDB(name);
  try {
    await Promise.all([...database.objectStoreNames].map((store) => work(database, store)));
  } finally {
    database.close();
  }
}

/** Makes one request of a store: what it writes is written, whatever becomes of the page meanwhile. */
export function ask<S, N extends StoreNames<S>, M extends Mode, T>(
  database: IDBPDatabase<S>,
  name: N,
  mode: M,
  request: Request<S, N, M, T>,
): Promise<T> {
  return within(database, name, mode, (rows) => {
    const asked = request(rows);
    rows.transaction.commit();
    return asked;
  });
}

/** Makes requests of a store that follow from each other, in one step over all tabs. */
export async function within<S, N extends StoreNames<S>, M extends Mode, T>(
  database: IDBPDatabase<S>,
  name: N,
  mode: M,
  work: Request<S, N, M, T>,
): Promise<T> {
  const transaction = database.transaction(name, mode);
  breakOffWithPage(transaction);
  const [result] = await Promise.all([work(transaction.store), transaction.done]);
  return result;
}

function breakOffWithPage(transaction: { abort(): void; done: Promise<void> }): void {
  const onHide = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    try {
      transaction.abort();
    } catch {
      // It is being committed already, and needs the page no more.
    }
  };
  const stop = () => removeEventListener('pagehide', onHide);
  addEventListener('pagehide', onHide);
  transaction.done.then(stop, stop);
}
