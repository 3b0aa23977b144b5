import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Probed, probeAtomicity, requireAtomicity } from './probe-atomicity.ts';

/** One scratch document whose update reads, waits for others where `isAtomic` is false, and writes. */
function engine(isAtomic: boolean): Probed {
  let value = 0;
  const collection = {
    insertOne: async () => undefined,
    deleteMany: async () => undefined,
    async updateOne(filter: { value: number }, { $set }: { $set: { value: number } }) {
      const fits = value === filter.value;
      if (!isAtomic) await setImmediate();
      if (fits) value = $set.value;
      return { modifiedCount: fits ? 1 : 0 };
    },
  };
  return { connection: { collection: () => collection } } as unknown as Probed;
}

describe('the probe of the engine at start-up (F31)', () => {
  it('lets an engine pass where one of 50 wins', async () => {
    expect(await probeAtomicity(engine(true), 'probe')).toEqual({ atomic: true, winners: 1 });
    await expect(requireAtomicity(engine(true), 'probe')).resolves.toBeUndefined();
  });

  it('refuses one that reads, then writes, and says what to do', async () => {
    expect(await probeAtomicity(engine(false), 'probe')).toEqual({ atomic: false, winners: 50 });
    await expect(requireAtomicity(engine(false), 'probe')).rejects.toThrow(
      'let 50 of 50 callers win what one may win, so money is not safe on it. Fix: use MongoDB 7',
    );
  });
});
