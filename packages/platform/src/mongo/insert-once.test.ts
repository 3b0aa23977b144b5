import { expect, it } from 'vitest';
import { insertOnce } from './insert-once.ts';

interface Row {
  _id: string;
  by: string;
}

/** A collection in memory that fails before or after a write, as the test says. */
function collection({ fails }: { fails?: 'before' | 'behind' } = {}) {
  const rows = new Map<string, Row>();
  return {
    rows,
    async insertOne(row: Row) {
      if (fails === 'before' || rows.has(row._id)) throw new Error('not inserted');
      rows.set(row._id, row);
      if (fails === 'behind') throw new Error('no answer');
    },
    findOne: async ({ _id }: { _id: string }) => rows.get(_id) ?? null,
  };
}
const insert = (into: ReturnType<typeof collection>, by: string) =>
  insertOnce<Row>(into as never, { _id: 'one', by });

it('returns undefined to the first insert, and the existing document to others', async () => {
  const into = collection();
  expect(await insert(into, 'first')).toBeUndefined();
  expect(await insert(into, 'second')).toEqual({ _id: 'one', by: 'first' });
  expect([...into.rows.values()]).toEqual([{ _id: 'one', by: 'first' }]);
});

it('finds a write whose answer was lost, and throws when nothing was written', async () => {
  expect(await insert(collection({ fails: 'behind' }), 'first')).toEqual({ _id: 'one', by: 'first' });
  await expect(insert(collection({ fails: 'before' }), 'first')).rejects.toThrow('not inserted');
});
