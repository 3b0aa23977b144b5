import type { mongo } from 'mongoose';
import { createLoader } from '../read-cache.ts';
import { type GroupCommit, NotWritten, UnknownOutcome } from './group-commit.ts';

/**
 * An append-only log: rows of one owner, numbered 1, 2, 3 … without holes, inserted once, never renumbered or removed.
 * Ledgers and conversations are such logs. `_id` is `<owner>:<n, ten digits>`; a unique `{owner, key}` says what a row
 * is for.
 *
 * Within one process, a log has at most one insert in flight, from `last known row + 1` on:
 *
 * ```
 * decide on the tail ─► insert n + 1 ─► done
 *                       ├─ refused by an index ─► read the rows from n + 1 on
 *                       │    ├─ one has the key: done, return that row
 *                       │    ├─ others were first: decide again on their last row, retry
 *                       │    └─ none: the key may be further back, so look it up as below
 *                       └─ no answer ─► look up the key
 *                            ├─ found: done, return that row
 *                            └─ not found: read the tail, decide again, retry
 * decision is a refusal ─► look up the key (a retry gets the row of its first try)
 *                          ─► decide once more on a fresh tail ─► refuse
 * ```
 *
 * - Appends that wait for one log leave together as a run. Each is decided on the row before it, and they are
 *   inserted in order, up to the first row refused. That append continues by itself, as above.
 * - A row at n was therefore decided on exactly the rows before n.
 * - Tails in memory are a cache: a stale one costs one retry, never an error.
 * - A crash at any point leaves the whole row or nothing.
 */
export interface AppendLogRow {
  _id: string;
  owner: string;
  n: number;
  key: string;
}

/** Content of a row beyond its position in the log. */
export type RowContent<Row extends AppendLogRow> = Omit<Row, '_id' | 'owner' | 'n' | 'key'>;

export type Decision<Row extends AppendLogRow, Refused> = { row: RowContent<Row> } | { refused: Refused };

export type Appended<Row extends AppendLogRow, Refused> =
  | { outcome: 'appended'; row: Row }
  | { outcome: 'found'; row: Row }
  | { outcome: 'refused'; refused: Refused };

export interface AppendLog<Row extends AppendLogRow, Tail extends { n: number } = Row> {
  /** Appends the row of `key`, decided on the row before it. A second append of the same key finds the first row. */
  append<Refused = never>(
    owner: string,
    key: string,
    decide: (tail: Tail | undefined) => Decision<Row, Refused>,
  ): Promise<Appended<Row, Refused>>;
  find(owner: string, key: string): Promise<Row | undefined>;
  /** The part of the last row that later rows need. It may come from memory and be stale. */
  tail(owner: string): Promise<Tail | undefined>;
  /** The same, read from the database. */
  freshTail(owner: string): Promise<Tail | undefined>;
  /** The last rows in the database, ascending: at most `count`, from the existing row `from` on. */
  end(owner: string, which: { from: number; count: number }): Promise<Row[]>;
  /** Rows `from`…`to`, both inclusive, ascending. */
  range(owner: string, from: number, to: number): Promise<Row[]>;
  /** Caches a tail learned elsewhere, so the next append need not fail first. */
  observe(owner: string, tail: Tail): void;
}

/** Tries before an append fails with `UnknownOutcome`. Each try lost against another writer. */
const MAX_TRIES = 50;
const MAX_TAILS = 50_000;
const LAST_ROW = 9_999_999_999;
/** Longest run of one log: as many rows as a bulk holds. */
const MAX_RUN = 100;
/** Number of rows read after a lost race. More are rarely there. */
const AHEAD = 4;

/** `_id` of row `n`. Ten digits, so rows sort as text. */
export function rowId(owner: string, n: number): string {
  return `${owner}:${String(n).padStart(10, '0')}`;
}

/** Filter of row `n`. This and the next two include the owner, so a sharded cluster asks only one shard. */
export function rowAt(owner: string, n: number) {
  return { owner, _id: rowId(owner, n) };
}

/** Filter of the rows with these ids, of any owners. */
export function rowsById(ids: readonly string[]) {
  const owners = new Set(ids.map((id) => id.slice(0, id.lastIndexOf(':'))));
  return { owner: { $in: [...owners] }, _id: { $in: [...ids] } };
}

/** Filter of the rows `from`…`to` of one log, both inclusive. Without `to`, until the end. */
export function rowRange(owner: string, from: number, to = LAST_ROW) {
  return { owner, _id: { $gte: rowId(owner, Math.max(0, from)), $lte: rowId(owner, to) } };
}

/**
 * The append-only log in `collection`, with inserts through `commit`. `tailOf` picks the part of a last row to cache.
 */
export function createAppendLog<Row extends AppendLogRow, Tail extends { n: number }>(
  collection: mongo.Collection<Row>,
  commit: GroupCommit<Row>,
  tailOf: (row: Row) => Tail,
): AppendLog<Row, Tail> {
  return new StoredAppendLog(collection, commit, tailOf);
}

