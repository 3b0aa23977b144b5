import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { workerRuns } from './member-page.ts';

/** All data the site has stored in this browser and tab, as text by store. Runs in the page. */
async function readStores(): Promise<Record<string, string>> {
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const found: Record<string, string> = {
    localStorage: JSON.stringify(Object.entries(localStorage)),
    sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
  };
  for (const { name } of await indexedDB.databases()) {
    const database = await asked(indexedDB.open(name ?? ''));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      const [names, values] = await Promise.all([asked(rows.getAllKeys()), asked(rows.getAll())]);
      found[`${name}/${store}`] = JSON.stringify([names, values]);
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    if (name.startsWith('workbox-')) continue;
    const cache = await caches.open(name);
    found[`cache ${name}`] = (await cache.keys()).map(({ url }) => url).join(' ');
  }
  return found;
}

/** Waits until the browser has kept an answer with these words in it, and the app itself. */
export async function untilAnswerStored(page: Page, words: string): Promise<void> {
  await workerRuns(page);
  await expect
    .poll(async () => (await page.evaluate(readStores))['heartline-kept/answers']?.includes(words), {
      timeout: 60_000,
    })
    .toBe(true);
}

/** The outbox this browser has stored. */
export async function outboxOf(page: Page): Promise<unknown[]> {
  const stored = (await page.evaluate(readStores))['heartline-outbox/sends'] ?? '[[],[]]';
  return (JSON.parse(stored) as [unknown, unknown[]])[1];
}

/** An object store without rows. */
const NO_ROWS = JSON.stringify([[], []]);

/** One entry of localStorage or sessionStorage, one object store, or one cache. */
interface Stored {
  name: string;
  value: string;
}

/** Everything this browser has stored besides the files of the app, the entries of the site's own store first. */
export async function storedIn(page: Page): Promise<Stored[]> {
  const { localStorage, sessionStorage, ...rest } = await page.evaluate(readStores);
  const entries = [localStorage, sessionStorage].flatMap(
    (store) => JSON.parse(store ?? '[]') as [string, string][],
  );
  return [...entries, ...Object.entries(rest).filter(([, value]) => value !== NO_ROWS)]
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
