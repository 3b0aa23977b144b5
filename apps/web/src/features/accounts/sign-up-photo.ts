import type { DBSchema } from 'idb';
import type { Mode, Request } from '../../client/database.ts';

/**
 * The picture chosen in a sign-up, kept in this browser until the account exists and it can be uploaded. One at most;
 * `email` says whose, so that it never ends up in somebody else's profile; `key` makes uploading it twice safe.
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
 * Opened for one question, so that no connection can be lost between two of them; by what is loaded with the first one,
 * which nobody waits for before the form is drawn.
 */
async function there<M extends Mode, T>(mode: M, question: Request<Schema, typeof STORE, M, T>): Promise<T> {
  const { ask, openDatabase } = await import('../../client/database.ts');
  const db = await openDatabase<Schema>('sign-up', (made) => void made.createObjectStore(STORE));
  return ask(db, STORE, mode, question).finally(() => db.close());
}

/** The picture chosen before a reload. Without a store, as in some private windows, there is none. */
export async function readPhoto(): Promise<DraftPhoto | undefined> {
  try {
    return await there('readonly', (rows) => rows.get(ONLY));
  } catch {
    return undefined;
  }
}

/** Keeps a picture over a reload; where nothing can be kept it lives as long as the page. */
export async function keepPhoto(photo: DraftPhoto): Promise<void> {
  await there('readwrite', (rows) => rows.put(photo, ONLY)).catch(() => undefined);
}

/** Nothing of the picture stays in this browser. */
export async function dropPhoto(): Promise<void> {
  await there('readwrite', (rows) => rows.delete(ONLY)).catch(() => undefined);
}
