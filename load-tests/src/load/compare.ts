import { readFile } from 'node:fs/promises';
import { planText, type RunPlan } from '../../lib/plan.ts';
import type { Shape } from '../../lib/schedule.ts';
import { median } from '../figures.ts';
import { directionOf, isVoid } from '../measure.ts';
import type { Report } from '../results.ts';
import { short } from './charts.ts';
import { asRead, type Figure, LATE } from './k6-summary.ts';
import { disturbancesOf, type LoadReport, wrongsIn } from './load-report.ts';

/** A run of a scenario, or of a benchmark. */
type AnyReport = LoadReport | Report;

/** One figure of both sides. */
export interface Compared {
  figure: string;
  unit: string;
  before: number;
  after: number;
  /** Change in percent; infinite if it was 0 before. */
  change: number;
  /** Larger spread of the two sides around their median, in percent of it. */
  spread: number;
  verdict: 'better' | 'worse' | 'same' | 'unclear';
}

interface Values {
  unit: string;
  better: 'higher' | 'lower' | undefined;
  /** One figure per run, or every repetition of a benchmark. */
  values: readonly number[];
  /** True for a count over the whole run. */
  isCount?: true;
  /** Assumed spread between single runs, in percent. */
  lonePercent?: number;
}

/** A smaller change does not count, however small the spread is. */
const LEAST_PERCENT = 5;
/** Assumed spread of a latency or CPU between whole runs, if nothing shows its own spread. */
const LONE_PERCENT = 25;
/**
 * Assumed spread of a worst slice, or of a quantile with hardly any slower values. Both depend on single moments of the
 * machine, so only a doubling counts.
 */
const LONE_MOMENT_PERCENT = 100;
/** With fewer slower values than this, a quantile is one of them and not a typical one. */
const FEW_BEYOND = 20;
/** Shapes whose slices all have the same load, except the first. */
const EVEN: ReadonlySet<Shape> = new Set(['flat', 'steady']);
/** With fewer values than this, quartiles are meaningless. */
const HANDFUL = 5;
const CPU_UNIT = 'CPU-s per 1,000 actions';

/**
 * Compares reports of one scenario or benchmark, figure by figure: one per side, or several from alternating runs. A
 * figure is better or worse only if it moved further than the spread of both sides and 5 %. It is `unclear` if its good
 * direction is unknown, for generator lateness, and for counts of runs of different sizes.
 */
export function compareReports(before: readonly AnyReport[], after: readonly AnyReport[]): Compared[] {
  const [old, now] = [together(before), together(after)];
  const isOneSize = new Set([...before, ...after].map(sizeOf)).size <= 1;
  return [...old].flatMap(([figure, one]): Compared[] => {
    const other = now.get(figure);
    if (!other) return [];
    const [was, is] = [median(one.values), median(other.values)];
    if (Number.isNaN(was) || Number.isNaN(is)) return [];
    const change = was === is ? 0 : was === 0 ? Number.POSITIVE_INFINITY : ((is - was) / Math.abs(was)) * 100;
    const spread = one.isCount ? chanceOf(was, is) : Math.max(spreadOf(one), spreadOf(other));
    return [
      {
        figure,
        unit: one.unit,
        before: was,
        after: is,
        change,
        spread,
        verdict: verdictOf(
          change,
          spread,
          one.isCount && !isOneSize ? undefined : (one.better ?? other.better),
        ),
      },
    ];
  });
}

/** Figures that only one side has: renamed, or no longer measured. */
export function onlyOnOneSide(before: readonly AnyReport[], after: readonly AnyReport[]): readonly string[] {
  const [old, now] = [together(before), together(after)];
  const missing = (side: string, these: Map<string, Values>, others: Map<string, Values>) =>
    [...these.keys()].filter((figure) => !others.has(figure)).map((figure) => `only ${side}: ${figure}`);
  return [...missing('before', old, now), ...missing('after', now, old)];
}

/** Values of all runs of one side, by figure. */
function together(reports: readonly AnyReport[]): Map<string, Values> {
  const all = new Map<string, Values>();
  for (const [figure, one] of reports.flatMap((report) => [...valuesOf(report)])) {
    const values = [...(all.get(figure)?.values ?? []), ...one.values];
    all.set(figure, { ...one, values });
  }
  return all;
}

function verdictOf(change: number, spread: number, better: Values['better']): Compared['verdict'] {
  if (Math.abs(change) <= Math.max(LEAST_PERCENT, spread)) return 'same';
  if (!better) return 'unclear';
  return change > 0 === (better === 'higher') ? 'better' : 'worse';
}

