import type { Mongo } from '@heartline/platform';
import { describe, expect, it } from 'vitest';
import type { GiftRow } from './gift.repository.ts';
import { listGifts, removeGift, writeGifts } from './operate-gifts.ts';

/** A gift collection whose write of this number fails once. */
function storeLostAt(write: number) {
  const rows = new Map<string, GiftRow>();
  const written: string[] = [];
  let writes = 0;
  const collection = {
    find: ({ site }: { site: { $in: string[] } }) => ({
      limit: () => ({ toArray: async () => [...rows.values()].filter((row) => site.$in.includes(row.site)) }),
    }),
    async updateOne({ _id }: { _id: string }, { $set }: { $set: Omit<GiftRow, '_id'> }) {
      writes += 1;
      if (writes === write) throw new Error('away');
      written.push(_id);
      rows.set(_id, { _id, ...$set });
    },
  };
  return { mongo: { connection: { collection: () => collection } } as unknown as Mongo, written };
}

const names = { en: 'A', nl: 'A', de: 'A', es: 'A', fr: 'A', it: 'A', pl: 'A' };
const gift = (id: string, credits: number) => ({ id, picture: 'bouquet', credits, names });
const file = [gift('tulip', 4), gift('daisy', 5)];

describe('a gift file after an interrupted write', () => {
  it('adds the missing gifts on a repeat and leaves the existing ones', async () => {
    const { mongo, written } = storeLostAt(2);
    await expect(writeGifts(mongo, 'default', file, 'add')).rejects.toThrow('away');
    const again = await writeGifts(mongo, 'default', file, 'add');
    expect(again).toEqual({ done: file.map((one) => ({ ...one, offered: true })) });
    expect(written).toEqual(['default:tulip', 'default:daisy']);
  });

  it('changes the remaining gifts on a repeat', async () => {
    const { mongo } = storeLostAt(4);
    await writeGifts(mongo, 'default', file, 'add');
    const dearer = file.map((one) => ({ ...one, credits: 9 }));
    await expect(writeGifts(mongo, 'default', dearer, 'change')).rejects.toThrow('away');
    expect(await writeGifts(mongo, 'default', dearer, 'change')).toHaveProperty('done');
    const existing = (await listGifts(mongo, 'default')).filter(({ id }) =>
      file.some((one) => one.id === id),
    );
    expect(existing.map(({ credits }) => credits)).toEqual([9, 9]);
  });
});

describe('an existing gift', () => {
  it.each([
    ['at another price', gift('tulip', 9)],
    ['with another name', { ...gift('tulip', 4), names: { ...names, pl: 'B' } }],
  ])('refuses to add it %s, and adds no other gift of the file', async (_how, other) => {
    const { mongo, written } = storeLostAt(0);
    await writeGifts(mongo, 'default', gift('tulip', 4), 'add');
    const outcome = await writeGifts(mongo, 'default', [gift('daisy', 5), other], 'add');
    expect(outcome).toEqual({ problem: '"tulip" is in the catalogue already; change it.' });
    expect(written).toEqual(['default:tulip']);
  });

  it('refuses to add it when it was withdrawn', async () => {
    const { mongo } = storeLostAt(0);
    await writeGifts(mongo, 'default', gift('tulip', 4), 'add');
    await removeGift(mongo, 'default', 'tulip');
    expect(await writeGifts(mongo, 'default', gift('tulip', 4), 'add')).toHaveProperty('problem');
  });
});
