import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isVoid, meets, type Result, targetWords, valueWords } from './measure.ts';

/** A result with where it comes from. */
export interface Report extends Result {
  name: string;
  at: string;
  commit: string;
  machine: string;
  /** What other processes used meanwhile, as a share of one core. */
  othersShare: number;
  /** What the generator used of its core. */
  generatorShare?: number;
  /** A try at a small scale, to see that it works. */
  small?: boolean;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What was measured; a copy without its history does not know. */
export async function commitName(): Promise<string> {
  const asked = promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: here('.') });
  return asked.then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  );
}

export function machineName(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}

const START = '<!-- figures -->';
const END = '<!-- /figures -->';

/**
 * Makes the table of RESULTS.md again from the kept reports; the words around it stay. A run that something disturbed
 * has no figures: it is only named, until there is a better one.
 */
export async function writeResults(): Promise<void> {
  const files = (await readdir(here('../reports')))
    .filter((name) => /^bench-[a-z0-9-]+\.json$/.test(name))
    .sort();
  const reports = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(here(`../reports/${name}`), 'utf8')) as Report),
  );
  const page = await readFile(here('../RESULTS.md'), 'utf8');
  const before = page.slice(0, page.indexOf(START) + START.length);
  const after = page.slice(page.indexOf(END));
  await writeFile(here('../RESULTS.md'), `${before}\n\n${sectionsOf(reports)}\n${after}`);
}

function sectionsOf(reports: readonly Report[]): string {
  const disturbed = reports.filter(isVoid).map(({ name }) => name);
  const sections = reports.filter((report) => !isVoid(report)).map(section);
  const note = `Run beside other work only, and so without figures here: ${disturbed.join(', ')}.\n`;
  return [...sections, ...(disturbed.length > 0 ? [note] : [])].join('\n');
}

function section(report: Report): string {
  const rows = report.rows.map((row) => {
    const verdict = meets(row);
    return `| ${row.figure} | ${valueWords(row)} | ${targetWords(row)} | ${verdict === undefined ? '' : verdict ? 'met' : '**missed**'} |`;
  });
  const sound = report.faults.length === 0 ? 'Nothing lost, doubled or reordered.' : report.faults.join('; ');
  const generator =
    report.generatorShare === undefined ? '' : `, the generator ${Math.round(report.generatorShare * 100)} %`;
  const others = `Others used ${Math.round(report.othersShare * 100)} % of a core meanwhile${generator}`;
  return [
    `### ${report.name}`,
    '',
    `\`node load-tests/src/bench.ts ${report.name}\` · ${report.at.slice(0, 16).replace('T', ' ')} UTC · commit ${report.commit} · ${report.machine}`,
    '',
    '| Figure | min / median / max | Target | |',
    '|---|---|---|---|',
    ...rows,
    '',
    `${sound} ${others}.`,
    ...report.notes.map((note) => `\n${note}`),
    '',
  ].join('\n');
}