/** Spread of repetitions around their median, in percent of it. */
function spreadOf({ unit, values, lonePercent }: Values): number {
  if (median(values) === 0) return 0;
  if (values.length < 2) return lonePercent ?? (unit === 'ms' || unit === CPU_UNIT ? LONE_PERCENT : 0);
  return spreadAround(values);
}

/**
 * Half the distance between the quartiles, in percent of the median, so that one bad repetition does not hide a
 * regression. With few values, whose quartiles are chance, half the distance between the ends.
 */
function spreadAround(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] as number;
  const ends = sorted.length < HANDFUL ? 0 : 0.25;
  return ((at(1 - ends) - at(ends)) / 2 / Math.abs(median(values))) * 100;
}

/** Random spread of a count, in percent of the first: twice its root. */
function chanceOf(was: number, is: number): number {
  const chance = 2 * Math.sqrt(Math.max(was, is));
  if (was === 0) return is <= chance ? Number.POSITIVE_INFINITY : 0;
  return (chance / was) * 100;
}

function valuesOf(report: AnyReport): Map<string, Values> {
  if ('rows' in report) {
    return new Map(
      report.rows.map((row) => [
        row.figure,
        { unit: row.unit ?? '', better: directionOf(row), values: row.values },
      ]),
    );
  }
  const counted = asRead(report.figures).flatMap((figure) => valuesOfRun(figure, report.plan));
  const cpu = Object.entries(report.cpuPer1000Actions ?? {}).map(([part, seconds]): [string, Values] => [
    `CPU of ${part}`,
    { unit: CPU_UNIT, better: 'lower', values: [seconds] },
  ]);
  return new Map([...counted, ...cpu]);
}

/**
 * Values of a figure of a run. A latency with slices also has its worst slice, since no quantile of the whole shows a
 * stall in one of twenty.
 */
function valuesOfRun(figure: Figure, plan: RunPlan): [string, Values][] {
  const { name, unit, better, value, slices = [] } = figure;
  const apart = apartOf(figure, plan);
  const own: Values = {
    unit,
    // The app is not responsible for it.
    better: name.startsWith(LATE) ? undefined : better,
    values: [value],
    ...(unit === '' ? { isCount: true as const } : {}),
    ...(apart.length > 0 ? { lonePercent: Math.max(...apart) } : {}),
  };
  if (slices.length === 0 || !name.endsWith(', p95')) return [[name, own]];
  const worst = { unit, better, values: [Math.max(...slices)], lonePercent: LONE_MOMENT_PERCENT };
  return [
    [name, own],
    [`${name} of its worst stretch`, worst],
  ];
}

/**
 * Spread of a latency between runs, in percent; empty if unknown. It comes from the slices if all had the same load
 * and nothing disturbed the app.
 */
function apartOf({ slices = [], beyond = FEW_BEYOND }: Figure, { shape, kill }: RunPlan): number[] {
  const isSpreadKnown = EVEN.has(shape) && !kill && slices.length >= HANDFUL && median(slices) > 0;
  return [
    ...(isSpreadKnown ? [spreadAround(slices)] : []),
    ...(beyond < FEW_BEYOND ? [LONE_MOMENT_PERCENT] : []),
  ];
}

/** Faults that only the later side has: lost, duplicated or reordered messages, or broken rules. */
export function newWrongs(before: readonly AnyReport[], after: readonly AnyReport[]): readonly string[] {
  // A rule that an earlier run broke is in its reasons, with another figure, whatever its verdict.
  const known = new Set(
    before.flatMap((report) => ('rows' in report ? report.faults : report.reasons)).map(withoutFigures),
  );
  return after.flatMap(wrongsOf).filter((wrong) => !known.has(withoutFigures(wrong)));
}

const withoutFigures = (wrong: string) => wrong.replace(/, it is .*$|: not so .*$|^\d+ /, '');

function wrongsOf(report: AnyReport): readonly string[] {
  return 'rows' in report ? report.faults : wrongsIn(report);
}

function printTable(rows: ReturnType<typeof compareReports>): void {
  const width = Math.max(...rows.map(({ figure }) => figure.length));
  for (const { figure, unit, before: was, after: is, change, spread, verdict } of rows) {
    const mark = { better: '▲ better', worse: '▼ WORSE', same: '  same', unclear: '? moved' }[verdict];
    if (was === is) {
      console.log(`${mark.padEnd(9)} ${figure.padEnd(width)}  ${short(was)} ${unit}`.trimEnd());
      continue;
    }
    const by = Number.isFinite(change) ? `${change >= 0 ? '+' : ''}${change.toFixed(0)} %` : 'none before';
    const around = Number.isFinite(spread) ? `spread ${spread.toFixed(0)} %` : 'by chance';
    console.log(
      `${mark.padEnd(9)} ${figure.padEnd(width)}  ${short(was)} → ${short(is)} ${unit}  (${by}, ${around})`,
    );
  }
}

