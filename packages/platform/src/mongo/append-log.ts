import type { mongo } from 'mongoose';
import { createLoader } from '../read-cache.ts';
import { type GroupCommit, NotWritten, UnknownOutcome } from './group-commit.ts';

/**
 * A chain: rows of one owner numbered 1, 2, 3 … without holes, inserted once, never renumbered or removed. A ledger
 * and a conversation are chains. `_id` is `<owner>:<n, ten digits>`; a unique `{owner, key}` says what a row is for.
 *
 * Appending, in one process: at most one insert in flight per chain, and only ever from `last known row + 1` on:
 *
 *   decide on the tail → insert n + 1 → done
 *                      ↘ the engine said no → read the rows from n + 1 on
 *                      │   → one of them has the key: it is done, answer with that row
 *                      │   → others were first: decide again on the last of them, try again
 *                      │   → none: the key stands further back, as below
 *                      ↘ the engine did not answer
 *                        → look the key up: found, so it is done, answer with that row
 *                        → not found: read the tail again, decide again, try again
 *   the decision is a refusal → look the key up first (a retry whose first try succeeded gets that answer), then
 *                               decide once more on a tail read from the engine, then refuse
 *
 * Those who wait for one chain meanwhile leave together, as one run: each is decided on the row of the one before it,
 * and they are inserted in order, up to the first row refused. That one goes on by itself, as above.
 *
 * So there are no holes, and a row that stands at n was decided on exactly what stands before n. The tails kept in
 * memory are a cache: a stale one costs one retry, never an error. A crash at any point leaves the row or
 * nothing.
 */
export interface AppendLogRow {
  _id: string;
  owner: string;
  n: number;
  key: string;
}

/** What a row says beyond its place in the chain. */
export type RowContent<Row extends AppendLogRow> = Omit<Row, '_id' | 'owner' | 'n' | 'key'>;

export type Decision<Row extends AppendLogRow, Refused> = { row: RowContent<Row> } | { refused: Refused };

export type Appended<Row extends AppendLogRow, Refused> =
  | { outcome: 'appended'; row: Row }
  | { outcome: 'found'; row: Row }
  | { outcome: 'refused'; refused: Refused };

export interface AppendLog<Row extends AppendLogRow, Tail extends { n: number } = Row> {
  /** Appends the row of `key`, deciding on the row before it; the same key a second time finds the first row. */
  append<Refused = never>(
    owner: string,
    key: string,
    decide: (tail: Tail | undefined) => Decision<Row, Refused>,
  ): Promise<Appended<Row, Refused>>;
  find(owner: string, key: string): Promise<Row | undefined>;
  /** What later rows need of the last one; from memory when known there (it may be older than the engine's). */
  tail(owner: string): Promise<Tail | undefined>;
  /** The same as the engine has it now. */
  freshTail(owner: string): Promise<Tail | undefined>;
  /** The last rows as the engine has them now, ascending: `count` at most, and none before row `from`, which stands. */
  end(owner: string, which: { from: number; count: number }): Promise<Row[]>;
  /** Rows `from`…`to`, both inclusive, ascending. */
  range(owner: string, from: number, to: number): Promise<Row[]>;
  /** A row this process heard of, so the next append need not fail first. */
  observe(owner: string, tail: Tail): void;
}

/** Number of tries before an append gives up as `UnknownOutcome`: each one failed against another writer. */
const MAX_TRIES = 50;
const MAX_TAILS = 50_000;
const LAST_ROW = 9_999_999_999;
/** So many of one chain leave together: as many as a bulk holds. */
const MAX_RUN = 100;
/** So many rows are looked for after a lost race; more are seldom there. */
const AHEAD = 4;

/** `_id` of row `n`. Ten digits, so rows sort as text. */
export function rowId(owner: string, n: number): string {
  return `${owner}:${String(n).padStart(10, '0')}`;
}

/** Filter of row `n`. Like the next two it names the owner as well, so that on shards only the one that has it is asked. */
export function rowAt(owner: string, n: number) {
  return { owner, _id: rowId(owner, n) };
}

/** Filter of the rows with these ids, of whichever owners. */
export function rowsById(ids: readonly string[]) {
  const owners = new Set(ids.map((id) => id.slice(0, id.lastIndexOf(':'))));
  return { owner: { $in: [...owners] }, _id: { $in: [...ids] } };
}

/** Filter of the rows `from`…`to` of one chain, both inclusive; without `to`, up to its end. */
export function rowRange(owner: string, from: number, to = LAST_ROW) {
  return { owner, _id: { $gte: rowId(owner, Math.max(0, from)), $lte: rowId(owner, to) } };
}

/** The chain kept in `collection`; inserts go through `commit`. `tailOf` picks what is remembered of a last row. */
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
  /** Newest last, so the one that was used longest ago is the first to be forgotten. */
  readonly #tails = new Map<string, Tail>();
  /** Rows by `_id`; the look-ups of all chains share reads. */
  readonly #rows: ReturnType<typeof createLoader<Row>>;
  /** Who waits for a chain that is being appended to, by owner. */
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
    // Without holes, the known row is the last exactly when the next one does not stand.
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

  /** Serves those who wait for a chain until nobody does. */
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
   * One try at the next rows for all of them; answers those who have to go by themselves now: who is refused, and whose
   * row the engine refused. Those behind that row wait again, at the front.
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
      // Nobody knows what stands, so each finds out for itself; but what was not written has waited long enough.
      if (!(error instanceof NotWritten)) return together;
      for (const { one } of rows) one.reject(error);
      return alone;
    }
    const [refused, ...behind] = rows;
    waiting.unshift(...behind.map(({ one }) => one));
    if (!refused) return alone;
    // Most often another process was first, and the next try had better know.
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
    throw new UnknownOutcome(`chain ${owner} is written to by too many at once`);
  }

  /** No refusal leaves before its key was looked up, nor on a tail that may be old. */
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

  /** One try at row `tail + 1`; nothing when somebody else was there first, and then the tail is known anew. */
  async #insert(
    owner: string,
    key: string,
    tail: Tail | undefined,
    content: RowContent<Row>,
  ): Promise<Appended<Row, never> | undefined> {
    const row = rowAfter(owner, key, tail, content);
    const existing = await this.#commit.insert([row]).catch((error: unknown) => {
      if (error instanceof UnknownOutcome) return error;
      throw error;
    });
    if (existing === 1) {
      this.#remember(row);
      return { outcome: 'appended', row };
    }
    const others = existing === 0 ? await this.#catchUp(owner, row.n) : [];
    // A key that stands is refused wherever it stands: with others in the way, the next try finds out.
    const found =
      others.find((other) => other.key === key) ??
      (others.length > 0 ? undefined : await this.find(owner, key));
    if (found) {
      this.#remember(found);
      return { outcome: 'found', row: found };
    }
    if (existing instanceof UnknownOutcome) throw existing;
    if (others.length === 0) await this.freshTail(owner);
    return undefined;
  }

  /** The rows from `n` on, the first few at least; whatever stands there, the tail is known afterwards. */
  async #catchUp(owner: string, n: number): Promise<Row[]> {
    const found = await Promise.all(
      Array.from({ length: AHEAD }, (_, at) => this.#rows.load(rowId(owner, n + at))),
    );
    // Chains have no holes: what seems to follow one was inserted while this was read.
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

/** Those who leave next, each of another key. The rest stay in `waiting`. */
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

/** Filters of a generic row, which the driver’s types cannot see through. */
function filter<Row extends AppendLogRow>(value: object): mongo.Filter<Row> {
  return value;
}
