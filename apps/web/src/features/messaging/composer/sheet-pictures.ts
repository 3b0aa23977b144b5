import type { DBSchema, IDBPDatabase } from 'idb';
import { ask, openDatabase, within } from '../../../client/database.ts';
import { createTimedAccess } from '../../../client/timed-access.ts';
import { UNSENT_TTL_MS } from '../../../client/unsent-storage.ts';

/**
 * Pictures of open sheets by name. A browser without storage or space returns none, so they then last as long as the
 * page.
 */
export interface PictureStore {
  newName(): string;
  get(name: string): Promise<Blob | undefined>;
  put(name: string, picture: Blob): void;
  drop(name: string): void;
}

const STORE = 'pictures';
interface Schema extends DBSchema {
  pictures: { key: string; value: Blob };
}

async function open(): Promise<IDBPDatabase<Schema>> {
  const db = await openDatabase<Schema>('heartline-sheets', (made) => void made.createObjectStore(STORE));
  const before = Date.now() - UNSENT_TTL_MS;
  await within(db, STORE, 'readwrite', async (rows) => {
    for (const name of await rows.getAllKeys()) if (timeOf(name) < before) await rows.delete(name);
  });
  return db;
}

const timeOf = (name: string) => Number(name.split(':')[0]);

/** Picture store of this browser. The first use opens it and deletes pictures of tabs abandoned long ago. */
export function openPictureStore(member: string): PictureStore {
  const access = createTimedAccess(open, () => {});
  const tried = (work: Promise<unknown>) => void work.catch(() => undefined);
  return {
    newName: () => `${Date.now()}:${member}:${crypto.randomUUID()}`,
    get: (name) =>
      access((db) => ask(db, STORE, 'readonly', (rows) => rows.get(name))).catch(() => undefined),
    put: (name, picture) =>
      tried(access((db) => ask(db, STORE, 'readwrite', (rows) => rows.put(picture, name)))),
    drop: (name) => tried(access((db) => ask(db, STORE, 'readwrite', (rows) => rows.delete(name)))),
  };
}
