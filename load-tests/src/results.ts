import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DiskSyncs, diskWords } from './disk-watch.ts';
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
  disk?: DiskSyncs;
  /** A try at a small scale, to see that it works. */
  small?: boolean;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * What was measured: the commit of the checkout around `folder`, with `-dirty` where anything but words differs from it.
 * A copy without its history does not know.
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

/** Brings the table of RESULTS.md up to date with the kept reports; the words around it stay. */
export async function writeResults(): Promise<void> {
  const files = (await readdir(here('../reports'))).filter((name) => /^bench-[a-z0-9-]+\.json$/.test(name));
  const reports = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(here(`../reports/${name}`), 'utf8')) as Report),
  );
  const page = await readFile(here('../RESULTS.md'), 'utf8');
  const from = page.indexOf(START) + START.length;
  const to = page.indexOf(END);
  const table = mergeSections(page.slice(from, to), reports);
  await writeFile(here('../RESULTS.md'), `${page.slice(0, from)}\n\n${table}\n${page.slice(to)}`);
}

/**
 * A table of results with these reports in it, by name. A report takes the place of what stood there under its name;
 * what has none here was measured on another machine or day, and stays. A run that something disturbed has no figures: it
 * is only named, where nothing better stands.
 */
export function mergeSections(table: string, reports: readonly Report[]): string {
  const standing = table.split(/^(?=### )/m).filter((part) => part.startsWith('### '));
  const sections = new Map(standing.map((part) => [nameOf(part), `${withoutNote(part).trimEnd()}\n`]));
  for (const report of reports) if (!isVoid(report)) sections.set(report.name, section(report));
  const disturbed = reports.filter((report) => isVoid(report) && !sections.has(report.name));
  const note = `${DISTURBED} ${disturbed.map(({ name }) => name).join(', ')}.\n`;
  const inOrder = [...sections.keys()].toSorted().map((name) => sections.get(name));
  return [...inOrder, ...(disturbed.length > 0 ? [note] : [])].join('\n');
}

const DISTURBED = 'Run beside other work only, and so without figures here:';

const nameOf = (part: string) => part.slice('### '.length, part.indexOf('\n')).trim();
/** The note on disturbed runs follows the last section. */
const withoutNote = (part: string) => part.split(`\n${DISTURBED}`)[0] ?? part;

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
    `\`npm run bench -- ${report.name}\` · ${report.at.slice(0, 16).replace('T', ' ')} UTC · commit ${report.commit} · ${report.machine}`,
    '',
    '| Figure | min / median / max | Target | Verdict |',
    '|---|---|---|---|',
    ...rows,
    '',
    `${sound} ${others}. ${diskWords(report.disk)}`.trimEnd(),
    ...report.notes.map((note) => `\n${note}`),
    '',
  ].join('\n');
}
