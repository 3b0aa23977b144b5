import { readOptions } from '@heartline/testing/bench-access';
import { BENCHMARKS } from './bench/registry.ts';
import { allHeeding, runBenchmarks } from './bench/run.ts';
import { writeCapacity } from './load/capacity.ts';
import { writeResults } from './results.ts';

const MOST_MINUTES = 120;

/**
 * `npm run bench -- <name …|all>`: runs benchmarks, each against a baseline in the same run, and stores reports in
 * `reports/`. A missed target is reported and does not fail the command.
 *
 * Exit codes:
 * - 0: finished
 * - 1: something was lost, duplicated or reordered
 * - 2: bad command or a crash
 * - 3: void figures
 */
const USAGE = `npm run bench -- <name …|all> [--small] [--minutes=N] [--when-quiet] [--write]

  --small        only shows that they work; 'all' skips benchmarks that an option does not apply to
  --minutes=N    for soak, up to ${MOST_MINUTES}
  --when-quiet   waits before each until the machine is quiet
  --write        updates the tables of RESULTS.md and docs/capacity.md from the kept reports;
                 without a name it does only that

Benchmarks: ${Object.keys(BENCHMARKS).join(', ')}`;

process.exit(await run());

async function run(): Promise<number> {
  try {
    const { values, names, scale } = readCommand(process.argv.slice(2));
    if (values.help || (names.length === 0 && !values.write)) {
      console.log(USAGE);
      return values.help ? 0 : 2;
    }
    const code = await runBenchmarks(names, scale, { waitForQuiet: values['when-quiet'] ?? false });
    if (values.write) {
      await writeResults();
      await writeCapacity();
    }
    return code;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
}

function readCommand(args: string[]) {
  const { values, positionals } = readOptions({
    args,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      small: { type: 'boolean' },
      write: { type: 'boolean' },
      'when-quiet': { type: 'boolean' },
      minutes: { type: 'string' },
    },
  });
  const minutes = Number(values.minutes ?? 1);
  if (!(minutes > 0 && minutes <= MOST_MINUTES))
    throw new Error(`--minutes takes a number up to ${MOST_MINUTES}, not '${values.minutes}'.`);
  const scale = { small: values.small ?? false, ...(values.minutes === undefined ? {} : { minutes }) };
  return { values, scale, names: positionals.includes('all') ? allHeeding(scale) : positionals };
}
