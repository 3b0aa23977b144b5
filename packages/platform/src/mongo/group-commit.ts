import { mongo } from 'mongoose';

/** Write concern for money and messages: acknowledged by a majority and journalled. */
export const DURABLE = { w: 'majority', j: true } as const;

/**
 * Group commit: inserts gather while a bulk is in flight, so many callers share one journal flush and one round trip.
 * An idle system adds no wait; a busy one makes larger bulks.
 *
 * | state | effect |
 * |---|---|
 * | at most 8 rows pending or in flight | an insert leaves at once |
 * | busy | one bulk in flight; the rest leave when it returns, at most `maxBatch` in a bulk |
 * | a bulk of 4 or more left less than 15 ms ago | the next bulk waits, unless it is full |
 * | a full bulk is pending | up to `inFlight` bulks in flight |
 * | pending for `timeoutMs` | rejected with `NotWritten`; nothing is stored afterwards |
 *
 * - Why 15 ms: in a bulk of 100 a row costs the database half as much as in one of 25. Without the wait, a
 *   half-busy machine spends its other half on small bulks.
 * - A run of rows of one owner is never split. A bulk with such a run stops at the first row refused, so no row
 *   exists without those before it. Runs behind that row are sent again.
 * - A duplicate key fails only its own document. A crash loses only unacknowledged rows.
 * - After a timeout or a lost connection the promise rejects with `UnknownOutcome`. The rows may exist, so the
 *   caller looks up its keys.
 */
export interface GroupCommit<Doc> {
  /**
   * Inserts a run: documents of one owner in order, ascending by `_id`. Resolves with the number of durable rows. These
   * are all rows, or those before the first one an index refused.
   *
   * @throws {UnknownOutcome} when the rows may or may not exist.
   * @throws {NotWritten} when they were never sent.
   */
  insert(run: readonly Doc[]): Promise<number>;
}

/** The database did not answer in time. The row may or may not exist. */
export class UnknownOutcome extends Error {
  override name = 'UnknownOutcome';
}

/** Too many documents were ahead of this one: it was never sent. */
export class NotWritten extends Error {
  override name = 'NotWritten';
}

interface Waiting<Doc> {
  run: readonly Doc[];
  since: number;
  resolve: (written: number) => void;
  reject: (reason: Error) => void;
}

/** With at most this many rows pending and in flight, inserts leave at once. */
const FEW = 8;

/** A bulk of this many rows suggests that more will follow. */
const MANY = 4;
/** After such a bulk, the next one waits this long to gather rows. */
const GATHER_MS = 15;

interface Limits {
  maxBatch: number;
  inFlight: number;
  deadlineMs: number;
  timeoutMs: number;
}

/** Makes the group commit of one collection. `maxBatch: 1` means one write per call, as a baseline. */
export function createGroupCommit<Doc extends { _id: string }>(
  collection: mongo.Collection<Doc>,
  options: Partial<Limits> = {},
): GroupCommit<Doc> {
  const limits = { maxBatch: 100, inFlight: 2, deadlineMs: 4_500, timeoutMs: 3_000, ...options };
  const bulks = new Bulks(collection, limits);
  return { insert: (run) => bulks.insert(run) };
}

/** Documents of many callers, pending or in flight in bulks. */
class Bulks<Doc extends { _id: string }> {
  readonly #collection: mongo.Collection<Doc>;
  readonly #limits: Limits;
  readonly #waiting: Waiting<Doc>[] = [];
  #rowsWaiting = 0;
  #isScheduled = false;
  #travelling = 0;
  #rowsOnTheWay = 0;
  #nextAt = 0;
  #isWaiting = false;

  constructor(collection: mongo.Collection<Doc>, limits: Limits) {
    this.#collection = collection;
    this.#limits = limits;
  }

