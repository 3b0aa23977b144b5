import type { Clock, Presence } from '@heartline/platform';
import type { ProfileCollection } from '../profiles/index.ts';
import { SEARCH_INDEX_FIELDS, type SearchIndexRow } from './search-index.model.ts';
import { SearchIndex } from './search-index.ts';

/** A change is visible in searches and totals within this time. */
const FRESH_MS = 4_000;
/** Minimum time between two reads of changes, which run beside the searches. */
const FOLLOW_MS = 1_000;
/** Clocks of two nodes differ by at most 2 s and a write takes at most 10 s: both are well within this. */
const OVERLAP_MS = 30_000;
/** Entries of an index compared with the database each time, changed or not. */
const COMPARED = 1_000;
const BATCH = 5_000;

/**
 * Keeps the search indexes of all sites in line with the database.
 *
 * - The first call reads everything listed.
 * - Later searches read the changes (`changedAt`, an index), and compare one stretch of each index with the
 *   database.
 * - The comparison finds changes without `changedAt`, such as deleted rows or manual writes. On a small site
 *   it covers the whole index, so searches are always current.
 * - The index does not decide who may be seen: profiles are read and checked again before they are shown.
 */
export class Follower {
  readonly #collection: ProfileCollection;
  readonly #clock: Clock;
  readonly #searchIndexes = new Map<string, SearchIndex>();
  readonly #siteOf = new Map<string, string>();
  /** Position up to which each index was compared with the database. */
  readonly #compared = new Map<string, number>();
  /** The latest known change. */
  #mark = 0;
  #followedAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;
  #running: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;
  readonly #presence: Pick<Presence, 'everyone'>;
  #onlineAt = Number.NEGATIVE_INFINITY;
  #readingOnline: Promise<void> | undefined;

  constructor(collection: ProfileCollection, clock: Clock, presence: Pick<Presence, 'everyone'>) {
    this.#collection = collection;
    this.#clock = clock;
    this.#presence = presence;
  }

  /** Reads everything once; later calls wait for the first. After a failure the next call tries again. */
  load(): Promise<void> {
    this.#loading ??= this.#readAll().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** The index of a site, at most `FRESH_MS` old. */
  async searchIndexOf(site: string): Promise<SearchIndex> {
    await this.load();
    const searchIndex = this.#searchIndex(site);
    const age = Math.abs(this.#clock.now() - this.#followedAt);
    if (searchIndex.size <= COMPARED || age > FRESH_MS) await this.#followOnce();
    // Its result is for the next search. A failure shows there, once the index is too old.
    else if (age > FOLLOW_MS && !this.#running) this.#followOnce().catch(() => undefined);
    return searchIndex;
  }

  /** Marks in the indexes who is connected, at most `FRESH_MS` old. Fails without Redis. */
  async followOnline(): Promise<void> {
    if (Math.abs(this.#clock.now() - this.#onlineAt) <= FRESH_MS) return;
    this.#readingOnline ??= this.#readOnline().finally(() => {
      this.#readingOnline = undefined;
    });
    await this.#readingOnline;
  }

  async #readOnline(): Promise<void> {
    const startedAt = this.#clock.now();
    const online = await this.#presence.everyone();
    for (const searchIndex of this.#searchIndexes.values()) searchIndex.setOnline(online);
    this.#onlineAt = startedAt;
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
    // Manually written rows may have no `changedAt`. A row from a clock ahead would hide later changes.
    this.#mark = Math.max(this.#mark, Math.min(row.changedAt ?? 0, this.#clock.now()));
  }

  async #readAll(): Promise<void> {
    // Everything and without an order: the embedded database is ten times slower with an index in batches.
    const rows = this.#collection.find({}).project<SearchIndexRow>(SEARCH_INDEX_FIELDS).batchSize(BATCH);
    for await (const row of rows) this.#take(row);
    for (const searchIndex of this.#searchIndexes.values()) searchIndex.settle();
    this.#followedAt = this.#clock.now();
  }

  /**
   * One at a time. A caller during a run gets the next run, which sees everything written before the call.
   */
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

  /** Compares the next stretch of an index with the database. */
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
