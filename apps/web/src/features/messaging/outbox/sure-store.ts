import { type Change, createMemoryStore, type OutboxEntry, type OutboxStore } from './outbox-store.ts';

/** So far apart stand two entries that only this page has, between two numbers of the database. */
const STEP = 1 / 4_096;

/** How long a database may take to open. Some never do, and never say so. */
const PATIENCE_MS = 3_000;
class Silent extends Error {}

/**
 * Waits for a database as long as it may take, whoever asks; one that opens after all is there from then on, and
 * `onLate` hears of it.
 */
function patiently(opening: Promise<OutboxStore>, onLate: () => void): () => Promise<OutboxStore> {
  const patience = new Promise<never>((_, reject) => {
    setTimeout(() => {
      reject(new Silent());
      opening.then(onLate, () => undefined);
    }, PATIENCE_MS);
  });
  patience.catch(() => undefined);
  return () => Promise.race([opening, patience]);
}

/**
 * A store that takes every message, whatever the browser does: full, locked down (a private window), silent, closed
 * underneath (an update in another tab, storage cleared). What could not be stored stands in this page, marked as
 * unsaved, behind what was stored before it; what could not be changed there is changed in this page, over what stands
 * there. `onLate`: the database opened after all, so what it holds can be read now, which was left out before.
 */
export function createSureStore(
  open: () => Promise<OutboxStore>,
  onLate: () => void = () => {},
): OutboxStore {
  let opened: (() => Promise<OutboxStore>) | undefined;
  let last = 0;
  const here = createMemoryStore(() => last, STEP);
  /** What the database would not write down: an entry as it is now, or null for one that is deleted. */
  const unwritten = new Map<number, OutboxEntry | null>();
  let known: readonly OutboxEntry[] = [];
  const isHere = (order: number) => !Number.isInteger(order);

  /** Asks the database; when it was closed underneath, opens it once more. */
  async function there<T>(ask: (store: OutboxStore) => Promise<T>): Promise<T> {
    for (let isSecond = false; ; isSecond = true) {
      opened ??= patiently(open(), onLate);
      try {
        return await ask(await opened());
      } catch (error) {
        if (error instanceof Silent) throw error;
        opened = undefined;
        if (isSecond) throw error;
      }
    }
  }

  async function changeStored(order: number, change: Change): Promise<OutboxEntry | undefined> {
    const now = unwritten.get(order);
    const decide: Change = (stored) => (now === undefined ? change(stored) : now && change(now));
    try {
      const changed = await there((store) => store.change(order, decide));
      if (changed) unwritten.delete(order);
      return now === null ? undefined : changed;
    } catch (error) {
      if (now === null) return undefined;
      const entry = now ?? known.find((one) => one.order === order);
      if (!entry) throw error;
      const next = change(entry);
      if (next === undefined) return undefined;
      unwritten.set(order, next);
      return next ?? entry;
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
      known = stored.flatMap((entry) => {
        const now = unwritten.get(entry.order);
        return now === undefined ? entry : (now ?? []);
      });
      return [...known, ...(await here.all(member))].sort((a, b) => a.order - b.order);
    },
    change: (order, change) => (isHere(order) ? here.change(order, change) : changeStored(order, change)),
    async keepOnly(member) {
      await here.keepOnly(member);
      await there((store) => store.keepOnly(member)).catch(() => undefined);
    },
  };
}
