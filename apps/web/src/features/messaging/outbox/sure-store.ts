import { createPatience } from '../../../client/patience.ts';
import { type Change, createMemoryStore, type OutboxEntry, type OutboxStore } from './outbox-store.ts';

/** How long until what could not be read is asked for again. */
const AGAIN_MS = 30_000;
/** So far apart stand two entries that only this page has, between two numbers of the database. */
const STEP = 1 / 4_096;

/**
 * A store that takes every message, whatever the browser does: full, locked down (a private window), silent, closed
 * underneath (an update in another tab, storage cleared). What could not be stored stands in this page, marked as
 * unsaved, behind what was stored before it; what could not be changed there is changed in this page, over what stands
 * there. `onLate`: what was left out before can be read now, since the database answered after all, or may be by now.
 */
export function createSureStore(
  open: () => Promise<OutboxStore>,
  onLate: () => void = () => {},
): OutboxStore {
  const there = createPatience(open, onLate);
  let last = 0;
  const here = createMemoryStore(() => last, STEP);
  /** What the database would not write down: an entry as it is now, or null for one that is deleted. */
  const unwritten = new Map<number, OutboxEntry | null>();
  /** What was read last, as it was stored. */
  let read: readonly OutboxEntry[] = [];
  const isHere = (order: number) => !Number.isInteger(order);
  const readLater = onceLater(onLate, AGAIN_MS);

  async function changeStored(order: number, change: Change): Promise<OutboxEntry | undefined> {
    const now = unwritten.get(order);
    const decide: Change = (stored) => (now === undefined ? change(stored) : now && change(now));
    try {
      const changed = await there((store) => store.change(order, decide));
      if (changed) unwritten.delete(order);
      return now === null ? undefined : changed;
    } catch (error) {
      if (now === null) return undefined;
      const entry = now ?? read.find((one) => one.order === order);
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
      // What can't be read now stands as it was read last. Nobody else may ever ask for it again.
      read = await there((store) => store.all(member)).catch(() => {
        readLater();
        return read;
      });
      last = Math.max(last, ...read.map(({ order }) => order));
      const stored = read.flatMap((entry) => {
        const now = unwritten.get(entry.order);
        return now === undefined ? entry : (now ?? []);
      });
      const own = await here.all(member);
      // Stored after all, too late to be told: it stands there.
      const isStored = ({ key }: OutboxEntry) => read.some((entry) => entry.key === key);
      for (const { order } of own.filter(isStored)) await here.change(order, () => null);
      return [...stored, ...own.filter((entry) => !isStored(entry))].sort((a, b) => a.order - b.order);
    },
    change: (order, change) => (isHere(order) ? here.change(order, change) : changeStored(order, change)),
  };
}

/** Runs so much later, once for all who ask for it meanwhile. */
function onceLater(run: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, ms);
  };
}
