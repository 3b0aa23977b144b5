import { join } from 'node:path';
import { campaignOf } from '@heartline/testing';
import { openStageOfProcesses } from '../stage.ts';
import { spendEvening } from './evening.ts';

/**
 * A campaign of its own: `npm run evening -- --seeds 5`, and `npm run evening -- --seed 4711` for one that failed. Two
 * people with phones and laptops in real Chromium, through lost networks, killed services and second windows (with
 * `--calm` only lines fail). Ends with code 1 when a seed found something; its pictures and what happened are in
 * `test-results/evening`.
 */
const { seeds, numbers, is } = campaignOf(
  'npm run evening has people in real browsers write to each other through faults drawn by seeds.',
  { seeds: 3, deeds: 80 },
  ['calm'],
);

const failed: number[] = [];
for (const seed of seeds) {
  const folder = join('test-results', 'evening', `seed-${seed}`);
  const stage = await openStageOfProcesses({ faults: true, serviceWorker: true });
  try {
    const startedAt = performance.now();
    const report = await spendEvening(stage, {
      seed,
      actions: numbers.deeds,
      betweenLooks: 20,
      hasFaults: !is.calm,
      folder,
    });
    const wrong = [...report.wrong, ...stage.errors.map((error) => `a page threw: ${error}`)];
    const took = `${Math.round((performance.now() - startedAt) / 1_000)} s`;
    const end = wrong.length === 0 ? 'well' : `FAILED, see ${folder}; npm run evening -- --seed ${seed}`;
    process.stdout.write(`seed ${seed}: ${report.written} messages, ${took}: ${end}\n`);
    for (const line of wrong) process.stdout.write(`  ${line}\n`);
    if (wrong.length > 0) failed.push(seed);
  } finally {
    await stage.close();
  }
}
process.exit(failed.length === 0 ? 0 : 1);
