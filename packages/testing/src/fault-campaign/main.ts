import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { campaignOf } from '../campaign-of.ts';
import { startWorld, type World } from '../start-world.ts';
import { runSeed, type SeedReport } from './run-seed.ts';

/**
 * F28 as a campaign of its own: `npm run faults -- --seeds 200`, and `npm run faults -- --seed 4711` for one that
 * failed. `--worlds 2` run at a time. Exits with code 1 if a seed found something, names these seeds and keeps the
 * logs of their services.
 */
const { seeds, numbers } = campaignOf(
  'npm run faults kills, cuts and slows services and databases by seeds, and then checks every invariant.',
  { seeds: 200, worlds: 2 },
);

/** Seeds that share a world, one after the other. Starting a world takes longer than a seed. */
const TOGETHER = 10;

const startedAt = performance.now();
const done: SeedReport[] = [];
const groups = Array.from({ length: Math.ceil(seeds.length / TOGETHER) }, (_, group) =>
  seeds.slice(group * TOGETHER, (group + 1) * TOGETHER),
);
await Promise.all(
  Array.from({ length: numbers.worlds }, async () => {
    for (let group = groups.shift(); group; group = groups.shift()) await runTogether(group);
  }),
);
const failed = done.filter(({ wrong }) => wrong.length > 0).map(({ seed }) => seed);
const sent = done.reduce((sum, report) => sum + report.sent, 0);
process.stdout.write(
  `${seeds.length} seeds, ${sent} messages, ${minutes(performance.now() - startedAt)}: ${
    failed.length === 0 ? '0 violations' : `failed: ${failed.join(', ')}`
  }\n`,
);
process.exit(failed.length === 0 ? 0 : 1);

/** Runs seeds in one world. After a failed seed the rest get a new world, so that its damage is not found twice. */
async function runTogether(group: readonly number[]): Promise<void> {
  let world: World | undefined;
  let since = group[0] as number;
  try {
    for (const seed of group) {
      if (!world) since = seed;
      world ??= await startWorld({ gateways: 2, workers: 2, faults: true, stubs: true });
      const report = await reportOf(world, seed);
      done.push(report);
      say(report, since);
      if (report.wrong.length === 0) continue;
      await keepLogs(world, seed);
      await world.stop();
      world = undefined;
    }
  } finally {
    await world?.stop();
  }
}

/** An unexpected error counts against its seed, and does not end the campaign. */
function reportOf(world: World, seed: number): Promise<SeedReport> {
  return runSeed(world, seed).catch((error: unknown) => ({
    seed,
    faults: [],
    sent: 0,
    ms: 0,
    wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
}

function say({ seed, faults, sent: ofSeed, ms, wrong }: SeedReport, since: number): void {
  const again = since === seed ? '' : `; in the same world: --first ${since} --seeds ${seed - since + 1}`;
  const end = wrong.length === 0 ? 'passed' : `FAILED, npm run faults -- --seed ${seed}${again}`;
  const left = ((performance.now() - startedAt) / done.length) * (seeds.length - done.length);
  process.stdout.write(
    `seed ${seed}: ${faults.join(', ')}; ${ofSeed} sent, ${Math.round(ms / 1_000)} s: ${end} (${done.length} of ${seeds.length}, ${minutes(left)} left)\n`,
  );
  for (const line of wrong) process.stdout.write(`  ${line}\n`);
}

function minutes(ms: number): string {
  return `${(ms / 60_000).toFixed(1)} min`;
}

async function keepLogs(world: World, seed: number): Promise<void> {
  const folder = join('test-results', 'faults', `seed-${seed}`);
  await mkdir(folder, { recursive: true });
  for (const { name, logFile } of [...world.gateways, ...world.workers])
    await copyFile(logFile, join(folder, `${name}.log`));
  process.stdout.write(`  logs in ${folder}\n`);
}
