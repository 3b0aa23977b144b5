import { parseArgs } from 'node:util';
import { startWorld } from '../start-world.ts';
import { runSeed, type SeedReport } from './run-seed.ts';

/**
 * F28, a campaign of its own: `npm run faults -- --seeds 200`, and `npm run faults -- --seed 4711` for one that failed.
 * Ends with code 1 when a seed found something, and names the seeds.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
});

const first = Number(values.seed ?? values.first);
const count = values.seed === undefined ? Number(values.seeds) : 1;
if (!Number.isInteger(first) || !Number.isInteger(count) || count < 1) {
  process.stderr.write('Seeds are whole numbers: --seeds 200, --first 1, --seed 4711.\n');
  process.exit(2);
}

const failed: SeedReport[] = [];
for (let seed = first; seed < first + count; seed += 1) {
  // A world of its own for each seed: what one leaves cannot be taken for the fault of the next.
  const world = await startWorld({ gateways: 2, workers: 2, faults: true });
  try {
    const report = await runSeed(world, seed);
    say(report);
    if (report.wrong.length > 0) failed.push(report);
  } finally {
    await world.stop();
  }
}
const words = failed.length === 0 ? '0 violations' : `failed: ${failed.map(({ seed }) => seed).join(', ')}`;
process.stdout.write(`${count} seeds, ${words}\n`);
process.exit(failed.length === 0 ? 0 : 1);

function say({ seed, faults, sent, ms, wrong }: SeedReport): void {
  const end = wrong.length === 0 ? 'well' : `FAILED, npm run faults -- --seed ${seed}`;
  process.stdout.write(
    `seed ${seed}: ${faults.join(', ')}; ${sent} sent, ${Math.round(ms / 1_000)} s: ${end}\n`,
  );
  for (const line of wrong) process.stdout.write(`  ${line}\n`);
}
