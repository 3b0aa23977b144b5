import type { Place, RingFilter, RingRow } from './ring.model.ts';
import { createColumns } from './ring-columns.ts';

/** How many answers are remembered until somebody changes; each is a byte a member. */
const REMEMBERED = 32;

/** Where fewer than one in so many fit, they are put in order, so that a page need not pass all the others. */
const FEW = 16;

interface Answer {
  mask: Uint8Array;
  count: number;
  few: Uint32Array | undefined;
}

/** How many slots a new ring has room for; it doubles when they are full. */
const FIRST_ROOM = 1_024;

export type Ring = ReturnType<typeof createRing>;

/**
 * The listed members of one site, in memory, column by column: what a search looks at and nothing else. Each stands at
 * a random place from 0 to 1 that never changes. 200,000 of them take about 40 MB, and asking every one of them a few
 * questions takes a millisecond or two, whatever is asked: so a total is counted and not guessed, and a page with rare
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
  const answers = new Map<string, Answer>();

  const byPlace = (a: number, b: number) =>
    (shuffles[a] as number) - (shuffles[b] as number) || ((ids[a] as string) < (ids[b] as string) ? -1 : 1);

  /** Who fits, slot by slot, and how many. */
  function answerTo(filter: RingFilter): Answer {
    const key = JSON.stringify(filter);
    const known = answers.get(key);
    if (known) return known;
    const mask = columns.select(filter, alive, ids.length);
    let count = 0;
    for (const fits of mask) count += fits;
    if (answers.size >= REMEMBERED) answers.delete(answers.keys().next().value as string);
    const answer = { mask, count, few: count * FEW < living ? fewOf(mask) : undefined };
    answers.set(key, answer);
    return answer;
  }

  /** Those of a mask with few in it, by place. */
  function fewOf(mask: Uint8Array): Uint32Array {
    const few: number[] = [];
    for (let slot = mask.indexOf(1); slot >= 0; slot = mask.indexOf(1, slot + 1)) few.push(slot);
    return Uint32Array.from(few.sort(byPlace));
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
      answers.clear();
    },
    /** Takes a member out; the slot is kept for when they come back. */
    remove(id: string): void {
      const slot = slots.get(id);
      if (slot === undefined || alive[slot] === 0) return;
      alive[slot] = 0;
      living -= 1;
      answers.clear();
    },
    /** How many fit. */
    count: (filter: RingFilter) => answerTo(filter).count,
    /** Whether this member stands here and fits. */
    has(filter: RingFilter, id: string): boolean {
      const slot = slots.get(id);
      return slot !== undefined && answerTo(filter).mask[slot] === 1;
    },
    /** Those who fit, from behind `from` up to `end` (exclusive; 1 is the end of the ring), `limit` at most, by place. */
    *walk(filter: RingFilter, from: Place, end: number): Generator<Place> {
      const { mask, few } = answerTo(filter);
      const order = few ?? inOrder();
      for (let at = after(order, from.shuffle, from._id); at < order.length; at += 1) {
        const slot = order[at] as number;
        const shuffle = shuffles[slot] as number;
        if (shuffle >= end && end < 1) return;
        if (mask[slot] === 1) yield { _id: ids[slot] as string, shuffle };
      }
    },
    /** Puts those who came in order, so that the next search need not. */
    settle: () => void inOrder(),
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
  };
}

function grown<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
