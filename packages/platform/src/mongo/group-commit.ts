import { mongo } from 'mongoose';

/** Money and messages: acknowledged by a majority and journalled. */
export const DURABLE = { w: 'majority', j: true } as const;

/**
 * Group commit: while a bulk is in flight the next inserts gather, so many callers share one journal flush and one
 * round trip. An idle system adds no wait, a busy one makes larger bulks by itself.
 *
 *   idle, or nearly → an insert leaves at once
 *   busy            → one bulk travels; the rest wait and leave as one bulk of up to `maxBatch` when it is back, and not
 *                     sooner than a moment after it left: a row costs the engine half as much in a bulk of a hundred as
 *                     in one of twenty-five, and without that moment a machine that is half busy spends the other half
 *                     on small bulks. While a whole bulk waits, up to `inFlight` of them travel
 *   overrun         → what waited for `patienceMs` is given up, unwritten, so that its caller says so in good time and
 *                     nothing is stored that was refused already
 *
 * Each caller gets its own outcome: a duplicate key is that document's alone. A crash loses only what was never
 * acknowledged. When the outcome is unknown (time-out, lost connection) the promise rejects with `UnknownOutcome`:
 * the row may stand, so the caller looks its key up.
 */
export interface GroupCommit<Doc> {
  /** Resolves once the row is durable; rejects with `WriteRefused` (an index said no), `UnknownOutcome`, `NotWritten`. */
  insert(doc: Doc): Promise<void>;
  /**
   * Inserts documents of one owner in order, in a bulk of their own that stops at the first one refused: what stands
   * afterwards is the beginning of the list, and its length is the answer. Rejects with `UnknownOutcome`.
   */
  insertInOrder(docs: readonly Doc[]): Promise<number>;
}

/** The engine refused this one document; nothing of it was written. */
export class WriteRefused extends Error {
  override name = 'WriteRefused';
}

/** The engine did not answer in time; the row may or may not stand. */
export class UnknownOutcome extends Error {
  override name = 'UnknownOutcome';
}

/** Too many were before this document: it was never sent. */
export class NotWritten extends Error {
  override name = 'NotWritten';
}

interface Waiting<Doc> {
  doc: Doc;
  since: number;
  resolve: () => void;
  reject: (reason: Error) => void;
}

/** With no more rows than these on their way and waiting, none waits for company. */
const FEW = 8;

/** A bulk of so many rows says that more are coming. */
const MANY = 4;
/** After such a bulk the next one waits this long for company. */
const PACE_MS = 15;

interface Limits {
  maxBatch: number;
  inFlight: number;
  deadlineMs: number;
  patienceMs: number;
}

/** Makes the group commit of one collection. `maxBatch: 1` turns it into one write per call, as a baseline. */
export function createGroupCommit<Doc extends { _id: string }>(
  collection: mongo.Collection<Doc>,
  options: Partial<Limits> = {},
): GroupCommit<Doc> {
  const limits = { maxBatch: 100, inFlight: 2, deadlineMs: 4_500, patienceMs: 3_000, ...options };
  const bulks = new Bulks(collection, limits);
  return {
    insert: (doc) => bulks.insert(doc),
    async insertInOrder(docs) {
      try {
        const { insertedCount } = await withDeadline(insertAll(collection, docs, true), limits.deadlineMs);
        if (insertedCount !== docs.length)
          throw new UnknownOutcome(`the engine answered for ${insertedCount} rows`);
        return insertedCount;
      } catch (error) {
        return standingBefore(error);
      }
    },
  };
}

/** Documents of many callers on their way in bulks. */
class Bulks<Doc extends { _id: string }> {
  readonly #collection: mongo.Collection<Doc>;
  readonly #limits: Limits;
  readonly #waiting: Waiting<Doc>[] = [];
  #isScheduled = false;
  #travelling = 0;
  #rowsOnTheWay = 0;
  #nextAt = 0;
  #isWaiting = false;

  constructor(collection: mongo.Collection<Doc>, limits: Limits) {
    this.#collection = collection;
    this.#limits = limits;
  }

