import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb';

/**
 * Opens and queries the databases of this browser so that no page leaves a transaction open. Safari keeps a page that
 * is left in memory, and its open transactions block the same store for all other pages. A single request therefore
 * commits at once, and a longer transaction is aborted when the page goes and throws once it is back.
 */

export type Mode = 'readonly' | 'readwrite';
/** A request to a store. */
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
    // Another tab with a newer version may upgrade the database. This tab opens it again when needed.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}

/**
 * Empties the databases of this browser except those for which `stays` is true. Deleting one would wait for every tab
 * that has it open.
 */
export async function emptyDatabases(stays: (name: string) => boolean): Promise<void> {
  const names = (await databaseNames()).filter((name) => !stays(name));
  await Promise.allSettled(
    names.map((name) =>
      withStores(name, (database, store) => ask(database, store, 'readwrite', (rows) => rows.clear())),
    ),
  );
}

/** Erases the expired rows of one database, if the database exists. */
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

/** All rows of one database, with their keys; empty when the database does not exist. */
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

/** Runs a function on every store of an existing database. Opening a missing one would create it without stores. */
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

/** Makes one request to a store. It commits at once, even when the page goes. */
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

/** Makes several requests in one transaction, which no other tab can interleave. */
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
      // It is already committing and does not need the page.
    }
  };
  const stop = () => removeEventListener('pagehide', onHide);
  addEventListener('pagehide', onHide);
  transaction.done.then(stop, stop);
}
