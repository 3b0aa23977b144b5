import { createTimedAccess } from '../../../client/timed-access.ts';
import { type Change, createMemoryStore, type OutboxEntry, type OutboxStore } from './outbox-store.ts';

/** Time in ms before entries that could not be read are requested again. */
const AGAIN_MS = 30_000;
/** Distance of the order numbers of entries in memory, between two whole numbers of the database. */
const STEP = 1 / 4_096;

/**
 * A store that accepts every message although the database fails. Entries that can't be stored stay in this page,
 * marked as unsaved; changes that can't be stored apply in this page only. `onLateAnswer` is called when entries missed
 * before can be read.
 *
 * Failures it handles:
 * - full disk
 * - blocked storage, as in a private window
 * - a database that hangs
 * - one closed by the browser, after an update in another tab or when its storage is cleared
 */
export function createFallbackStore(
  open: () => Promise<OutboxStore>,
  onLateAnswer: () => void = () => {},
): OutboxStore {
  const access = createTimedAccess(open, onLateAnswer);
  let last = 0;
  const here = createMemoryStore(() => last, STEP);
  /** Changes the database refused: the entry as it is now, or null if it was deleted. */
  const unwritten = new Map<number, OutboxEntry | null>();
  /** Entries as last read from the database. */
  let read: readonly OutboxEntry[] = [];
  const isHere = (order: number) => !Number.isInteger(order);
  const readLater = onceLater(onLateAnswer, AGAIN_MS);

  async function changeStored(order: number, change: Change): Promise<OutboxEntry | undefined> {
    const now = unwritten.get(order);
    const decide: Change = (stored) => (now === undefined ? change(stored) : now && change(now));
    try {
      const changed = await access((store) => store.change(order, decide));
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
        await access((store) => store.add(entry));
      } catch {
        await here.add({ ...entry, isUnsaved: true });
      }
    },
    async all(member) {
      // Use the last entries while the database can't be read. Nothing else may trigger another read, so schedule one.
      read = await access((store) => store.all(member)).catch(() => {
        readLater();
        return read;
      });
      last = Math.max(last, ...read.map(({ order }) => order));
      const stored = read.flatMap((entry) => {
        const now = unwritten.get(entry.order);
        return now === undefined ? entry : (now ?? []);
      });
      const own = await here.all(member);
      // The database stored it after the timeout, so drop the copy in memory.
      const isStored = ({ key }: OutboxEntry) => read.some((entry) => entry.key === key);
      for (const { order } of own.filter(isStored)) await here.change(order, () => null);
      return [...stored, ...own.filter((entry) => !isStored(entry))].sort((a, b) => a.order - b.order);
    },
    change: (order, change) => (isHere(order) ? here.change(order, change) : changeStored(order, change)),
  };
}

/** Runs `run` after `ms`, once for all calls meanwhile. */
function onceLater(run: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, ms);
  };
}