  insert(doc: Doc): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ doc, since: performance.now(), resolve, reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      // The inserts of one turn of the event loop leave together.
      setImmediate(() => {
        this.#isScheduled = false;
        this.#pump();
      });
    });
  }

  #pump(): void {
    this.#giveUpLate();
    while (this.#mayLeave()) {
      // In order of `_id`, so that two bulks never wait for each other's index pages: out of order they deadlock.
      const batch = this.#waiting.splice(0, this.#limits.maxBatch).sort(byId);
      this.#travelling += 1;
      this.#rowsOnTheWay += batch.length;
      this.#nextAt = batch.length >= MANY ? performance.now() + PACE_MS : 0;
      void this.#write(batch).finally(() => {
        this.#travelling -= 1;
        this.#rowsOnTheWay -= batch.length;
        this.#pump();
      });
    }
  }

  #mayLeave(): boolean {
    const waiting = this.#waiting.length;
    if (waiting === 0 || this.#travelling >= this.#limits.inFlight) return false;
    if (waiting < this.#limits.maxBatch && this.#isTooSoon()) return false;
    return this.#travelling === 0 || waiting >= this.#limits.maxBatch || this.#rowsOnTheWay + waiting <= FEW;
  }

  /** Whether the next bulk waits a little more; it is looked at again then. */
  #isTooSoon(): boolean {
    const early = this.#nextAt - performance.now();
    if (early <= 0) return false;
    if (!this.#isWaiting) {
      this.#isWaiting = true;
      setTimeout(() => {
        this.#isWaiting = false;
        this.#pump();
      }, early);
    }
    return true;
  }

  #giveUpLate(): void {
    const { patienceMs } = this.#limits;
    const overdue = performance.now() - patienceMs;
    const late = this.#waiting.findIndex(({ since }) => since > overdue);
    for (const one of this.#waiting.splice(0, late === -1 ? this.#waiting.length : late)) {
      one.reject(new NotWritten(`no place in a bulk within ${patienceMs} ms`));
    }
  }

  async #write(batch: Waiting<Doc>[]): Promise<void> {
    try {
      const docs = batch.map((one) => one.doc);
      const { insertedCount } = await withDeadline(
        insertAll(this.#collection, docs, false),
        this.#limits.deadlineMs,
      );
      settle(batch, [], insertedCount);
    } catch (error) {
      settleFailures(batch, error);
    }
  }
}

function byId(a: Waiting<{ _id: string }>, b: Waiting<{ _id: string }>): number {
  return a.doc._id < b.doc._id ? -1 : 1;
}

function insertAll<Doc extends { _id: string }>(
  collection: mongo.Collection<Doc>,
  docs: readonly Doc[],
  ordered: boolean,
): Promise<mongo.InsertManyResult<Doc>> {
  const rows = [...docs] as mongo.OptionalUnlessRequiredId<Doc>[];
  return collection.insertMany(rows, { ordered, writeConcern: DURABLE });
}

/** How many rows stand before the one that ended an ordered bulk; throws when the engine did not say. */
function standingBefore(error: unknown): number {
  if (error instanceof mongo.MongoBulkWriteError && !error.result?.getWriteConcernError()) {
    const [refused] = [error.writeErrors].flat();
    if (refused && refused.index === error.insertedCount) return refused.index;
  }
  throw error instanceof UnknownOutcome ? error : new UnknownOutcome(String(error));
}

function settleFailures<Doc>(batch: Waiting<Doc>[], error: unknown): void {
  if (!(error instanceof mongo.MongoBulkWriteError) || error.result?.getWriteConcernError()) {
    const unknown = new UnknownOutcome(error instanceof Error ? error.message : String(error));
    for (const one of batch) one.reject(unknown);
    return;
  }
  settle(batch, [error.writeErrors].flat(), error.insertedCount, error);
}

/**
 * Gives each caller its outcome. Only an answer that accounts for every row says that the others were written: the
 * driver also calls it a bulk's error, without errors of single rows, when the connection was lost on the way.
 */
function settle<Doc>(
  batch: Waiting<Doc>[],
  failures: readonly mongo.WriteError[],
  inserted: number,
  error?: Error,
): void {
  const byIndex = new Map(failures.map((failure) => [failure.index, failure]));
  const isWhole = inserted + byIndex.size === batch.length;
  batch.forEach((one, index) => {
    const failure = byIndex.get(index);
    if (failure) one.reject(new WriteRefused(failure.errmsg ?? 'refused'));
    else if (isWhole) one.resolve();
    else one.reject(new UnknownOutcome(error?.message ?? `the engine answered for ${inserted} rows`));
  });
}

/** Rejects with `UnknownOutcome` after `ms`; the work itself is not undone. */
async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UnknownOutcome(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
