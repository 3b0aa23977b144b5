import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Probed, probeAtomicity, requireAtomicity } from './probe-atomicity.ts';

/** One scratch document. Its update reads, waits for other updates if `isAtomic` is false, and then writes. */
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

describe('atomicity probe at start-up (F31)', () => {
  it('accepts a database where one of 50 updates wins', async () => {
    expect(await probeAtomicity(engine(true), 'probe')).toEqual({ atomic: true, winners: 1 });
    await expect(requireAtomicity(engine(true), 'probe')).resolves.toBeUndefined();
  });

  it('refuses a database that reads, then writes, and names the fix', async () => {
    expect(await probeAtomicity(engine(false), 'probe')).toEqual({ atomic: false, winners: 50 });
    await expect(requireAtomicity(engine(false), 'probe')).rejects.toThrow(
      'let 50 of 50 callers win what one may win, so money is not safe on it. Fix: use MongoDB 7',
    );
  });
});
