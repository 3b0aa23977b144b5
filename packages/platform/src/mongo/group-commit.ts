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
 *   overrun         → what waited for `timeoutMs` is given up, unwritten, so that its caller says so in good time and
 *                     nothing is stored that was refused already
 *
 * A run of rows of one owner is never broken up, and a bulk with such a run in it stops at the first row refused, so no
 * row stands without those before it; who came behind that row goes again.
 *
 * Each caller gets its own outcome: a duplicate key is that document's alone. A crash loses only what was never
 * acknowledged. When the outcome is unknown (time-out, lost connection) the promise rejects with `UnknownOutcome`:
 * the rows may stand, so the caller looks its keys up.
 */
export interface GroupCommit<Doc> {
  /**
   * Inserts a run: documents of one owner in order, ascending by `_id`. Resolves, once they are durable, with how many
   * stand: all of them, or the beginning of the run up to the first one an index refused. Rejects with `UnknownOutcome`
   * or `NotWritten`.
   */
  insert(run: readonly Doc[]): Promise<number>;
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
  run: readonly Doc[];
  since: number;
  resolve: (existing: number) => void;
  reject: (reason: Error) => void;
}

/** With no more rows than these on their way and waiting, none waits for company. */
const FEW = 8;

/** A bulk of so many rows says that more are coming. */
const MANY = 4;
/** After such a bulk the next one waits this long for company. */
const THROTTLE_MS = 15;

interface Limits {
  maxBatch: number;
  inFlight: number;
  deadlineMs: number;
  timeoutMs: number;
}

/** Makes the group commit of one collection. `maxBatch: 1` turns it into one write per call, as a baseline. */
export function createGroupCommit<Doc extends { _id: string }>(
  collection: mongo.Collection<Doc>,
  options: Partial<Limits> = {},
): GroupCommit<Doc> {
  const limits = { maxBatch: 100, inFlight: 2, deadlineMs: 4_500, timeoutMs: 3_000, ...options };
  const bulks = new Bulks(collection, limits);
  return { insert: (run) => bulks.insert(run) };
}

/** Documents of many callers on their way in bulks. */
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
      const bulk = this.#takeBulk();
      const rows = rowsOf(bulk);
      this.#travelling += 1;
      this.#rowsOnTheWay += rows;
      this.#nextAt = rows >= MANY ? performance.now() + THROTTLE_MS : 0;
      void this.#write(bulk).finally(() => {
        this.#travelling -= 1;
        this.#rowsOnTheWay -= rows;
        this.#pump();
      });
    }
  }

  /** The runs that leave next: as many as a bulk holds, one at least. */
  #takeBulk(): Waiting<Doc>[] {
    let rows = 0;
    const end = this.#waiting.findIndex(({ run }, at) => {
      rows += run.length;
      return at > 0 && rows > this.#limits.maxBatch;
    });
    const bulk = this.#take(end);
    // In order of `_id`, so that two bulks never wait for each other's index pages: out of order they deadlock.
    return bulk.sort(byFirstId);
  }

  /** Those before `end`, or all; they wait no longer. */
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
    const { timeoutMs } = this.#limits;
    const overdue = performance.now() - timeoutMs;
    for (const one of this.#take(this.#waiting.findIndex(({ since }) => since > overdue))) {
      one.reject(new NotWritten(`no place in a bulk within ${timeoutMs} ms`));
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
   * Gives each caller its outcome; those the engine never came to wait again, at the front. Only an answer that accounts
   * for every row says that the others were written: the driver also calls it a bulk's error, without errors of single
   * rows, when the connection was lost on the way.
   */
  #settle(bulk: readonly Waiting<Doc>[], { answered, inserted, refused }: Answer, message?: string): void {
    if (inserted + refused.size !== answered) {
      return rejectAll(bulk, message ?? `the engine answered for ${inserted} rows`);
    }
    const again: Waiting<Doc>[] = [];
    let from = 0;
    for (const one of bulk) {
      const existing = one.run.findIndex((_, at) => refused.has(from + at));
      if (from >= answered) again.push(one);
      else one.resolve(existing === -1 ? one.run.length : existing);
      from += one.run.length;
    }
    this.#waiting.unshift(...again);
    this.#rowsWaiting += rowsOf(again);
  }
}

/** What the engine said of a bulk: how many of its rows it came to, and what became of them, by place in the bulk. */
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