  insert(run: readonly Doc[]): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, since: performance.now(), resolve, reject });
      this.#rowsWaiting += run.length;
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      // Inserts of one turn of the event loop leave together.
      setImmediate(() => {
        this.#isScheduled = false;
        this.#pump();
      });
    });
  }

  #pump(): void {
    this.#giveUpLate();
    while (this.#mayLeave()) {
      const bulk = this.#takeBulk();
      const rows = rowsOf(bulk);
      this.#travelling += 1;
      this.#rowsOnTheWay += rows;
      this.#nextAt = rows >= MANY ? performance.now() + GATHER_MS : 0;
      void this.#write(bulk).finally(() => {
        this.#travelling -= 1;
        this.#rowsOnTheWay -= rows;
        this.#pump();
      });
    }
  }

  /** The next runs to send: as many as fit into a bulk, at least one. */
  #takeBulk(): Waiting<Doc>[] {
    let rows = 0;
    const end = this.#waiting.findIndex(({ run }, at) => {
      rows += run.length;
      return at > 0 && rows > this.#limits.maxBatch;
    });
    const bulk = this.#take(end);
    // Sorted by `_id`: unsorted bulks deadlock as they wait for each other's index pages.
    return bulk.sort(byFirstId);
  }

  /** Takes the runs before `end`, or all, off the queue. */
  #take(end: number): Waiting<Doc>[] {
    const taken = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
    this.#rowsWaiting -= rowsOf(taken);
    return taken;
  }

  #mayLeave(): boolean {
    const waiting = this.#rowsWaiting;
    if (waiting === 0 || this.#travelling >= this.#limits.inFlight) return false;
    if (waiting < this.#limits.maxBatch && this.#isTooSoon()) return false;
    return this.#travelling === 0 || waiting >= this.#limits.maxBatch || this.#rowsOnTheWay + waiting <= FEW;
  }

  /** True if the next bulk should still wait. Schedules another check for the end of the wait. */
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
    const { timeoutMs } = this.#limits;
    const overdue = performance.now() - timeoutMs;
    for (const one of this.#take(this.#waiting.findIndex(({ since }) => since > overdue))) {
      one.reject(new NotWritten(`insert not sent within ${timeoutMs} ms`));
    }
  }

  async #write(bulk: readonly Waiting<Doc>[]): Promise<void> {
    const rows = bulk.flatMap(({ run }) => run) as mongo.OptionalUnlessRequiredId<Doc>[];
    const ordered = rows.length > bulk.length;
    try {
      const inserting = this.#collection.insertMany(rows, { ordered, writeConcern: DURABLE });
      const { insertedCount } = await withDeadline(inserting, this.#limits.deadlineMs);
      this.#settle(bulk, { answered: rows.length, inserted: insertedCount, refused: new Set() });
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError) || error.result?.getWriteConcernError()) {
        return rejectAll(bulk, error instanceof Error ? error.message : String(error));
      }
      const refused = new Set([error.writeErrors].flat().map(({ index }) => index));
      const answered = ordered && refused.size > 0 ? Math.max(...refused) + 1 : rows.length;
      this.#settle(bulk, { answered, inserted: error.insertedCount, refused }, error.message);
    }
  }

  /**
   * Gives each caller its outcome, and queues runs that were not reached again, at the front. Rows count as written
   * only if the answer accounts for every row. The driver also reports a lost connection as a bulk error, without
   * errors of single rows.
   */
  #settle(bulk: readonly Waiting<Doc>[], { answered, inserted, refused }: Answer, message?: string): void {
    if (inserted + refused.size !== answered) {
      return rejectAll(bulk, message ?? `database confirmed only ${inserted} rows`);
    }
    const again: Waiting<Doc>[] = [];
    let from = 0;
    for (const one of bulk) {
      const firstRefused = one.run.findIndex((_, at) => refused.has(from + at));
      if (from >= answered) again.push(one);
      else one.resolve(firstRefused === -1 ? one.run.length : firstRefused);
      from += one.run.length;
    }
    this.#waiting.unshift(...again);
    this.#rowsWaiting += rowsOf(again);
  }
}

/** The database's answer to a bulk: the number of rows it processed, and their outcomes by position. */
interface Answer {
  answered: number;
  inserted: number;
  refused: ReadonlySet<number>;
}

function rowsOf(runs: readonly Waiting<unknown>[]): number {
  return runs.reduce((rows, { run }) => rows + run.length, 0);
}

function byFirstId(a: Waiting<{ _id: string }>, b: Waiting<{ _id: string }>): number {
  return (a.run[0]?._id ?? '') < (b.run[0]?._id ?? '') ? -1 : 1;
}

function rejectAll(bulk: readonly Waiting<never>[] | readonly Waiting<unknown>[], message: string): void {
  for (const one of bulk) one.reject(new UnknownOutcome(message));
}

/** Rejects with `UnknownOutcome` after `ms`. It does not cancel the work. */
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
