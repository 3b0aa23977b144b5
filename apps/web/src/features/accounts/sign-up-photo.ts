import type { DBSchema } from 'idb';
import type { Mode, Request } from '../../client/database.ts';

/**
 * The picture chosen in a sign-up, stored in this browser until the account exists and it can be uploaded. At most one.
 * `email` names its owner, so that it never gets into another profile; `key` makes a second upload safe.
 */
export interface DraftPhoto {
  blob: Blob;
  key: string;
}

const STORE = 'photo';
const ONLY = 'draft';

interface Schema extends DBSchema {
  photo: { key: string; value: DraftPhoto };
}

/**
 * Opened for each request, so that no connection can be lost between two. The database code is a lazy module, and no
 * form waits for it.
 */
async function there<M extends Mode, T>(mode: M, question: Request<Schema, typeof STORE, M, T>): Promise<T> {
  const { ask, openDatabase } = await import('../../client/database.ts');
  const db = await openDatabase<Schema>('sign-up', (made) => void made.createObjectStore(STORE));
  return ask(db, STORE, mode, question).finally(() => db.close());
}

/** The picture chosen before a reload. Undefined without a store, as in some private windows. */
export async function readPhoto(): Promise<DraftPhoto | undefined> {
  try {
    return await there('readonly', (rows) => rows.get(ONLY));
  } catch {
    return undefined;
  }
}

/** Stores a picture over a reload. When nothing can be stored, it lasts as long as the page. */
export async function keepPhoto(photo: DraftPhoto): Promise<void> {
  await there('readwrite', (rows) => rows.put(photo, ONLY)).catch(() => undefined);
}

/** Deletes the picture from this browser. */
export async function dropPhoto(): Promise<void> {
  await there('readwrite', (rows) => rows.delete(ONLY)).catch(() => undefined);
}
