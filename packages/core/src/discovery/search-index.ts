import type { Place, SearchIndexFilter, SearchIndexRow } from './search-index.model.ts';
import { SearchIndexColumns } from './search-index-columns.ts';

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

/**
 * The listed members of one site, in memory, column by column: what a search looks at and nothing else. Each stands at
 * a random place from 0 to 1 that never changes. 200,000 of them take about 40 MB, and asking every one of them a few
 * questions takes a millisecond or two, whatever is asked: so a total is counted and not guessed, and a page with rare
 * wishes costs no more than any other.
 */
export class SearchIndex {
  readonly #columns = new SearchIndexColumns(FIRST_ROOM);
  readonly #ids: string[] = [];
  readonly #slots = new Map<string, number>();
  readonly #answers = new Map<string, Answer>();
  #shuffles = new Float64Array(FIRST_ROOM);
  #alive = new Uint8Array(FIRST_ROOM);
  /** Slots by place, and those that came since. */
  #ordered = new Uint32Array(0);
  #added: number[] = [];
  #living = 0;

  /** How many stand here. */
  get size(): number {
    return this.#living;
  }

  /** Puts a member in, or as they are now. */
  put(row: SearchIndexRow): void {
    const known = this.#slots.get(row._id);
    const slot = known ?? this.#newSlot(row._id);
    if (known === undefined) this.#shuffles[slot] = row.shuffle;
    const isNew = this.#alive[slot] === 0;
    const isOther = this.#columns.write(slot, row);
    if (!isNew && !isOther) return;
    this.#alive[slot] = 1;
    if (isNew) this.#living += 1;
    this.#answers.clear();
  }

  /** Takes a member out; the slot is kept for when they come back. */
  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined || this.#alive[slot] === 0) return;
    this.#alive[slot] = 0;
    this.#living -= 1;
    this.#answers.clear();
  }

  /** How many fit. */
  count(filter: SearchIndexFilter): number {
    return this.#answerTo(filter).count;
  }

  /** Whether this member stands here and fits. */
  has(filter: SearchIndexFilter, id: string): boolean {
    const slot = this.#slots.get(id);
    return slot !== undefined && this.#answerTo(filter).mask[slot] === 1;
  }

  /** Those who fit, from behind `from` up to `end` (exclusive; 1 is the end of the ring), by place. */
  *scan(filter: SearchIndexFilter, from: Place, end: number): Generator<Place> {
    const { mask, few } = this.#answerTo(filter);
    const order = few ?? this.#inOrder();
    for (let at = this.#after(order, from.shuffle, from._id); at < order.length; at += 1) {
      const slot = order[at] as number;
      const shuffle = this.#shuffles[slot] as number;
      if (shuffle >= end && end < 1) return;
      if (mask[slot] === 1) yield { _id: this.#ids[slot] as string, shuffle };
    }
  }

  /** Everybody who stands from one place (inclusive) to another (exclusive). */
  between(from: number, to: number): string[] {
    const order = this.#inOrder();
    const found: string[] = [];
    for (let at = this.#after(order, from, ''); at < order.length; at += 1) {
      const slot = order[at] as number;
      if ((this.#shuffles[slot] as number) >= to) break;
      if (this.#alive[slot] === 1) found.push(this.#ids[slot] as string);
    }
    return found;
  }

  /** Puts those who came in order, so that the next search need not. */
  settle(): void {
    this.#inOrder();
  }

  /** Who fits, slot by slot, and how many. */
  #answerTo(filter: SearchIndexFilter): Answer {
    const key = JSON.stringify(filter);
    const known = this.#answers.get(key);
    if (known) return known;
    const mask = this.#columns.select(filter, this.#alive, this.#ids.length);
    let count = 0;
    for (const fits of mask) count += fits;
    if (this.#answers.size >= REMEMBERED) this.#answers.delete(this.#answers.keys().next().value as string);
    const answer = { mask, count, few: count * FEW < this.#living ? this.#fewOf(mask) : undefined };
    this.#answers.set(key, answer);
    return answer;
  }

  /** Those of a mask with few in it, by place. */
  #fewOf(mask: Uint8Array): Uint32Array {
    const few: number[] = [];
    for (let slot = mask.indexOf(1); slot >= 0; slot = mask.indexOf(1, slot + 1)) few.push(slot);
    return Uint32Array.from(few.sort((a, b) => this.#byPlace(a, b)));
  }

  #byPlace(a: number, b: number): number {
    const apart = (this.#shuffles[a] as number) - (this.#shuffles[b] as number);
    return apart || ((this.#ids[a] as string) < (this.#ids[b] as string) ? -1 : 1);
  }

  #newSlot(id: string): number {
    const slot = this.#ids.length;
    if (slot === this.#alive.length) {
      this.#shuffles = grown(this.#shuffles, new Float64Array(2 * slot));
      this.#alive = grown(this.#alive, new Uint8Array(2 * slot));
      this.#columns.grow(2 * slot);
    }
    this.#ids.push(id);
    this.#slots.set(id, slot);
    this.#added.push(slot);
    return slot;
  }

  /** All slots by place; those that came since the last time are merged in. */
  #inOrder(): Uint32Array {
    if (this.#added.length === 0) return this.#ordered;
    const [old, fresh] = [this.#ordered, this.#added.sort((a, b) => this.#byPlace(a, b))];
    const merged = new Uint32Array(old.length + fresh.length);
    let [left, right] = [0, 0];
    for (let size = 0; size < merged.length; size += 1) {
      const [one, other] = [old[left], fresh[right]];
      const isOld = other === undefined || (one !== undefined && this.#byPlace(one, other) < 0);
      merged[size] = (isOld ? one : other) as number;
      if (isOld) left += 1;
      else right += 1;
    }
    this.#ordered = merged;
    this.#added = [];
    return merged;
  }

  /** The first position in the order that stands after a place. */
  #after(order: Uint32Array, shuffle: number, id: string): number {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const slot = order[middle] as number;
      const at = this.#shuffles[slot] as number;
      const isBehind = at < shuffle || (at === shuffle && (this.#ids[slot] as string) <= id);
      if (isBehind) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function grown<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
