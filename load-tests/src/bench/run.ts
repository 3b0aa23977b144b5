import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  besideOthers,
  GENERATOR_SHARE,
  isVoid,
  meets,
  QUIET_SHARE,
  type Result,
  type Row,
  type Scale,
  targetWords,
  untilQuiet,
  valueWords,
} from '../measure.ts';
import { commitName, machineName, type Report } from '../results.ts';
import { BENCHMARKS } from './registry.ts';

/** How long a benchmark waits for its neighbours to end. */
const QUIET_WITHIN_MS = 600_000;
/** The rest is in the report. */
const FAULTS_SHOWN = 5;

/** Runs benchmarks by name, one after the other; the exit code says whether anything was lost, doubled or reordered. */
export async function runBenchmarks(
  names: readonly string[],
  scale: Partial<Scale>,
  { waitForQuiet = false }: { waitForQuiet?: boolean } = {},
): Promise<number> {
  const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown.length > 0) {
    console.error(`Say which: ${Object.keys(BENCHMARKS).join(', ')} or all.`);
    return 2;
  }
  let isSound = true;
  for (const name of names) {
    if (waitForQuiet && !(await untilQuiet(QUIET_WITHIN_MS)))
      console.log('The machine did not become quiet.');
    console.log(`\n${name}`);
    isSound = (await runOne(name, { small: false, ...scale })) && isSound;
  }
  return isSound ? 0 : 1;
}

async function runOne(name: string, scale: Scale): Promise<boolean> {
  const run = BENCHMARKS[name] as (scale: Scale) => Promise<Result>;
  const { value, othersShare, generatorShare } = await besideOthers(() => run(scale));
  const report: Report = {
    name,
    at: new Date().toISOString(),
    commit: await commitName(),
    machine: machineName(),
    othersShare,
    generatorShare,
    ...(scale.small ? { small: true } : {}),
    ...value,
  };
  print(report);
  if (!scale.small) await keep(report);
  return value.faults.length === 0;
}

function print(report: Report): void {
  const { rows, notes, faults, othersShare, generatorShare = 0, small } = report;
  for (const row of rows) console.log(rowWords(row, small));
  for (const note of notes) console.log(`  ${note}`);
  for (const fault of faults.slice(0, FAULTS_SHOWN)) console.log(`✗ ${fault}`);
  if (faults.length > FAULTS_SHOWN) console.log(`✗ and ${faults.length - FAULTS_SHOWN} more`);
  if (small) console.log('  void as a figure: a small try');
  if (othersShare > QUIET_SHARE)
    console.log(`  void as a figure: others used ${Math.round(othersShare * 100)} % of a core meanwhile`);
  if (generatorShare > GENERATOR_SHARE)
    console.log(`  void as a figure: the generator used ${Math.round(generatorShare * 100)} % of its core`);
}

/** A row with its verdict; of a small try, whose figures mean nothing, without. */
function rowWords(row: Row, small = false): string {
  const verdict = small ? undefined : meets(row);
  const mark = verdict === undefined ? ' ' : verdict ? '✓' : '✗';
  const wanted = row.target && !small ? `  (wanted ${targetWords(row)})` : '';
  return `${mark} ${row.figure}: ${valueWords(row)}${wanted}`;
}

/** Keeps the report; one that something disturbed never takes the place of a calm one. */
async function keep(report: Report): Promise<void> {
  const folder = fileURLToPath(new URL('../../reports/', import.meta.url));
  await mkdir(folder, { recursive: true });
  const file = `${folder}bench-${report.name}.json`;
  const text = `${JSON.stringify(report, null, 1)}\n`;
  const kept = await readFile(file, 'utf8').then(
    (found) => JSON.parse(found) as Report,
    () => undefined,
  );
  const isBetter = kept !== undefined && !isVoid(kept) && isVoid(report);
  await writeFile(isBetter ? file.replace(/\.json$/, '.void.json') : file, text);
}
