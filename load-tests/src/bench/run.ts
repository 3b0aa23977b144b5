import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { besideDisk, diskText } from '../disk-watch.ts';
import { writeIndex } from '../load/report-index.ts';
import {
  besideOthers,
  disturbancesOf,
  isVoid,
  meets,
  type Row,
  type Scale,
  targetWords,
  untilQuiet,
  valueWords,
} from '../measure.ts';
import { commitName, machineName, type Report } from '../results.ts';
import { BENCHMARKS, type Benchmark, WITH_MINUTES } from './registry.ts';

/** Longest wait for a quiet machine. */
const QUIET_WITHIN_MS = 600_000;
/** The report has the others. */
const FAULTS_SHOWN = 5;

export interface RunOptions {
  /** Waits before each benchmark until the machine is quiet. */
  waitForQuiet?: boolean;
  /** A missed target fails too: for benchmarks that check the harness itself. */
  mustMeet?: boolean;
  /** The known benchmarks by name. */
  among?: Readonly<Record<string, Benchmark>>;
}

/** Exit codes, the worst first. */
const WORST_FIRST = [1, 2, 3, 0] as const;
type Code = (typeof WORST_FIRST)[number];

/**
 * Runs benchmarks by name, one after the other; a failed one does not stop the others. Returns the exit code:
 * - 1: something was lost, duplicated or reordered
 * - 2: bad command, or a benchmark crashed
 * - 3: void figures
 */
export async function runBenchmarks(
  names: readonly string[],
  scale: Partial<Scale>,
  options: RunOptions = {},
): Promise<number> {
  const { waitForQuiet = false, among = BENCHMARKS } = options;
  const misunderstood = misunderstoodIn(names, scale, among);
  if (misunderstood) {
    console.error(misunderstood);
    return 2;
  }
  const codes = new Set<Code>();
  for (const name of names) {
    if (waitForQuiet && !(await untilQuiet(QUIET_WITHIN_MS)))
      console.log('The machine did not become quiet.');
    console.log(`\n${name}`);
    try {
      codes.add(await runOne(name, among[name] as Benchmark, { small: false, ...scale }, options));
    } catch (error) {
      console.error(`✗ ${name} failed:`, error);
      codes.add(2);
    }
  }
  return WORST_FIRST.find((code) => codes.has(code)) ?? 0;
}

/** All benchmarks but those that ignore a given option. */
export function allHeeding(
  scale: Partial<Scale>,
  among: Readonly<Record<string, Benchmark>> = BENCHMARKS,
): string[] {
  return Object.keys(among).filter((name) => misunderstoodIn([name], scale, among) === undefined);
}

/** The error of a command: an unknown name, or an option that a benchmark ignores. */
function misunderstoodIn(
  names: readonly string[],
  { small, minutes }: Partial<Scale>,
  among: Readonly<Record<string, Benchmark>>,
): string | undefined {
  const unknown = names.find((name) => !Object.hasOwn(among, name));
  if (unknown !== undefined)
    return `There is no benchmark '${unknown}'. Known: ${Object.keys(among).join(', ')} or all.`;
  const whole = names.filter((name) => among[name]?.length === 0);
  if (small && whole.length > 0) return `Without --small, they are always run whole: ${whole.join(', ')}.`;
  const fixed = names.filter((name) => !WITH_MINUTES.has(name));
  if (minutes !== undefined && fixed.length > 0)
    return `Without --minutes, they take what they take: ${fixed.join(', ')}.`;
  return undefined;
}

async function runOne(
  name: string,
  run: Benchmark,
  scale: Scale,
  { mustMeet = false }: RunOptions,
): Promise<Code> {
  const beside = () => besideOthers(() => run(scale));
  const { value, othersShare, generatorShare, disk } = await besideDisk(beside);
  const report: Report = {
    name,
    at: new Date().toISOString(),
    commit: await commitName(),
    machine: machineName(),
    othersShare,
    generatorShare,
    disk,
    ...(scale.small ? { small: true } : {}),
    ...value,
  };
  print(report);
  if (!scale.small) {
    await keep(report);
    await writeIndex();
  }
  if (report.faults.length > 0) return 1;
  if (scale.small) return 0;
  if (isVoid(report)) return 3;
  return mustMeet && report.rows.some((row) => meets(row) === false) ? 1 : 0;
}

function print(report: Report): void {
  const { rows, notes, faults, small, disk } = report;
  for (const row of rows) console.log(rowText(row, small));
  for (const note of [...notes, diskText(disk)]) if (note) console.log(`  ${note}`);
  for (const fault of faults.slice(0, FAULTS_SHOWN)) console.log(`✗ ${fault}`);
  if (faults.length > FAULTS_SHOWN) console.log(`✗ and ${faults.length - FAULTS_SHOWN} more`);
  if (small) console.log('  void as a figure: a small try');
  for (const why of disturbancesOf(report)) console.log(`  void as a figure: ${why}`);
}

/** A row with its verdict. A small run has none, since its figures mean nothing. */
function rowText(row: Row, small = false): string {
  const verdict = small ? undefined : meets(row);
  const mark = verdict === undefined ? ' ' : verdict ? '✓' : '✗';
  const wanted = row.target && !small ? `  (wanted ${targetWords(row)})` : '';
  return `${mark} ${row.figure}: ${valueWords(row)}${wanted}`;
}

/** Stores the report. A disturbed one never replaces an undisturbed one. */
async function keep(report: Report): Promise<void> {
  const folder = fileURLToPath(new URL('../../reports/', import.meta.url));
  await mkdir(folder, { recursive: true });
  const file = `${folder}bench-${report.name}.json`;
  const text = `${JSON.stringify(report, null, 1)}\n`;
  const stored = await readFile(file, 'utf8').then(
    (found) => JSON.parse(found) as Report,
    () => undefined,
  );
  const isBetter = stored !== undefined && !isVoid(stored) && isVoid(report);
  await writeFile(isBetter ? file.replace(/\.json$/, '.void.json') : file, text);
}
