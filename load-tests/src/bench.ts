import { parseArgs } from 'node:util';
import { BENCHMARKS } from './bench/registry.ts';
import { allHeeding, runBenchmarks } from './bench/run.ts';
import { writeResults } from './results.ts';

/**
 * `node load-tests/src/bench.ts <name …|all> [--small] [--minutes=N] [--when-quiet] [--write]`
 *
 * Runs benchmarks, each against a baseline in the same run, and keeps the result in `reports/`. `--small` only shows
 * that they work, and `all` leaves out those that an option means nothing to; `--when-quiet` waits before each until nothing else runs, and `soak` takes as many minutes as it is told.
 * With `--write` the table in RESULTS.md is made again from what is kept. Exit codes: 1 something was lost, doubled or
 * reordered, 2 the words were not understood or one did not come to its end, 3 figures are void. A missed target is
 * reported, not hidden behind a red build.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean' },
    write: { type: 'boolean' },
    'when-quiet': { type: 'boolean' },
    minutes: { type: 'string' },
  },
});
const minutes = Number(values.minutes ?? 1);
if (!(minutes > 0 && minutes <= 120)) {
  console.error(`--minutes takes a number up to 120, not '${values.minutes}'.`);
  process.exit(2);
}
const scale = { small: values.small ?? false, ...(values.minutes === undefined ? {} : { minutes }) };
const names = positionals.includes('all') ? allHeeding(scale) : positionals;
if (names.length === 0 && !values.write) {
  console.error(`Say which: ${Object.keys(BENCHMARKS).join(', ')} or all.`);
  process.exit(2);
}
const code = await runBenchmarks(names, scale, { waitForQuiet: values['when-quiet'] ?? false });
if (values.write) await writeResults();
process.exit(code);
