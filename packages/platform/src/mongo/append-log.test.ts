import { mongo } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { type AppendLog, type AppendLogRow, createAppendLog } from './append-log.ts';
import { createGroupCommit } from './group-commit.ts';

/** `after` is the number of the row on which this row was decided. */
interface Row extends AppendLogRow {
  after: number;
}

type IdFilter = { $in?: string[]; $gte?: string; $lte?: string };

/**
 * The database calls of an append log, over rows in memory that are unique by `_id` and by owner and key. Each call
 * takes a few turns of the event loop, so writers overtake each other. `reads` counts the queries by kind.
 */
function createStore(rounds: () => number) {
  const rows = new Map<string, Row>();
  const keys = new Map<string, Row>();
  const reads = { byId: 0, byKey: 0, tail: 0 };
  const some = async () => {
    for (let left = rounds(); left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const collection = {
    async insertMany(docs: Row[], { ordered }: { ordered: boolean }) {
      await some();
      const writeErrors: { index: number; errmsg: string }[] = [];
      let insertedCount = 0;
      for (const [index, doc] of docs.entries()) {
        const key = `${doc.owner} ${doc.key}`;
        if (rows.has(doc._id) || keys.has(key)) {
          writeErrors.push({ index, errmsg: 'duplicate' });
          if (ordered) break;
          continue;
        }
        rows.set(doc._id, doc);
        keys.set(key, doc);
        insertedCount += 1;
      }
      await some();
      const result = { insertedCount, getWriteConcernError: () => undefined };
      if (writeErrors.length > 0) {
        throw new mongo.MongoBulkWriteError(
          { message: 'duplicate', writeErrors } as never,
          result as unknown as mongo.BulkWriteResult,
        );
      }
      return result;
    },
    async findOne({ owner, key }: Row) {
      reads.byKey += 1;
      await some();
      return keys.get(`${owner} ${key}`) ?? null;
    },
    find({ _id: { $in, $gte = '', $lte = '' } }: { _id: IdFilter }) {
      const cursor = {
        sort: () => cursor,
        limit: () => cursor,
        async toArray() {
          await some();
          if ($in) {
            reads.byId += 1;
            return $in.flatMap((id) => rows.get(id) ?? []);
          }
          reads.tail += 1;
          return [...rows.values()]
            .filter(({ _id }) => _id >= $gte && _id <= $lte)
            .sort((a, b) => (a._id < b._id ? 1 : -1))
            .slice(0, 1);
        },
      };
      return cursor;
    },
  } as unknown as mongo.Collection<Row>;
  /** A process with its own group commit and its own cache of tails. */
  const process = (): AppendLog<Row> =>
    createAppendLog<Row, Row>(collection, createGroupCommit(collection), (row) => row);
  return { rows, reads, process };
}

const append = (appendLog: AppendLog<Row>, owner: string, key: string) =>
  appendLog.append(owner, key, (tail) => ({ row: { after: tail?.n ?? 0 } }));

/** Pseudo-random numbers, the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('an append log that several processes append to', () => {
  it.each(Array.from({ length: 30 }, (_, seed) => seed + 1))(
    'has no holes, unique keys, and rows decided on the row before (seed %i)',
    async (seed) => {
      const next = numbers(seed);
      const store = createStore(() => next(4));
      const appendLogs = Array.from({ length: 3 }, store.process);
      const owners = ['one', 'two', 'three'];
      // Some keys occur more than once, through any process, as retries do.
      const sends = Array.from({ length: 120 }, () => ({
        appendLog: appendLogs[next(appendLogs.length)] as AppendLog<Row>,
        owner: owners[next(owners.length)] as string,
        key: `key-${next(60)}`,
      }));
      const answers = await Promise.all(
        sends.map(async ({ appendLog, owner, key }) => {
          for (let wait = next(30); wait > 0; wait -= 1)
            await new Promise((resolve) => setImmediate(resolve));
          return append(appendLog, owner, key);
        }),
      );
      for (const owner of owners) {
        const rows = [...store.rows.values()].filter((row) => row.owner === owner).sort((a, b) => a.n - b.n);
        expect(rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index + 1));
        expect(rows.map(({ after }) => after)).toEqual(rows.map((_, index) => index));
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      }
      answers.forEach((answer, at) => {
        if (answer.outcome === 'refused') throw new Error('nothing is refused here');
        expect(answer.row.key).toBe(sends[at]?.key);
        expect(store.rows.get(answer.row._id)).toEqual(answer.row);
      });
    },
  );

  it('recovers from a lost race with one read, which many logs share', async () => {
    const store = createStore(() => 1);
    const [here, there] = [store.process(), store.process()];
    const owners = Array.from({ length: 50 }, (_, at) => `owner-${String(at).padStart(2, '0')}`);
    await Promise.all(owners.map((owner) => append(here, owner, 'first')));
    await Promise.all(owners.map((owner) => there.freshTail(owner)));
    await Promise.all(owners.map((owner) => append(there, owner, 'second')));
    Object.assign(store.reads, { byId: 0, byKey: 0, tail: 0 });
    const answers = await Promise.all(owners.map((owner) => append(here, owner, 'third')));
    expect(answers.map(({ outcome }) => outcome)).toEqual(owners.map(() => 'appended'));
    expect(store.reads.byKey + store.reads.tail).toBe(0);
    expect(store.reads.byId).toBeLessThanOrEqual(2);
  });

  it('refuses only on a fresh tail, and never a key whose row exists', async () => {
    const store = createStore(() => 1);
    const [here, there] = [store.process(), store.process()];
    await append(here, 'one', 'first');
    await append(there, 'one', 'second');
    const wish = (appendLog: AppendLog<Row>, key: string, least: number) =>
      appendLog.append<'too few'>('one', key, (tail) =>
        (tail?.n ?? 0) < least ? { refused: 'too few' } : { row: { after: tail?.n ?? 0 } },
      );
    await expect(wish(here, 'third', 2)).resolves.toMatchObject({
      outcome: 'appended',
      row: { n: 3, after: 2 },
    });
    await expect(wish(there, 'third', 9)).resolves.toMatchObject({ outcome: 'found', row: { n: 3 } });
    await expect(wish(there, 'fourth', 9)).resolves.toEqual({ outcome: 'refused', refused: 'too few' });
  });

  it('finds the row of its own key behind many rows of others', async () => {
    const store = createStore(() => 1);
    const [here, there] = [store.process(), store.process()];
    await append(here, 'one', 'first');
    for (let at = 0; at < 20; at += 1) await append(there, 'one', `other-${at}`);
    await expect(append(here, 'one', 'other-1')).resolves.toMatchObject({ outcome: 'found', row: { n: 3 } });
    await expect(append(here, 'one', 'other-19')).resolves.toMatchObject({
      outcome: 'found',
      row: { n: 21 },
    });
    await expect(append(here, 'one', 'new')).resolves.toMatchObject({ outcome: 'appended', row: { n: 22 } });
  });
});
