import type { Mongo } from '@heartline/platform';
import { describe, expect, it } from 'vitest';
import { createMarks } from './marks.repository.ts';

type Operation = { updateOne: { filter: { _id: string }; update: { $max: object } } };

/** Marks over a database stub with the given bulk and single writes. */
function marksOver(
  bulkWrite: (operations: Operation[]) => Promise<unknown>,
  updateOne: (filter: { _id: string }) => Promise<unknown> = () => Promise.reject(new Error('asked alone')),
) {
  return createMarks({ connection: { collection: () => ({ bulkWrite, updateOne }) } } as unknown as Mongo);
}

describe('marks', () => {
  it('writes moves of one turn in one bulk, merged by side; later ones wait', async () => {
    const bulks: [string, object][][] = [];
    const answered = Promise.withResolvers<void>();
    const marks = marksOver(async (operations) => {
      bulks.push(
        operations.map(({ updateOne: { filter, update } }): [string, object] => [filter._id, update.$max]),
      );
      await answered.promise;
    });
    const first = [
      marks.move('b', { readSeq: 3 }),
      marks.move('a', { receivedSeq: 1 }),
      marks.move('b', { readSeq: 2, receivedSeq: 4 }),
    ];
    await expect.poll(() => bulks.length).toBe(1);
    const later = [marks.move('b', { readSeq: 5 }), marks.move('c', { readSeq: 1 })];
    answered.resolve();
    await Promise.all([...first, ...later]);
    expect(bulks).toEqual([
      [
        ['a', { receivedSeq: 1 }],
        ['b', { readSeq: 3, receivedSeq: 4 }],
      ],
      [
        ['b', { readSeq: 5 }],
        ['c', { readSeq: 1 }],
      ],
    ]);
  });

  it('settles each move by itself after a failed bulk, and accepts further moves', async () => {
    let fails = true;
    const marks = marksOver(
      async () => {
        if (fails) throw new Error('deadlock');
      },
      async ({ _id }) => {
        if (_id === 'a') throw new Error('still locked');
      },
    );
    const outcomes = await Promise.allSettled([
      marks.move('a', { readSeq: 1 }),
      marks.move('b', { readSeq: 1 }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    fails = false;
    await marks.move('a', { readSeq: 1 });
  });
});
