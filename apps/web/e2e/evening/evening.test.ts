import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStageOfProcesses } from '../stage.ts';
import { spendEvening } from './evening.ts';

/** One short evening of the campaign (`npm run evening`), so that the campaign stays true itself. */
it('every screen is right after lost connections and killed services', async () => {
  const stage = await openStageOfProcesses({ faults: true, serviceWorker: true });
  try {
    const folder = join('test-results', 'evening', 'suite');
    const options = { seed: 2, actions: 24, betweenLooks: 12, hasFaults: true, folder };
    const { wrong } = await spendEvening(stage, options);
    expect([...wrong, ...stage.errors]).toEqual([]);
  } finally {
    await stage.close();
  }
}, 300_000);
