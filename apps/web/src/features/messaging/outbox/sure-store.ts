import { createMemoryStore, type OutboxEntry, type OutboxStore } from './outbox-store.ts';

/** So far apart stand two entries that only this page has, between two numbers of the database. */
const STEP = 1 / 4_096;

/**
 * A store that takes every message, whatever the browser does: full, locked down (a private window), closed underneath
 * (an update in another tab, storage cleared). What could not be stored stands in this page, marked as unsaved, behind
 * what was stored before it.
 */
export function createSureStore(open: () => Promise<OutboxStore>): OutboxStore {
  let opening: Promise<OutboxStore> | undefined;
  let last = 0;
  const here = createMemoryStore(() => last, STEP);
  const isHere = (order: number) => !Number.isInteger(order);

  /** Asks the database; when it was closed underneath, opens it once more. */
  async function there<T>(ask: (store: OutboxStore) => Promise<T>): Promise<T> {
    for (let isSecond = false; ; isSecond = true) {
      opening ??= open();
      try {
        return await ask(await opening);
      } catch (error) {
        opening = undefined;
        if (isSecond) throw error;
      }
    }
  }

  return {
    async add(entry) {
      try {
        await there((store) => store.add(entry));
      } catch {
        await here.add({ ...entry, isUnsaved: true });
      }
    },
    async all(member) {
      const stored = await there((store) => store.all(member)).catch((): OutboxEntry[] => []);
      last = Math.max(last, ...stored.map(({ order }) => order));
      return [...stored, ...(await here.all(member))].sort((a, b) => a.order - b.order);
    },
    change: (order, change) =>
      isHere(order) ? here.change(order, change) : there((store) => store.change(order, change)),
    async keepOnly(member) {
      await here.keepOnly(member);
      await there((store) => store.keepOnly(member)).catch(() => undefined);
    },
  };
}
