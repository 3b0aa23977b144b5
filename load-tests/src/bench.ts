import { readOptions } from '@heartline/testing/bench-access';
import { BENCHMARKS } from './bench/registry.ts';
import { allHeeding, runBenchmarks } from './bench/run.ts';
import { writeCapacity } from './load/capacity.ts';
import { writeResults } from './results.ts';

const MOST_MINUTES = 120;

/**
 * `npm run bench -- <name …|all>`: runs benchmarks, each against a baseline in the same run, and keeps the result in
 * `reports/`.
 *
 * Exit codes: 0 all came to their end, 1 something was lost, doubled or reordered, 2 the words were not understood or
 * one did not come to its end, 3 figures are void. A missed target is reported, not hidden behind a red build.
 */
const USAGE = `npm run bench -- <name …|all> [--small] [--minutes=N] [--when-quiet] [--write]

  --small        only shows that they work; 'all' leaves out those that an option means nothing to
  --minutes=N    for soak, up to ${MOST_MINUTES}
  --when-quiet   waits before each until nothing else runs
  --write        makes the tables of RESULTS.md and of infra/decisions/capacity.md again from what is kept;
                 without a name, that alone

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