/**
 * `npm run load -- compare before.json after.json`, or more pairs from alternating runs: prints a table.
 *
 * Exit codes: 1 if something became worse or went wrong, 3 if a run was disturbed.
 */
export async function compareFiles(files: readonly string[]): Promise<number> {
  if (files.length === 0 || files.length % 2 === 1) {
    console.error(
      'Say which: npm run load -- compare before.json after.json, and more pairs behind them if they ran in turns.',
    );
    return 2;
  }
  const reports = await Promise.all(files.map(readReport));
  // A scenario and a benchmark may share a name.
  const names = new Set(reports.map((one) => ('rows' in one ? `the benchmark ${one.name}` : one.name)));
  if (names.size > 1) {
    console.error(`These reports are not comparable: ${[...names].join(', ')}.`);
    return 2;
  }
  return printComparison(
    reports.filter((_, index) => index % 2 === 0),
    reports.filter((_, index) => index % 2 === 1),
  );
}

/** Reads a stored report; throws a readable error if the file holds something else. */
async function readReport(file: string): Promise<AnyReport> {
  try {
    const found = JSON.parse(await readFile(file, 'utf8')) as Partial<LoadReport & Report> | null;
    if (found?.kind === 'load' || Array.isArray(found?.rows)) return found as AnyReport;
  } catch {
    // Missing, incomplete, or of another kind: the same for the user.
  }
  throw new Error(`${file} is no report of a run or a benchmark: load-tests/reports has those as .json.`);
}

/** Prints the findings of `compareReports` and returns the exit code of `compareFiles`. */
export function printComparison(before: readonly AnyReport[], after: readonly AnyReport[]): number {
  const all = [...before, ...after];
  for (const [index, one] of before.entries()) {
    const other = after[index] as AnyReport;
    console.log(`${one.name}: ${one.commit} (${one.at}) → ${other.commit} (${other.at})`);
  }
  const machines = new Set(all.map(({ machine }) => machine));
  if (machines.size > 1) console.log(`  Other machines: ${[...machines].join(', ')}.`);
  const plans = new Set(all.map(planOf));
  if (plans.size > 1) console.log(`  Other plans:\n    ${[...plans].join('\n    ')}`);
  const rows = compareReports(before, after);
  printTable(rows);
  for (const line of onlyOnOneSide(before, after)) console.log(`  ${line}`);
  const worse = rows.filter(({ verdict }) => verdict === 'worse').map(({ figure }) => figure);
  const wrongs = newWrongs(before, after);
  for (const wrong of wrongs) console.log(`✗ only afterwards: ${wrong}`);
  for (const report of all) for (const why of disturbancesIn(report)) console.log(`  ${why}`);
  const code = printVerdict(all.filter(isDisturbed).length, all.length, worse);
  return wrongs.length > 0 ? 1 : code;
}

/** Disturbances of a run, with its time to identify it. */
function disturbancesIn(report: AnyReport): readonly string[] {
  if ('rows' in report) return [];
  return disturbancesOf(report).map((why) => `disturbed, ${report.at.slice(0, 16)}: ${why}`);
}

/** Prints the overall verdict and returns its exit code. */
function printVerdict(disturbed: number, runs: number, worse: readonly string[]): number {
  if (disturbed > 0) {
    console.log(`Disturbed: ${disturbed} of ${runs} runs. What moved here may be the machine.`);
    return 3;
  }
  const figures = worse.length === 1 ? '1 figure' : `${worse.length} figures`;
  console.log(worse.length === 0 ? 'Nothing became worse.' : `${figures} became worse: ${worse.join('; ')}.`);
  return worse.length === 0 ? 0 : 1;
}

/** The size of a run; '' for a benchmark. */
function sizeOf(report: AnyReport): string {
  if ('rows' in report) return '';
  const { members, rate, minutes, shape } = report.plan;
  return [members, rate, minutes, shape].join();
}

/** The plan of a run for the printed list: runs of different sizes can be compared. */
function planOf(report: AnyReport): string {
  return 'rows' in report ? '' : planText(report.plan);
}

/** True if other work may have caused the figures, also for failed runs and those that only check correctness. */
function isDisturbed(report: AnyReport): boolean {
  return 'rows' in report ? isVoid(report) : disturbancesOf(report).length > 0;
}
