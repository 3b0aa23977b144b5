import type { Clock } from '@heartline/platform';
import type { ProfileCollection } from '../profiles/index.ts';
import { RING_FIELDS, type RingRow } from './ring.model.ts';
import { createRing, type Ring } from './ring.ts';

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
export function followProfiles(collection: ProfileCollection, clock: Clock) {
  const rings = new Map<string, Ring>();
  const siteOf = new Map<string, string>();
  const compared = new Map<string, number>();
  let mark = 0;
  let followedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  function ringOf(site: string): Ring {
    const known = rings.get(site) ?? createRing();
    rings.set(site, known);
    return known;
  }

  function take(row: RingRow): void {
    const before = siteOf.get(row._id);
    if (before !== undefined && before !== row.listed) rings.get(before)?.remove(row._id);
    if (row.listed === null) siteOf.delete(row._id);
    else {
      ringOf(row.listed).put(row);
      siteOf.set(row._id, row.listed);
    }
    mark = Math.max(mark, row.changedAt ?? 0);
  }

  async function load(): Promise<void> {
    // Whole and in no order: the embedded engine is ten times slower when it goes through an index in batches.
    for await (const row of collection.find({}).project<RingRow>(RING_FIELDS).batchSize(BATCH)) take(row);
    for (const ring of rings.values()) ring.settle();
    followedAt = clock.now();
  }

  async function readChanges(): Promise<void> {
    const rows = collection.find({ changedAt: { $gt: mark - OVERLAP_MS } }).project<RingRow>(RING_FIELDS);
    for await (const row of rows) take(row);
  }

  /** Compares the next stretch of a ring with the store. */
  async function compare(site: string, ring: Ring): Promise<void> {
    const from = compared.get(site) ?? 0;
    const to = Math.min(1, from + Math.min(1, COMPARED / Math.max(1, ring.size)));
    compared.set(site, to >= 1 ? 0 : to);
    const known = new Set(ring.between(from, to === 1 ? Number.POSITIVE_INFINITY : to));
    const rows = await collection
      .find({ listed: site, shuffle: { $gte: from, ...(to < 1 && { $lt: to }) } })
      .project<RingRow>(RING_FIELDS)
      .toArray();
    for (const row of rows) {
      take(row);
      known.delete(row._id);
    }
    for (const id of known) {
      ring.remove(id);
      siteOf.delete(id);
    }
  }

  async function follow(): Promise<void> {
    const startedAt = clock.now();
    await readChanges();
    await Promise.all([...rings].map(([site, ring]) => compare(site, ring)));
    followedAt = startedAt;
  }

  /** One at a time; who asks while one runs gets the next, which sees what was written before the asking. */
  function followOnce(): Promise<void> {
    if (!running) {
      running = follow().finally(() => {
        running = undefined;
      });
      return running;
    }
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return followOnce();
      });
    return waiting;
  }

  return {
    /** Reads everything once; later calls wait for the first. A failed reading is tried again by the next. */
    load(): Promise<void> {
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    /** The ring of a site, as fresh as promised. */
    async ringOf(site: string): Promise<Ring> {
      await this.load();
      const ring = ringOf(site);
      const age = Math.abs(clock.now() - followedAt);
      if (ring.size <= COMPARED || age > FRESH_MS) await followOnce();
      // What it finds is for the next search; a failure shows there, once it is too old.
      else if (age > FOLLOW_MS && !running) followOnce().catch(() => undefined);
      return ring;
    },
    /** A profile as it was just read: whoever is other than the ring says is put right at once. */
    correct: take,
  };
}

export type Follower = ReturnType<typeof followProfiles>;
