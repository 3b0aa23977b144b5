import { readFile } from 'node:fs/promises';
import { planWords } from '../../lib/plan.ts';
import { median } from '../figures.ts';
import { directionOf, isVoid as isVoidRun } from '../measure.ts';
import type { Report } from '../results.ts';
import { short } from './charts.ts';
import { asRead } from './k6-summary.ts';
import type { LoadReport } from './load-report.ts';

/** One figure of both reports. */
export interface Compared {
  figure: string;
  unit: string;
  before: number;
  after: number;
  /** Change in percent; infinite when it was 0 before. */
  change: number;
  /** How far the repetitions of either lie around their middle, in percent of it. */
  spread: number;
  verdict: 'better' | 'worse' | 'same' | 'unclear';
}

interface Values {
  unit: string;
  better: 'higher' | 'lower' | undefined;
  values: readonly number[];
  /** How often something happened in the whole run. */
  isCount?: true;
}

/** A change smaller than this is none, however calm the figures are. */
const LEAST_PERCENT = 5;
/** How far a latency or CPU of a whole run is taken to lie from that of the next, where nothing shows its own spread. */
const LONE_PERCENT = 25;
const CPU_UNIT = 'CPU-s per 1,000 actions';

/**
 * Compares two reports of one scenario or benchmark, figure by figure. Better or worse is only what moved further than
 * both the figures' own spread and 5 %. A figure of which nobody said which way is good is `unclear`.
 */
export function compareReports(before: LoadReport | Report, after: LoadReport | Report): Compared[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
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
        verdict: verdictOf(change, spread, one.better ?? other.better),
      },
    ];
  });
}

function verdictOf(change: number, spread: number, better: Values['better']): Compared['verdict'] {
  if (Math.abs(change) <= Math.max(LEAST_PERCENT, spread)) return 'same';
  if (!better) return 'unclear';
  return change > 0 === (better === 'higher') ? 'better' : 'worse';
}

/** Half the distance between the quartiles, in percent of the median: one bad repetition does not hide a regression. */
function spreadOf({ unit, values }: Values): number {
  const middle = Math.abs(median(values));
  if (middle === 0) return 0;
  if (values.length < 2) return unit === 'ms' || unit === CPU_UNIT ? LONE_PERCENT : 0;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] as number;
  return ((at(0.75) - at(0.25)) / 2 / middle) * 100;
}

/** How far counts of the same thing lie apart by chance, in percent of the first: twice the root. */
function chanceOf(was: number, is: number): number {
  const chance = 2 * Math.sqrt(Math.max(was, is));
  if (was === 0) return is <= chance ? Number.POSITIVE_INFINITY : 0;
  return (chance / was) * 100;
}

function valuesOf(report: LoadReport | Report): Map<string, Values> {
  if ('rows' in report) {
    return new Map(
      report.rows.map((row) => [
        row.figure,
        { unit: row.unit ?? '', better: directionOf(row), values: row.values },
      ]),
    );
  }
  const counted = asRead(report.figures).map(({ name, unit, better, value, slices }): [string, Values] => {
    // Latencies are compared by their stretches, which show how calm a run was.
    const values = slices && slices.length > 2 ? slices : [value];
    return [name, { unit, better, values, ...(unit === '' ? { isCount: true as const } : {}) }];
  });
  const cpu = Object.entries(report.cpuPer1000Actions ?? {}).map(([part, seconds]): [string, Values] => [
    `CPU of ${part}`,
    { unit: CPU_UNIT, better: 'lower', values: [seconds] },
  ]);
  return new Map([...counted, ...cpu]);
}

/** What the second run did wrong and the first did not: lost, doubled, reordered, or a rule broken. */
export function newWrongs(before: LoadReport | Report, after: LoadReport | Report): readonly string[] {
  // A rule that the first run broke is named in its reasons whatever its verdict, with another figure behind it.
  const known = new Set(('rows' in before ? before.faults : before.reasons).map(withoutFigures));
  return wrongsOf(after).filter((wrong) => !known.has(withoutFigures(wrong)));
}

const withoutFigures = (wrong: string) => wrong.replace(/, it is .*$|: not so .*$|^\d+ /, '');

function wrongsOf(report: LoadReport | Report): readonly string[] {
  if ('rows' in report) return report.faults;
  return report.verdict === 'failed' ? report.reasons : [];
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
 * `npm run load -- compare a.json b.json`: a table; exit code 1 when something became worse or went wrong, 3 when a run
 * is void.
 */
export async function compareFiles(files: readonly string[]): Promise<number> {
  const [a, b] = files;
  if (!a || !b || files.length !== 2) {
    console.error('Say which two: npm run load -- compare before.json after.json');
    return 2;
  }
  const [before, after] = (await Promise.all(
    [a, b].map(async (file) => JSON.parse(await readFile(file, 'utf8'))),
  )) as [LoadReport | Report, LoadReport | Report];
  if (before.name !== after.name) {
    console.error(`These are different things: ${before.name} and ${after.name}.`);
    return 2;
  }
  const rows = compareReports(before, after);
  console.log(`${before.name}: ${before.commit} (${before.at}) → ${after.commit} (${after.at})`);
  if (before.machine !== after.machine) console.log(`  Other machines: ${before.machine}, ${after.machine}.`);
  const [was, is] = [planOf(before), planOf(after)];
  if (was !== is) console.log(`  Other plans:\n    ${was}\n    ${is}`);
  printTable(rows);
  const worse = rows.filter(({ verdict }) => verdict === 'worse');
  const wrongs = newWrongs(before, after);
  for (const wrong of wrongs) console.log(`✗ only in the second: ${wrong}`);
  for (const report of [before, after]) for (const why of disturbancesOf(report)) console.log(`  ${why}`);
  if (wrongs.length > 0) return 1;
  return sayVerdict([before, after].filter(isVoid).length, worse.length);
}

/** Why a run is void, with the time by which it is told apart from the other. */
function disturbancesOf(report: LoadReport | Report): readonly string[] {
  if ('rows' in report || report.verdict !== 'void') return [];
  return report.reasons.map((reason) => `void, ${report.at.slice(0, 16)}: ${reason}`);
}

/** Says what the whole comes to, and its exit code. */
function sayVerdict(voids: number, worse: number): number {
  if (voids > 0) {
    console.log(`${voids === 2 ? 'Both runs are' : 'One run is'} void: what moved here may be the machine.`);
    return 3;
  }
  console.log(worse === 0 ? 'Nothing became worse.' : `${worse} figures became worse.`);
  return worse === 0 ? 0 : 1;
}

/** Runs of other sizes may be laid side by side; their counters say little then. */
function planOf(report: LoadReport | Report): string {
  return 'rows' in report ? '' : planWords(report.plan);
}

function isVoid(report: LoadReport | Report): boolean {
  return 'rows' in report ? isVoidRun(report) : report.verdict === 'void';
}
