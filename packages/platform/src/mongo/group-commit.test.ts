import { mongo } from 'mongoose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isOutage } from '../outage.ts';
import { createGroupCommit, NotWritten, UnknownOutcome } from './group-commit.ts';

interface Row {
  _id: string;
}

const { MongoBulkWriteError, MongoNetworkError } = mongo;
type BulkResult = ConstructorParameters<typeof MongoBulkWriteError>[1];

/** The result of a bulk, as the driver returns it. */
const result = (insertedCount: number) =>
  ({ insertedCount, getWriteConcernError: () => undefined }) as unknown as BulkResult;

/** A collection that answers a bulk as the test says. */
function commitOver(insertMany: (rows: Row[]) => Promise<{ insertedCount: number }>, deadlineMs = 1_000) {
  return createGroupCommit({ insertMany } as unknown as mongo.Collection<Row>, { deadlineMs });
}

/** Resolves once the pending inserts have left. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** The number of existing rows of each run, or the name of the error. */
const outcomes = (runs: Promise<number>[]) =>
  Promise.allSettled(runs).then((all) =>
    all.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).name)),
  );

describe('group commit', () => {
  it('writes the inserts of one turn in one bulk', async () => {
    const bulks: number[] = [];
    const commit = commitOver(async (rows) => {
      bulks.push(rows.length);
      return { insertedCount: rows.length };
    });
    expect(await outcomes(['b', 'a', 'c'].map((_id) => commit.insert([{ _id }])))).toEqual(Array(3).fill(1));
    expect(bulks).toEqual([3]);
  });

  it('refuses a single row without the others', async () => {
    const commit = commitOver(async (rows) => {
      const index = rows.findIndex(({ _id }) => _id === 'twice');
      const writeErrors = [{ index, errmsg: 'duplicate' }];
      throw new MongoBulkWriteError({ message: 'duplicate', writeErrors } as never, result(rows.length - 1));
    });
    expect(await outcomes(['a', 'twice', 'z'].map((_id) => commit.insert([{ _id }])))).toEqual([1, 0, 1]);
  });

  it('F13 reports an unknown outcome when a connection is lost during a bulk', async () => {
    const cut = new MongoBulkWriteError(new MongoNetworkError('connection closed'), result(0));
    const commit = commitOver(async () => {
      throw cut;
    });
    expect(await outcomes(['a', 'b'].map((_id) => commit.insert([{ _id }])))).toEqual(
      Array(2).fill(UnknownOutcome.name),
    );
    expect(isOutage(cut)).toBe(true);
  });

  it('reports an unknown outcome when the answer does not cover every row', async () => {
    const commit = commitOver(async () => ({ insertedCount: 1 }));
    expect(await outcomes(['a', 'b'].map((_id) => commit.insert([{ _id }])))).toEqual(
      Array(2).fill(UnknownOutcome.name),
    );
  });

  it('reports an unknown outcome after its deadline', async () => {
    const commit = commitOver(() => new Promise(() => undefined), 20);
    expect(await outcomes([commit.insert([{ _id: 'a' }])])).toEqual([UnknownOutcome.name]);
  });

  it('sends few inserts at once, and gathers many while a bulk is in flight', async () => {
    const bulks: { rows: number; answer(): void }[] = [];
    const commit = commitOver(
      (rows) =>
        new Promise((resolve) => {
          bulks.push({ rows: rows.length, answer: () => resolve({ insertedCount: rows.length }) });
        }),
    );
    const sent: Promise<number>[] = [];
    const send = async (count: number) => {
      for (let at = 0; at < count; at += 1) sent.push(commit.insert([{ _id: `${sent.length}` }]));
      await nextTurn();
    };
    await send(1);
    await send(1);
    expect(bulks.map(({ rows }) => rows)).toEqual([1, 1]);
    bulks[0]?.answer();
    await nextTurn();
    await send(40);
    await send(30);
    expect(bulks).toHaveLength(2);
    bulks[1]?.answer();
    await nextTurn();
    expect(bulks.map(({ rows }) => rows)).toEqual([1, 1, 70]);
    await send(99);
    expect(bulks).toHaveLength(3);
    await send(1);
    expect(bulks[3]?.rows).toBe(100);
    for (const bulk of bulks) bulk.answer();
    expect(new Set(await outcomes(sent))).toEqual(new Set([1]));
  });

  it('delays the next bulk after one of four rows, unless the next is full', async () => {
    vi.useFakeTimers();
    try {
      const bulks: number[] = [];
      const commit = commitOver(async (rows) => {
        bulks.push(rows.length);
        return { insertedCount: rows.length };
      });
      let count = 0;
      const send = async (rows: number, waitMs: number) => {
        for (let at = 0; at < rows; at += 1) void commit.insert([{ _id: `${count++}` }]);
        await vi.advanceTimersByTimeAsync(waitMs);
      };
      await send(3, 1);
      await send(4, 1);
      expect(bulks).toEqual([3, 4]);
      await send(2, 1);
      await send(3, 1);
      expect(bulks).toEqual([3, 4]);
      await send(0, 20);
      expect(bulks).toEqual([3, 4, 5]);
      await send(100, 1);
      expect(bulks).toEqual([3, 4, 5, 100]);
      await send(1, 100);
      expect(bulks).toEqual([3, 4, 5, 100, 1]);
      await send(1, 1);
      expect(bulks).toEqual([3, 4, 5, 100, 1, 1]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('rejects inserts that waited too long, and never sends them', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const sent: string[] = [];
    let answer = () => {};
    const slow = {
      insertMany: (rows: Row[]) =>
        new Promise<{ insertedCount: number }>((resolve) => {
          sent.push(...rows.map(({ _id }) => _id));
          answer = () => resolve({ insertedCount: rows.length });
        }),
    } as unknown as mongo.Collection<Row>;
    const commit = createGroupCommit(slow, { inFlight: 1, timeoutMs: 20 });
    const first = commit.insert([{ _id: 'first' }]);
    await vi.advanceTimersByTimeAsync(1);
    const late = outcomes([commit.insert([{ _id: 'late' }])]);
    await vi.advanceTimersByTimeAsync(21);
    answer();
    expect(await late).toEqual([NotWritten.name]);
    expect(await outcomes([first])).toEqual([1]);
    expect(sent).toEqual(['first']);
    expect(isOutage(new NotWritten('late'))).toBe(true);
  });

  it('F13 resolves runs only with rows that the database confirmed', async () => {
    const runs = (commit: ReturnType<typeof commitOver>) =>
      outcomes([['b', 'c'], ['a'], ['d', 'e']].map((run) => commit.insert(run.map((_id) => ({ _id })))));
    const refusing = (index: number, insertedCount: number) =>
      commitOver(async () => {
        const writeErrors = [{ index, errmsg: 'duplicate' }];
        throw new MongoBulkWriteError({ message: 'duplicate', writeErrors } as never, result(insertedCount));
      });
    const whole = commitOver(async (bulk) => ({ insertedCount: bulk.length }));
    expect(await runs(whole)).toEqual([2, 1, 2]);
    expect(await runs(refusing(4, 4))).toEqual([2, 1, 1]);
    expect(await runs(refusing(4, 3))).toEqual(Array(3).fill(UnknownOutcome.name));
    const cut = commitOver(async () => {
      throw new MongoBulkWriteError(new MongoNetworkError('connection closed'), result(1));
    });
    expect(await runs(cut)).toEqual(Array(3).fill(UnknownOutcome.name));
    const short = commitOver(async () => ({ insertedCount: 2 }));
    expect(await runs(short)).toEqual(Array(3).fill(UnknownOutcome.name));
    const silent = commitOver(() => new Promise(() => {}), 20);
    expect(await runs(silent)).toEqual(Array(3).fill(UnknownOutcome.name));
  });

  it('stops at the refused row of a bulk with runs, and resends those behind it', async () => {
    const taken = new Set(['a2', 'b1', 'd1']);
    const bulks: { rows: string[]; ordered: boolean }[] = [];
    const commit = createGroupCommit({
      async insertMany(rows: Row[], { ordered }: { ordered: boolean }) {
        const ids = rows.map(({ _id }) => _id);
        bulks.push({ rows: ids, ordered });
        const all = ids.flatMap((id, index) => (taken.has(id) ? [{ index, errmsg: 'duplicate' }] : []));
        const writeErrors = ordered ? all.slice(0, 1) : all;
        const [first] = writeErrors;
        if (!first) return { insertedCount: ids.length };
        const inserted = ordered ? first.index : ids.length - writeErrors.length;
        throw new MongoBulkWriteError({ message: 'duplicate', writeErrors } as never, result(inserted));
      },
    } as unknown as mongo.Collection<Row>);
    const runs = [['c1', 'c2'], ['a1', 'a2', 'a3'], ['d1'], ['b1', 'b2'], ['e1']];
    expect(await outcomes(runs.map((run) => commit.insert(run.map((_id) => ({ _id })))))).toEqual([
      2, 1, 0, 0, 1,
    ]);
    expect(bulks).toEqual([
      { rows: ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'c2', 'd1', 'e1'], ordered: true },
      { rows: ['b1', 'b2', 'c1', 'c2', 'd1', 'e1'], ordered: true },
      { rows: ['c1', 'c2', 'd1', 'e1'], ordered: true },
      { rows: ['e1'], ordered: false },
    ]);
  });

  it('never splits a run, and never exceeds the bulk limit with several runs', async () => {
    const bulks: number[] = [];
    const commit = commitOver(async (rows) => {
      bulks.push(rows.length);
      return { insertedCount: rows.length };
    });
    const run = (length: number, name: string) =>
      commit.insert(Array.from({ length }, (_, at) => ({ _id: `${name}${String(at).padStart(3, '0')}` })));
    expect(await outcomes([run(60, 'a'), run(40, 'b'), run(60, 'c'), run(41, 'd'), run(150, 'e')])).toEqual([
      60, 40, 60, 41, 150,
    ]);
    expect(bulks).toEqual([100, 60, 41, 150]);
  });
});
