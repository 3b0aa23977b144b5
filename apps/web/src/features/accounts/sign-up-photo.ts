import { openDB } from 'idb';

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

async function open() {
  return openDB('sign-up', 1, {
    upgrade: (database) => {
      database.createObjectStore(STORE);
    },
  });
}

/** The picture chosen before a reload. Without a store, as in some private windows, there is none. */
export async function readPhoto(): Promise<DraftPhoto | undefined> {
  try {
    return (await (await open()).get(STORE, ONLY)) as DraftPhoto | undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a picture over a reload; where nothing can be kept it lives as long as the page. */
export async function keepPhoto(photo: DraftPhoto): Promise<void> {
  await open()
    .then((database) => database.put(STORE, photo, ONLY))
    .catch(() => undefined);
}

/** Nothing of the picture stays in this browser. */
export async function dropPhoto(): Promise<void> {
  await open()
    .then((database) => database.delete(STORE, ONLY))
    .catch(() => undefined);
}
