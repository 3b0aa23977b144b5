import type { Place, RingFilter, RingRow } from './ring.model.ts';
import { createColumns } from './ring-columns.ts';

/** How many slots a new ring has room for; it doubles when they are full. */
const FIRST_ROOM = 1_024;

export type Ring = ReturnType<typeof createRing>;

/**
 * The listed members of one site, in memory, column by column: what a search looks at and nothing else. Each stands at
 * a random place from 0 to 1 that never changes. 200,000 of them take about 40 MB, and asking every one of them a few
 * questions takes a few milliseconds, whatever is asked: so a total is counted and not guessed, and a page with rare
 * wishes costs no more than any other.
 */
export function createRing() {
  const columns = createColumns(FIRST_ROOM);
  const ids: string[] = [];
  const slots = new Map<string, number>();
  let shuffles = new Float64Array(FIRST_ROOM);
  let alive = new Uint8Array(FIRST_ROOM);
  /** Slots by place, and those that came since. */
  let ordered = new Uint32Array(0);
  let added: number[] = [];
  let living = 0;
  let version = 0;
  const counts = new Map<string, number>();

  const byPlace = (a: number, b: number) =>
    (shuffles[a] as number) - (shuffles[b] as number) || ((ids[a] as string) < (ids[b] as string) ? -1 : 1);

  function changed(): void {
    version += 1;
    counts.clear();
  }

  function newSlot(id: string): number {
    const slot = ids.length;
    if (slot === alive.length) {
      shuffles = grown(shuffles, new Float64Array(2 * slot));
      alive = grown(alive, new Uint8Array(2 * slot));
      columns.grow(2 * slot);
    }
    ids.push(id);
    slots.set(id, slot);
    added.push(slot);
    return slot;
  }

  /** All slots by place; those that came since the last time are merged in, and those that are gone left out. */
  function inOrder(): Uint32Array {
    if (added.length === 0) return ordered;
    const fresh = added.sort(byPlace);
    const merged = new Uint32Array(ordered.length + fresh.length);
    let [left, right, size] = [0, 0, 0];
    while (left < ordered.length || right < fresh.length) {
      const old = ordered[left];
      const young = fresh[right];
      const isOld = young === undefined || (old !== undefined && byPlace(old, young) < 0);
      merged[size] = (isOld ? old : young) as number;
      size += 1;
      if (isOld) left += 1;
      else right += 1;
    }
    ordered = merged;
    added = [];
    return ordered;
  }

  /** The first position in the order that stands after a place. */
  function after(order: Uint32Array, shuffle: number, id: string): number {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const slot = order[middle] as number;
      const at = shuffles[slot] as number;
      const isBehind = at < shuffle || (at === shuffle && (ids[slot] as string) <= id);
      if (isBehind) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    get size() {
      return living;
    },
    /** Puts a member in, or as they are now. */
    put(row: RingRow): void {
      const known = slots.get(row._id);
      const slot = known ?? newSlot(row._id);
      const isNew = alive[slot] === 0;
      if (known === undefined) shuffles[slot] = row.shuffle;
      const isOther = columns.write(slot, row);
      if (!isNew && !isOther) return;
      alive[slot] = 1;
      if (isNew) living += 1;
      changed();
    },
    /** Takes a member out; the slot is kept for when they come back. */
    remove(id: string): void {
      const slot = slots.get(id);
      if (slot === undefined || alive[slot] === 0) return;
      alive[slot] = 0;
      living -= 1;
      changed();
    },
    /** How many fit. Remembered until somebody changes. */
    count(filter: RingFilter): number {
      const key = JSON.stringify(filter);
      const known = counts.get(key);
      if (known !== undefined) return known;
      const fits = columns.fitting(filter);
      let count = 0;
      for (let slot = 0; slot < ids.length; slot += 1) if (alive[slot] === 1 && fits(slot)) count += 1;
      counts.set(key, count);
      return count;
    },
    /** Whether this member stands here and fits. */
    has(filter: RingFilter, id: string): boolean {
      const slot = slots.get(id);
      return slot !== undefined && alive[slot] === 1 && columns.fitting(filter)(slot);
    },
    /** Those who fit, from behind `from` up to `end` (exclusive; 1 is the end of the ring), `limit` at most, by place. */
    *walk(filter: RingFilter, from: Place, end: number): Generator<Place> {
      const order = inOrder();
      const fits = columns.fitting(filter);
      for (let at = after(order, from.shuffle, from._id); at < order.length; at += 1) {
        const slot = order[at] as number;
        const shuffle = shuffles[slot] as number;
        if (shuffle >= end && end < 1) return;
        if (alive[slot] === 1 && fits(slot)) yield { _id: ids[slot] as string, shuffle };
      }
    },
    /** Everybody who stands from one place (inclusive) to another (exclusive). */
    between(from: number, to: number): string[] {
      const order = inOrder();
      const found: string[] = [];
      for (let at = after(order, from, ''); at < order.length; at += 1) {
        const slot = order[at] as number;
        if ((shuffles[slot] as number) >= to) break;
        if (alive[slot] === 1) found.push(ids[slot] as string);
      }
      return found;
    },
    /** Changes whenever anybody comes, goes or changes. */
    get version() {
      return version;
    },
  };
}

function grown<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
