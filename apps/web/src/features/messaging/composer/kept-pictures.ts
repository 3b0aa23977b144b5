import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { createPatience } from '../outbox/patience.ts';

/**
 * Pictures of sheets that are open, by a name of their own. A browser that stores nothing, or has no room, gives none
 * back: then they last as long as the page.
 */
export interface PictureStore {
  newName(): string;
  get(name: string): Promise<Blob | undefined>;
  put(name: string, picture: Blob): void;
  drop(name: string): void;
}

const STORE = 'pictures';
/** Tabs that are closed leave theirs behind; so long may one be open and hold its own. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

interface Schema extends DBSchema {
  pictures: { key: string; value: Blob };
}

async function open(): Promise<IDBPDatabase<Schema>> {
  const db = await openDB<Schema>('heartline-sheets', 1, {
    upgrade: (old) => void old.createObjectStore(STORE),
  });
  const before = Date.now() - KEPT_MS;
  for (const name of await db.getAllKeys(STORE)) if (timeOf(name) < before) await db.delete(STORE, name);
  return db;
}

const timeOf = (name: string) => Number(name.split(':')[0]);

/** The store of this browser, opened by the first who asks it; lets go then of what tabs left behind long ago. */
export function openPictureStore(): PictureStore {
  const there = createPatience(open, () => {});
  const tried = (work: Promise<unknown>) => void work.catch(() => undefined);
  return {
    newName: () => `${Date.now()}:${crypto.randomUUID()}`,
    get: (name) => there((db) => db.get(STORE, name)).catch(() => undefined),
    put: (name, picture) => tried(there((db) => db.put(STORE, picture, name))),
    drop: (name) => tried(there((db) => db.delete(STORE, name))),
  };
}
