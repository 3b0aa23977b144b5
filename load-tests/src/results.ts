import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DiskSyncs } from './disk-watch.ts';
import { isVoid, meets, type Result, type Row, targetWords, valueWords } from './measure.ts';

/** A result and its circumstances. */
export interface Report extends Result {
  name: string;
  at: string;
  commit: string;
  machine: string;
  /** CPU of other processes during the run, as a share of one core. */
  othersShare: number;
  /** CPU of the load generator, as a share of its core. */
  generatorShare?: number;
  disk?: DiskSyncs;
  /** A run at small scale, which only shows that the benchmark works. */
  small?: boolean;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The commit of the checkout around `folder`, with `-dirty` if a file other than Markdown differs from it; `unknown`
 * without git history.
 */
export async function commitName(folder = here('.')): Promise<string> {
  const ask = (...words: string[]) => promisify(execFile)('git', words, { cwd: folder });
  try {
    const { stdout: commit } = await ask('rev-parse', '--short', 'HEAD');
    const { stdout: changes } = await ask('status', '--porcelain', '--', ':/', ':(top,exclude,glob)**/*.md');
    return `${commit.trim()}${changes === '' ? '' : '-dirty'}`;
  } catch {
    return 'unknown';
  }
}

export function machineName(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}

const START = '<!-- figures -->';
const END = '<!-- /figures -->';
const HEAD = [
  '| Benchmark | Figure | Min / median / max | Target | Verdict | Measured |',
  '|---|---|---|---|---|---|',
];

/** Updates the table of RESULTS.md from the stored reports. The text around it stays. */
export async function writeResults(): Promise<void> {
  const files = (await readdir(here('../reports'))).filter((name) => /^bench-[a-z0-9-]+\.json$/.test(name));
  const reports = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(here(`../reports/${name}`), 'utf8')) as Report),
  );
  const page = await readFile(here('../RESULTS.md'), 'utf8');
  const from = page.indexOf(START) + START.length;
  const to = page.indexOf(END);
  const table = mergeRows(page.slice(from, to), reports);
  await writeFile(here('../RESULTS.md'), `${page.slice(0, from)}\n\n${table}\n\n${page.slice(to)}`);
}

/**
 * The table with the rows of these reports. A report replaces all rows of its benchmark. A void one replaces none; a
 * note names it while its benchmark has no rows.
 */
export function mergeRows(table: string, reports: readonly Report[]): string {
  const rows = rowsByBenchmark(table);
  for (const report of reports) if (!isVoid(report)) rows.set(report.name, rowsOf(report));
  const sorted = [...rows.keys()].toSorted().flatMap((name) => rows.get(name) ?? []);
  const disturbed = reports.filter(({ name }) => !rows.has(name)).map(({ name }) => name);
  const note = disturbed.length > 0 ? ['', `Void runs only, so no figures: ${disturbed.join(', ')}.`] : [];
  return [...HEAD, ...sorted, ...note].join('\n');
}

/** Lines of the table by benchmark. Only the first line of each names its benchmark. */
export function rowsByBenchmark(table: string): Map<string, string[]> {
  const rows = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of table.split('\n').filter((one) => one.startsWith('|') && !HEAD.includes(one))) {
    const name = line.split('|')[1]?.trim() ?? '';
    if (name !== '') rows.set(name, (current = []));
    current.push(line);
  }
  return rows;
}

/** Rows with a target, and those marked `isShown`. All others stay in the report. */
function rowsOf(report: Report): string[] {
  const from = `${report.at.slice(0, 10)} ${report.commit}, ${report.machine}`;
  return report.rows
    .filter(({ target, isShown }) => target ?? isShown)
    .map((row, index) => {
      const first = index === 0;
      const cells = [row.figure, valueWords(row), targetWords(row).trim(), verdictOf(report, row)];
      return `| ${[first ? report.name : '', ...cells, first ? from : ''].join(' | ')} |`;
    });
}

function verdictOf({ faults }: Report, row: Row): string {
  if (faults.length > 0) return '**failed**';
  const isMet = meets(row);
  return isMet === undefined ? '' : isMet ? 'met' : '**missed**';
}
