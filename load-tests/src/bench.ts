import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { creditDebit } from './benchmarks/credit-debit.ts';
import { gwAck } from './benchmarks/gw-ack.ts';
import { gwXnode } from './benchmarks/gw-xnode.ts';
import { httpCore } from './benchmarks/http-core.ts';
import { loginFlood } from './benchmarks/login-flood.ts';
import { msgDurable } from './benchmarks/msg-durable.ts';
import { photoPipeline } from './benchmarks/photo-pipeline.ts';
import { search } from './benchmarks/search.ts';
import { webBudget } from './benchmarks/web-budget.ts';
import { webVitals } from './benchmarks/web-vitals.ts';
import { besideOthers, meets, QUIET_SHARE, type Result, targetWords, valueWords } from './measure.ts';
import { commitName, machineName, type Report, writeResults } from './results.ts';

/**
 * `node load-tests/src/bench.ts <name …|all> [--write]`
 *
 * Runs benchmarks, each against a baseline in the same run, and keeps the result in `reports/`. With `--write` the
 * table in RESULTS.md is made again from what is kept. The exit code says whether anything was lost, doubled or
 * reordered; a missed target is reported, not hidden behind a red build.
 */
const BENCHMARKS: Record<string, () => Promise<Result>> = {
  'gw-ack': gwAck,
  'gw-xnode': gwXnode,
  'http-core': httpCore,
  'photo-pipeline': photoPipeline,
  'web-budget': webBudget,
  'web-vitals': webVitals,
  'credit-debit': creditDebit,
  'msg-durable': msgDurable,
  'login-flood': loginFlood,
  search,
};

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const names = asked.includes('all') ? Object.keys(BENCHMARKS) : asked;
const unknown = names.filter((name) => !BENCHMARKS[name]);
if (unknown.length > 0 || (names.length === 0 && !process.argv.includes('--write'))) {
  console.error(`Say which: ${Object.keys(BENCHMARKS).join(', ')} or all.`);
  process.exit(2);
}

/** The rest is in the report. */
const FAULTS_SHOWN = 5;

let isSound = true;
for (const name of names) isSound = (await runOne(name)) && isSound;
if (process.argv.includes('--write')) await writeResults();
process.exit(isSound ? 0 : 1);

async function runOne(name: string): Promise<boolean> {
  console.log(`\n${name}`);
  const { value, othersShare } = await besideOthers(BENCHMARKS[name] as () => Promise<Result>);
  for (const row of value.rows) {
    const verdict = meets(row);
    const mark = verdict === undefined ? ' ' : verdict ? '✓' : '✗';
    console.log(
      `${mark} ${row.figure}: ${valueWords(row)}${row.target ? `  (wanted ${targetWords(row)})` : ''}`,
    );
  }
  for (const note of value.notes) console.log(`  ${note}`);
  for (const fault of value.faults.slice(0, FAULTS_SHOWN)) console.log(`✗ ${fault}`);
  if (value.faults.length > FAULTS_SHOWN) console.log(`✗ and ${value.faults.length - FAULTS_SHOWN} more`);
  if (othersShare > QUIET_SHARE)
    console.log(`  void as a figure: others used ${Math.round(othersShare * 100)} % of a core meanwhile`);
  const report: Report = {
    name,
    at: new Date().toISOString(),
    commit: await commitName(),
    machine: machineName(),
    othersShare,
    ...value,
  };
  const folder = fileURLToPath(new URL('../reports/', import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}bench-${name}.json`, `${JSON.stringify(report, null, 1)}\n`);
  return value.faults.length === 0;
}
