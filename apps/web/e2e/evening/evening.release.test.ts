import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStageOfProcesses } from '../stage.ts';
import { spendEvening } from './evening.ts';

/** The first seeds of `npm run evening`. */
it.each([1, 2, 3])(
  'every screen is right after lost connections and killed services (seed %i)',
  async (seed) => {
    const stage = await openStageOfProcesses({ faults: true, serviceWorker: true });
    try {
      const folder = join('test-results', 'evening', `seed-${seed}`);
      const options = { seed, actions: 80, betweenLooks: 20, hasFaults: true, folder };
      const { wrong } = await spendEvening(stage, options);
      expect([...wrong, ...stage.errors]).toEqual([]);
    } finally {
      await stage.close();
    }
  },
  600_000,
);
