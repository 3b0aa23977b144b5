import type { Clock } from '@heartline/platform';
import type { ProfileCollection } from '../profiles/index.ts';
import { SEARCH_INDEX_FIELDS, type SearchIndexRow } from './search-index.model.ts';
import { SearchIndex } from './search-index.ts';

/** A change shows in searches and totals within this. */
const FRESH_MS = 4_000;
/** While people search, changes are looked for this often, beside their searches. */
const FOLLOW_MS = 1_000;
/** Clocks of two nodes differ by at most 2 s and a write takes at most 10 s: both lie well within this. */
const OVERLAP_MS = 30_000;
/** How many places of a ring are compared with the store each time, changes or not. */
const COMPARED = 1_000;
const BATCH = 5_000;

/**
 * Keeps the rings of all sites as the store has them.
 *
 * At first everything listed is read. Then, whenever somebody searches: what changed since (`changedAt`, an index),
 * and a stretch of each ring as it stands in the store. The stretch finds what no `changedAt` told (rows that were
 * removed, or written by hand); on a small site it is the whole ring, so there a search is never behind at all.
 * Nothing here decides who may be seen: profiles are read again, and asked again, before they are shown.
 */
export class Follower {
  readonly #collection: ProfileCollection;
  readonly #clock: Clock;
  readonly #searchIndexes = new Map<string, SearchIndex>();
  readonly #siteOf = new Map<string, string>();
  /** Up to where each ring was compared with the store. */
  readonly #compared = new Map<string, number>();
  /** The latest change known. */
  #mark = 0;
  #followedAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;
  #running: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;

  constructor(collection: ProfileCollection, clock: Clock) {
    this.#collection = collection;
    this.#clock = clock;
  }

  /** Reads everything once; later calls wait for the first. A failed reading is tried again by the next. */
  load(): Promise<void> {
    this.#loading ??= this.#readAll().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** The ring of a site, as fresh as promised. */
  async searchIndexOf(site: string): Promise<SearchIndex> {
    await this.load();
    const searchIndex = this.#searchIndex(site);
    const age = Math.abs(this.#clock.now() - this.#followedAt);
    if (searchIndex.size <= COMPARED || age > FRESH_MS) await this.#followOnce();
    // What it finds is for the next search; a failure shows there, once it is too old.
    else if (age > FOLLOW_MS && !this.#running) this.#followOnce().catch(() => undefined);
    return searchIndex;
  }

  #searchIndex(site: string): SearchIndex {
    const searchIndex = this.#searchIndexes.get(site) ?? new SearchIndex();
    this.#searchIndexes.set(site, searchIndex);
    return searchIndex;
  }

  #take(row: SearchIndexRow): void {
    const before = this.#siteOf.get(row._id);
    if (before !== undefined && before !== row.listed) this.#searchIndexes.get(before)?.remove(row._id);
    if (row.listed === null) this.#siteOf.delete(row._id);
    else {
      this.#searchIndex(row.listed).put(row);
      this.#siteOf.set(row._id, row.listed);
    }
    // Rows written by hand may have none; one of a clock that was ahead would hide what changes until then.
    this.#mark = Math.max(this.#mark, Math.min(row.changedAt ?? 0, this.#clock.now()));
  }

  async #readAll(): Promise<void> {
    // Whole and in no order: the embedded engine is ten times slower when it goes through an index in batches.
    const rows = this.#collection.find({}).project<SearchIndexRow>(SEARCH_INDEX_FIELDS).batchSize(BATCH);
    for await (const row of rows) this.#take(row);
    for (const searchIndex of this.#searchIndexes.values()) searchIndex.settle();
    this.#followedAt = this.#clock.now();
  }

  /** One at a time; who asks while one runs gets the next, which sees what was written before the asking. */
  #followOnce(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#follow().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#waiting ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#waiting = undefined;
        return this.#followOnce();
      });
    return this.#waiting;
  }

  async #follow(): Promise<void> {
    const startedAt = this.#clock.now();
    const changed = { changedAt: { $gt: this.#mark - OVERLAP_MS } };
    for await (const row of this.#collection.find(changed).project<SearchIndexRow>(SEARCH_INDEX_FIELDS))
      this.#take(row);
    await Promise.all(
      [...this.#searchIndexes].map(([site, searchIndex]) => this.#compare(site, searchIndex)),
    );
    this.#followedAt = startedAt;
  }

  /** Compares the next stretch of a ring with the store. */
  async #compare(site: string, searchIndex: SearchIndex): Promise<void> {
    const from = this.#compared.get(site) ?? 0;
    const to = Math.min(1, from + Math.min(1, COMPARED / Math.max(1, searchIndex.size)));
    this.#compared.set(site, to >= 1 ? 0 : to);
    const known = new Set(searchIndex.between(from, to === 1 ? Number.POSITIVE_INFINITY : to));
    const rows = await this.#collection
      .find({ listed: site, shuffle: { $gte: from, ...(to < 1 && { $lt: to }) } })
      .project<SearchIndexRow>(SEARCH_INDEX_FIELDS)
      .toArray();
    for (const row of rows) {
      this.#take(row);
      known.delete(row._id);
    }
    for (const id of known) {
      searchIndex.remove(id);
      this.#siteOf.delete(id);
    }
  }
}