type Decide<Row extends AppendLogRow, Tail, Refused> = (tail: Tail | undefined) => Decision<Row, Refused>;

interface Waiting<Row extends AppendLogRow, Tail> {
  key: string;
  decide: Decide<Row, Tail, unknown>;
  resolve(appended: Appended<Row, unknown>): void;
  reject(reason: unknown): void;
}

class StoredAppendLog<Row extends AppendLogRow, Tail extends { n: number }> implements AppendLog<Row, Tail> {
  readonly #collection: mongo.Collection<Row>;
  readonly #commit: GroupCommit<Row>;
  readonly #tailOf: (row: Row) => Tail;
  /** Newest last, so the least recently used tail is evicted first. */
  readonly #tails = new Map<string, Tail>();
  /** Rows by `_id`. Look-ups of all logs share reads. */
  readonly #rows: ReturnType<typeof createLoader<Row>>;
  /** Pending appends by owner, for logs with an append in flight. */
  readonly #waiting = new Map<string, Waiting<Row, Tail>[]>();

  constructor(collection: mongo.Collection<Row>, commit: GroupCommit<Row>, tailOf: (row: Row) => Tail) {
    this.#collection = collection;
    this.#commit = commit;
    this.#tailOf = tailOf;
    this.#rows = createLoader(async (ids) => {
      const rows = await collection.find(filter<Row>(rowsById(ids)), { batchSize: ids.length + 1 }).toArray();
      return new Map(rows.map((row) => [row._id, row as Row]));
    });
  }

  append<Refused = never>(
    owner: string,
    key: string,
    decide: Decide<Row, Tail, Refused>,
  ): Promise<Appended<Row, Refused>> {
    return new Promise<Appended<Row, Refused>>((resolve, reject) => {
      const one = { key, decide, resolve, reject } as unknown as Waiting<Row, Tail>;
      const others = this.#waiting.get(owner);
      if (others) others.push(one);
      else {
        this.#waiting.set(owner, [one]);
        void this.#work(owner);
      }
    });
  }

  async find(owner: string, key: string): Promise<Row | undefined> {
    return ((await this.#collection.findOne(filter<Row>({ owner, key }))) as Row | null) ?? undefined;
  }

  async tail(owner: string): Promise<Tail | undefined> {
    return this.#tails.get(owner) ?? this.freshTail(owner);
  }

  async freshTail(owner: string): Promise<Tail | undefined> {
    const known = this.#tails.get(owner);
    // A log has no holes, so the known row is the last if the next one does not exist.
    if (known && !(await this.#rows.load(rowId(owner, known.n + 1)))) return known;
    const [last] = await this.end(owner, { from: known?.n ?? 0, count: 1 });
    return last && this.#tailOf(last);
  }

  async end(owner: string, { from, count }: { from: number; count: number }): Promise<Row[]> {
    const rows = await this.#collection
      .find(filter<Row>(rowRange(owner, from)))
      .sort({ _id: -1 })
      .limit(count)
      .toArray();
    const ascending = rows.reverse() as Row[];
    const last = ascending.at(-1);
    if (last) this.#remember(last);
    return ascending;
  }

  async range(owner: string, from: number, to: number): Promise<Row[]> {
    if (to < from) return [];
    const rows = await this.#collection
      .find(filter<Row>(rowRange(owner, from, to)))
      .sort({ _id: 1 })
      .toArray();
    return rows as Row[];
  }

  observe(owner: string, tail: Tail): void {
    const known = this.#tails.get(owner);
    if (known && known.n >= tail.n) return;
    this.#tails.delete(owner);
    this.#tails.set(owner, tail);
    if (this.#tails.size > MAX_TAILS) this.#tails.delete(this.#tails.keys().next().value as string);
  }

  /** Processes the pending appends of a log until none is left. */
  async #work(owner: string): Promise<void> {
    for (let waiting = this.#waiting.get(owner); waiting?.length; waiting = this.#waiting.get(owner)) {
      const together = takeRun(waiting);
      const alone = together.length > 1 ? await this.#appendTogether(owner, together, waiting) : together;
      for (const { key, decide, resolve, reject } of alone) {
        await this.#append(owner, key, decide).then(resolve, reject);
      }
    }
    this.#waiting.delete(owner);
  }

  /**
   * Tries once to append all rows of the run. Returns the appends that must continue alone: the refused ones, and the
   * one whose row an index refused. Appends behind that row return to the front of the queue.
   */
  async #appendTogether(
    owner: string,
    together: Waiting<Row, Tail>[],
    waiting: Waiting<Row, Tail>[],
  ): Promise<Waiting<Row, Tail>[]> {
    const rows: { row: Row; one: Waiting<Row, Tail> }[] = [];
    const alone: Waiting<Row, Tail>[] = [];
    try {
      let tail = await this.tail(owner);
      for (const one of together) {
        const decision = one.decide(tail);
        if ('refused' in decision) {
          alone.push(one);
          continue;
        }
        const row = rowAfter(owner, one.key, tail, decision.row);
        rows.push({ row, one });
        tail = this.#tailOf(row);
      }
      const stand = rows.length > 0 ? await this.#commit.insert(rows.map(({ row }) => row)) : 0;
      for (const { row, one } of rows.splice(0, stand)) {
        this.#remember(row);
        one.resolve({ outcome: 'appended', row });
      }
    } catch (error) {
      // The outcome is unknown, so each append checks for itself. Unwritten rows have already waited for their timeout.
      if (!(error instanceof NotWritten)) return together;
      for (const { one } of rows) one.reject(error);
      return alone;
    }
    const [refused, ...behind] = rows;
    waiting.unshift(...behind.map(({ one }) => one));
    if (!refused) return alone;
    // Usually another process was first. A fresh tail keeps the next try from failing too.
    await this.#catchUp(owner, refused.row.n).catch(() => []);
    return [refused.one, ...alone];
  }

  async #append<Refused>(
    owner: string,
    key: string,
    decide: Decide<Row, Tail, Refused>,
  ): Promise<Appended<Row, Refused>> {
    let tail = await this.tail(owner);
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const decision = decide(tail);
      const isFresh = attempt > 0;
      const done =
        'refused' in decision
          ? await this.#refuse(owner, key, decision.refused, isFresh)
          : await this.#insert(owner, key, tail, decision.row);
      if (done) return done;
      tail = 'refused' in decision ? await this.freshTail(owner) : await this.tail(owner);
    }
    throw new UnknownOutcome(`append failed: too many concurrent writers to log ${owner}`);
  }

  /** Refuses only after a look-up of the key and on a fresh tail. */
  async #refuse<Refused>(
    owner: string,
    key: string,
    refused: Refused,
    isFresh: boolean,
  ): Promise<Appended<Row, Refused> | undefined> {
    const found = await this.find(owner, key);
    if (found) return { outcome: 'found', row: found };
    return isFresh ? { outcome: 'refused', refused } : undefined;
  }

  /**
   * Tries once to insert row `tail + 1`. Returns undefined if another writer was first; the cached tail is then fresh.
   */
  async #insert(
    owner: string,
    key: string,
    tail: Tail | undefined,
    content: RowContent<Row>,
  ): Promise<Appended<Row, never> | undefined> {
    const row = rowAfter(owner, key, tail, content);
    const inserted = await this.#commit.insert([row]).catch((error: unknown) => {
      if (error instanceof UnknownOutcome) return error;
      throw error;
    });
    if (inserted === 1) {
      this.#remember(row);
      return { outcome: 'appended', row };
    }
    const others = inserted === 0 ? await this.#catchUp(owner, row.n) : [];
    // The index refuses an existing key at any position. If other rows were first, the next try finds out.
    const found =
      others.find((other) => other.key === key) ??
      (others.length > 0 ? undefined : await this.find(owner, key));
    if (found) {
      this.#remember(found);
      return { outcome: 'found', row: found };
    }
    if (inserted instanceof UnknownOutcome) throw inserted;
    if (others.length === 0) await this.freshTail(owner);
    return undefined;
  }

  /** Reads the first few rows from `n` on. The cached tail is fresh afterwards, whatever was found. */
  async #catchUp(owner: string, n: number): Promise<Row[]> {
    const found = await Promise.all(
      Array.from({ length: AHEAD }, (_, at) => this.#rows.load(rowId(owner, n + at))),
    );
    // A log has no holes, so a row behind a missing one was inserted during this read.
    const end = found.indexOf(undefined);
    const rows = (end === -1 ? found : found.slice(0, end)) as Row[];
    for (const row of rows) this.#remember(row);
    if (end === -1) await this.freshTail(owner);
    return rows;
  }

  #remember(row: Row): Tail {
    const tail = this.#tailOf(row);
    this.observe(row.owner, tail);
    return tail;
  }
}

/** The next appends to leave together, each with another key. The rest stay in `waiting`. */
function takeRun<Row extends AppendLogRow, Tail>(waiting: Waiting<Row, Tail>[]): Waiting<Row, Tail>[] {
  const keys = new Set<string>();
  for (const { key } of waiting) {
    if (keys.has(key) || keys.size === MAX_RUN) break;
    keys.add(key);
  }
  return waiting.splice(0, keys.size);
}

function rowAfter<Row extends AppendLogRow>(
  owner: string,
  key: string,
  tail: { n: number } | undefined,
  content: RowContent<Row>,
): Row {
  const n = (tail?.n ?? 0) + 1;
  return { _id: rowId(owner, n), owner, n, key, ...content } as unknown as Row;
}

/** Filter of a generic row, which the driver's types cannot express. */
function filter<Row extends AppendLogRow>(value: object): mongo.Filter<Row> {
  return value;
}
