import { mongo } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { isOutage } from '../outage.ts';
import { createGroupCommit, UnknownOutcome, WriteRefused } from './group-commit.ts';

interface Row {
  _id: string;
}

const { MongoBulkWriteError, MongoNetworkError } = mongo;
type BulkResult = ConstructorParameters<typeof MongoBulkWriteError>[1];

/** A bulk's result as the driver gives it. */
const result = (insertedCount: number) =>
  ({ insertedCount, getWriteConcernError: () => undefined }) as unknown as BulkResult;

/** A collection that answers a bulk as told. */
function commitOver(insertMany: (rows: Row[]) => Promise<{ insertedCount: number }>, deadlineMs = 1_000) {
  return createGroupCommit({ insertMany } as unknown as mongo.Collection<Row>, { deadlineMs });
}

const outcomes = (rows: Promise<void>[]) =>
  Promise.allSettled(rows).then((all) =>
    all.map((one) => (one.status === 'fulfilled' ? 'written' : (one.reason as Error).name)),
  );

describe('group commit', () => {
  it('writes what one turn brings in one bulk', async () => {
    const bulks: number[] = [];
    const commit = commitOver(async (rows) => {
      bulks.push(rows.length);
      return { insertedCount: rows.length };
    });
    expect(await outcomes(['b', 'a', 'c'].map((_id) => commit.insert({ _id })))).toEqual(
      Array(3).fill('written'),
    );
    expect(bulks).toEqual([3]);
  });

  it('refuses one row alone', async () => {
    const commit = commitOver(async (rows) => {
      const index = rows.findIndex(({ _id }) => _id === 'twice');
      const writeErrors = [{ index, errmsg: 'duplicate' }];
      throw new MongoBulkWriteError({ message: 'duplicate', writeErrors } as never, result(rows.length - 1));
    });
    expect(await outcomes(['a', 'twice', 'z'].map((_id) => commit.insert({ _id })))).toEqual([
      'written',
      WriteRefused.name,
      'written',
    ]);
  });

  it('F13 a bulk cut off by a lost connection was written for nobody', async () => {
    const cut = new MongoBulkWriteError(new MongoNetworkError('connection closed'), result(0));
    const commit = commitOver(async () => {
      throw cut;
    });
    expect(await outcomes(['a', 'b'].map((_id) => commit.insert({ _id })))).toEqual(
      Array(2).fill(UnknownOutcome.name),
    );
    expect(isOutage(cut)).toBe(true);
  });

  it('an answer that does not account for every row is none', async () => {
    const commit = commitOver(async () => ({ insertedCount: 1 }));
    expect(await outcomes(['a', 'b'].map((_id) => commit.insert({ _id })))).toEqual(
      Array(2).fill(UnknownOutcome.name),
    );
  });

  it('gives up waiting after its deadline, without knowing', async () => {
    const commit = commitOver(() => new Promise(() => undefined), 20);
    expect(await outcomes([commit.insert({ _id: 'a' })])).toEqual([UnknownOutcome.name]);
  });

  it('F13 says of an ordered bulk only what the engine answered for', async () => {
    const rows = ['a', 'b', 'c'].map((_id) => ({ _id }));
    const whole = commitOver(async (bulk) => ({ insertedCount: bulk.length }));
    expect(await whole.insertInOrder(rows)).toBe(3);
    const refused = commitOver(async () => {
      const writeErrors = [{ index: 1, errmsg: 'duplicate' }];
      throw new MongoBulkWriteError({ message: 'duplicate', writeErrors } as never, result(1));
    });
    expect(await refused.insertInOrder(rows)).toBe(1);
    const cut = commitOver(async () => {
      throw new MongoBulkWriteError(new MongoNetworkError('connection closed'), result(1));
    });
    await expect(cut.insertInOrder(rows)).rejects.toThrow(UnknownOutcome);
    const short = commitOver(async () => ({ insertedCount: 2 }));
    await expect(short.insertInOrder(rows)).rejects.toThrow(UnknownOutcome);
    const silent = commitOver(() => new Promise(() => {}), 20);
    await expect(silent.insertInOrder(rows)).rejects.toThrow(UnknownOutcome);
  });
});
