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

/** Empties every database of this browser. Deleting one would wait for every tab that has it open. */
export async function emptyDatabases(): Promise<void> {
  const databases = await globalThis.indexedDB.databases();
  await Promise.allSettled(databases.map(({ name = '' }) => emptyDatabase(name)));
}

async function emptyDatabase(name: string): Promise<void> {
  const database = await openDB(name);
  try {
    const stores = [...database.objectStoreNames];
    await Promise.all(stores.map((store) => ask(database, store, 'readwrite', (rows) => rows.clear())));
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
