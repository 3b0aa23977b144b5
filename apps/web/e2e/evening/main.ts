import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStage } from '../stage.ts';
import { spendEvening } from './evening.ts';

/**
 * A campaign of its own: `npm run evening -- --seeds 5`, and `npm run evening -- --seed 4711` for one that failed. Two
 * people with phones and laptops in real Chromium, through lost networks, killed services and second windows. Ends with
 * code 1 when a seed found something; its pictures and what happened are in `test-results/evening`.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string' },
    deeds: { type: 'string', default: '80' },
    calm: { type: 'boolean' },
  },
});
const first = Number(values.seed ?? values.first);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const deeds = Number(values.deeds);
if (![first, count, deeds].every((number) => Number.isInteger(number) && number > 0)) {
  process.stderr.write(
    'Whole numbers: --seeds 3, --first 1, --seed 4711, --deeds 80; --calm: only lines fail.\n',
  );
  process.exit(2);
}

const failed: number[] = [];
for (let seed = first; seed < first + count; seed += 1) {
  const folder = join('test-results', 'evening', `seed-${seed}`);
  const stage = await openStage({ faults: true });
  try {
    const startedAt = performance.now();
    const report = await spendEvening(stage, {
      seed,
      deeds,
      betweenLooks: 20,
      hasFaults: !values.calm,
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
