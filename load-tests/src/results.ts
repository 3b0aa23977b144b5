import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { meets, QUIET_SHARE, type Result, targetWords, valueWords } from './measure.ts';

/** A result with where it comes from. */
export interface Report extends Result {
  name: string;
  at: string;
  commit: string;
  machine: string;
  /** What other processes used meanwhile, as a share of one core. */
  othersShare: number;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export async function commitName(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: here('.') });
  return stdout.trim();
}

export function machineName(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}

const START = '<!-- figures -->';
const END = '<!-- /figures -->';

/** Makes the table of RESULTS.md again from the kept reports; the words around it stay. */
export async function writeResults(): Promise<void> {
  const files = (await readdir(here('../reports'))).filter((name) => /^bench-.*\.json$/.test(name)).sort();
  const reports = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(here(`../reports/${name}`), 'utf8')) as Report),
  );
  const page = await readFile(here('../RESULTS.md'), 'utf8');
  const before = page.slice(0, page.indexOf(START) + START.length);
  const after = page.slice(page.indexOf(END));
  await writeFile(here('../RESULTS.md'), `${before}\n\n${reports.map(section).join('\n')}\n${after}`);
}

function section(report: Report): string {
  const rows = report.rows.map((row) => {
    const verdict = meets(row);
    return `| ${row.figure} | ${valueWords(row)} | ${targetWords(row)} | ${verdict === undefined ? '' : verdict ? 'met' : '**missed**'} |`;
  });
  const sound = report.faults.length === 0 ? 'Nothing lost, doubled or reordered.' : report.faults.join('; ');
  const others = `Others used ${Math.round(report.othersShare * 100)} % of a core meanwhile`;
  return [
    `### ${report.name}`,
    '',
    `\`node load-tests/src/bench.ts ${report.name}\` · ${report.at.slice(0, 16).replace('T', ' ')} UTC · commit ${report.commit} · ${report.machine}`,
    '',
    '| Figure | min / median / max | Target | |',
    '|---|---|---|---|',
    ...rows,
    '',
    `${sound} ${others}${report.othersShare > QUIET_SHARE ? ': **void as an absolute figure**, ratios are indicative' : ''}.`,
    ...report.notes.map((note) => `\n${note}`),
    '',
  ].join('\n');
}
