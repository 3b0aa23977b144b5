import { expect, it } from 'vitest';
import { insertOnce } from './insert-once.ts';

interface Row {
  _id: string;
  by: string;
}

/** A collection in memory, which fails before a write or behind it where it is told to. */
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

it('answers nothing to the first, and to every other one what stands', async () => {
  const into = collection();
  expect(await insert(into, 'first')).toBeUndefined();
  expect(await insert(into, 'second')).toEqual({ _id: 'one', by: 'first' });
  expect([...into.rows.values()]).toEqual([{ _id: 'one', by: 'first' }]);
});

it('a write whose answer was lost is found standing; where nothing stands, the error goes on', async () => {
  expect(await insert(collection({ fails: 'behind' }), 'first')).toEqual({ _id: 'one', by: 'first' });
  await expect(insert(collection({ fails: 'before' }), 'first')).rejects.toThrow('not inserted');
});
