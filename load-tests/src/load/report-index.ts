import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { targetText } from '../../lib/plan.ts';
import { median } from '../figures.ts';
import { isVoid, meets, targetWords, valueWords } from '../measure.ts';
import type { Report } from '../results.ts';
import { type Chart, drawChart, escape, short } from './charts.ts';
import { disturbancesOf, type LoadReport } from './load-report.ts';
import { wholePage } from './page.ts';
import { reportPage, table } from './report-page.ts';

/** The folder of all reports. */
export const REPORTS = fileURLToPath(new URL('../../reports/', import.meta.url));

/** Figures drawn over all runs of a scenario. */
const DRAWN = ['message_delivery_ms, p50', 'message_delivery_ms, p95', 'message_delivery_ms, p99'];

interface StoredReport {
  file: string;
  report: LoadReport;
}

/** Rebuilds `index.html` and the page of every run from the stored reports; returns the path of the index. */
export async function writeIndex(folder = REPORTS): Promise<string> {
  await mkdir(folder, { recursive: true });
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const all = (await Promise.all(files.map((file) => readStored(folder, file)))).filter(
    (one) => one !== undefined,
  );
  const runs = all.filter((one): one is StoredReport & { page: string } => one.page !== undefined);
  const benches = all
    .map(({ report }) => report as Report)
    .filter((report) => Array.isArray((report as Partial<Report>).rows));
  for (const { file, page } of runs) await writeFile(join(folder, file.replace(/json$/, 'html')), page);
  const index = join(folder, 'index.html');
  await writeFile(index, indexPage(runs, benches));
  return index;
}

/**
 * Reads a stored report, with its page if it is of a run. Leaves an incomplete or broken one out, since it must not
 * hide the other runs.
 */
async function readStored(
  folder: string,
  file: string,
): Promise<{ file: string; report: unknown; page?: string } | undefined> {
  const text = await readFile(join(folder, file), 'utf8');
  try {
    const report = JSON.parse(text) as Partial<LoadReport> | null;
    if (report?.kind === 'load') return { file, report, page: reportPage(report as LoadReport) };
    if (typeof report === 'object' && report !== null) return { file, report };
  } catch {
    // Incomplete.
  }
  console.error(`${join(folder, file)} is an incomplete report and was left out: delete it.`);
  return undefined;
}

/** The list of runs with the course of their latencies, and the newest benchmarks. */
export function indexPage(runs: readonly StoredReport[], benches: readonly Report[]): string {
  const body = `<h1>Load runs</h1>
<p class="quiet">Made by <code>npm run load -- report</code>. Two reports are compared by <code>npm run load -- compare a.json b.json</code>. A run is void when something else disturbed it: it says nothing, and has no point on a chart; nor has a smoke that passed beside other work.</p>
${runs.length === 0 ? '<p>Nothing has been run yet. <code>npm run load -- smoke</code> takes a minute.</p>' : runTable(runs)}
${coursesOf(runs)}
<h2>Benchmarks</h2>
${benches.length === 0 ? '<p>None has been run yet: <code>npm run bench -- gw-ack</code>.</p>' : benchTable(benches)}`;
  return wholePage('Load runs', body);
}

function runTable(runs: readonly StoredReport[]): string {
  const newestFirst = [...runs].sort((a, b) => b.report.at.localeCompare(a.report.at));
  const rows = newestFirst.map(({ file, report }) => {
    const value = (name: string) => report.figures.find((figure) => figure.name === name)?.value;
    const reported = [
      `<a href="${escape(file.replace(/json$/, 'html'))}">${dayOf(report)}</a>`,
      escape(sizeOf(report)),
      escape(report.commit),
      `<span class="chip ${report.verdict}">${report.verdict}</span>`,
    ].map((cell) => `<td class="whole">${cell}</td>`);
    const counted = [
      words(value('messages_delivered')),
      ...DRAWN.map((name) => words(value(name), 'ms')),
    ].map((cell) => `<td class="num">${cell}</td>`);
    return `<tr><th scope="row" class="whole">${escape(report.name)}</th>${reported.join('')}${counted.join('')}</tr>`;
  });
  const heads = ['Scenario', 'When', 'Size', 'Commit', 'Verdict', 'Delivered', 'p50', 'p95', 'p99'];
  return table('Load runs', heads, rows, [5, 6, 7, 8]);
}

const dayOf = ({ at }: { at: string }) => at.slice(0, 16).replace('T', ' ');

/** Only runs of the same size against the same app are comparable. */
const sizeOf = ({ plan }: LoadReport) =>
  `${plan.members} at ${plan.rate}/s, ${plan.minutes} min${targetText(plan)}`;

const words = (value: number | undefined, unit = '') =>
  value === undefined ? '–' : `${short(value)} ${unit}`;

/** One chart per scenario, size and app with more than one run. */
function coursesOf(runs: readonly StoredReport[]): string {
  const groups = new Map<string, LoadReport[]>();
  for (const { report } of runs) {
    if (report.verdict === 'void' || disturbancesOf(report).length > 0) continue;
    const name = `${report.name}, ${sizeOf(report)}`;
    groups.set(name, [...(groups.get(name) ?? []), report]);
  }
  const charts = [...groups].flatMap(([name, reports], index): string[] => {
    if (reports.length < 2) return [];
    const ours = reports.sort((a, b) => a.at.localeCompare(b.at));
    const chart: Chart = {
      title: name,
      unit: 'ms',
      across: 'runs',
      from: 1,
      lines: DRAWN.map((figure) => ({
        name: figure.replace('message_delivery_ms, ', 'delivery '),
        points: ours.map(
          (report, run) => [run + 1, report.figures.find((one) => one.name === figure)?.value] as const,
        ),
      })),
    };
    return [drawChart(chart, `course-${index}`)];
  });
  return charts.length === 0 ? '' : `<div class="grid-of-charts">${charts.join('\n')}</div>`;
}

function benchTable(benches: readonly Report[]): string {
  // A disturbed run is listed only until there is an undisturbed one.
  const undisturbed = new Set(benches.filter((report) => !isVoid(report)).map(({ name }) => name));
  const listed = benches.filter((report) => !isVoid(report) || !undisturbed.has(report.name));
  const rows = listed.flatMap((report) =>
    report.rows
      .filter((row) => row.target)
      .map((row) => {
        const verdict = meets(row) ? 'met' : 'missed';
        const state = isVoid(report) ? 'void' : verdict;
        return `<tr><th scope="row" class="whole">${escape(report.name)}</th><td class="words">${escape(row.figure)}</td><td class="whole">${escape(Number.isNaN(median(row.values)) ? '–' : valueWords(row))}</td><td class="whole">${escape(targetWords(row))}</td><td><span class="chip ${state}">${state}</span></td><td class="whole">${dayOf(report)}</td></tr>`;
      }),
  );
  return table(
    'Benchmarks',
    ['Benchmark', 'Figure', 'min / median / max', 'Target', 'Verdict', 'When'],
    rows,
  );
}
