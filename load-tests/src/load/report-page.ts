import { planText, SLICES } from '../../lib/plan.ts';
import { diskText } from '../disk-watch.ts';
import { chartsOf, drawChart, escape, short } from './charts.ts';
import { inOrder } from './k6-summary.ts';
import type { LoadReport } from './load-report.ts';
import { wholePage } from './page.ts';

/** Explains the verdict `void` to the reader. */
export const VOID_TEXT = 'This run says nothing about the app: take it again on a quiet machine.';

/** The report of a run as one standalone page. */
export function reportPage(report: LoadReport): string {
  const { name, plan, at, commit, machine, verdict, reasons } = report;
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  const charts = chartsOf(report.series, report.marks).map((chart, index) =>
    drawChart(chart, `chart-${index}`),
  );
  const body = `<h1>${escape(name)} <span class="chip ${verdict}">${verdict}</span></h1>
<p>${escape(plan.about)}</p>
<p class="quiet">${when} · commit ${escape(commit)} · ${escape(machine)}<br>
${escape(planText(plan))}. Others used ${Math.round(report.othersShare * 100)} % of a core meanwhile. ${diskText(report.disk)}</p>
${verdict === 'void' ? `<p>${VOID_TEXT} What follows was measured, and may be the machine’s.</p>` : ''}
${reasons.length > 0 ? `<ul class="reasons">${reasons.map((reason) => `<li>${escape(inStretches(reason))}</li>`).join('')}</ul>` : ''}
${headlineOf(report)}
<p class="quiet">Latencies of messages and signs count from the time they were due, not from when they were sent. A call begins when it is due or is left out, so its latency counts from its beginning.</p>
<h2>Over time</h2>
<div class="grid-of-charts">${charts.join('\n')}</div>
${marksOf(report)}
<h2>Figures</h2>${figuresOf(report)}
${cpuOf(report)}
<h2>Checks</h2>${checksOf(report)}`;
  return wholePage(`${name}, ${when}`, body);
}

/** The main questions of a reader: was everything delivered, how quickly, and is the run valid. */
function headlineOf({ figures, cpuPer1000Actions = {} }: LoadReport): string {
  const reported = (name: string) => {
    const value = figures.find((figure) => figure.name === name)?.value;
    return value === undefined ? '–' : short(value);
  };
  const all = (names: readonly string[]) => names.map(reported).join(' / ');
  const servers = Object.values(cpuPer1000Actions).reduce((sum, seconds) => sum + seconds, 0);
  const tiles = [
    ['Delivered', reported('messages_delivered'), `of ${reported('messages_sent')} sent`],
    [
      'Missing / doubled / out of order',
      all(['messages_missing', 'messages_duplicate', 'messages_out_of_order']),
      'messages',
    ],
    [
      'Delivery p50 / p95 / p99',
      all(['p50', 'p95', 'p99'].map((stat) => `message_delivery_ms, ${stat}`)),
      'ms',
    ],
    ...(servers > 0 ? [['Servers', servers.toFixed(2), 'CPU-s per 1,000 actions']] : []),
    ['Generator late, p99', reported('generator_late_ms, p99'), 'ms'],
  ].map(([name, figure, unit]) => `<div><dt>${name}</dt><dd>${figure} <span>${unit}</span></dd></div>`);
  return `<dl class="tiles">${tiles.join('')}</dl>`;
}

function marksOf({ marks }: LoadReport): string {
  if (marks.length === 0) return '';
  const items = marks.map(({ second, what }) => `<li>${second} s: ${escape(what)}</li>`);
  return `<p class="quiet">Dashed lines across the charts:</p><ul class="reasons">${items.join('')}</ul>`;
}

/** Counters, then latencies with three figures per row; messages first. */
function figuresOf({ figures, rules }: LoadReport): string {
  const chips = (metric: string) =>
    rules
      .filter((rule) => rule.metric.split('{')[0] === metric)
      .map(
        ({ metric: of, rule, ok }) =>
          `<span class="chip ${ok ? 'passed' : 'failed'}">${ok ? '✓<span class="said"> holds: </span>' : '✗<span class="said"> broken: </span>'} ${escape(rule)}${escape(inStretches(of.slice(metric.length)))}</span>`,
      )
      .join(' ');
  const { counters, trends } = inOrder(figures);
  const counted = counters.map(
    ({ name, value, unit }) =>
      `<tr><th scope="row">${escape(words(name))}</th><td class="num">${short(value)} ${unit}</td><td>${chips(name)}</td></tr>`,
  );
  const timed = trends.map(({ name, values: { p50, p95, p99 } }) => {
    const cells = [p50, p95, p99].map(
      (value) => `<td class="num">${value === undefined ? '–' : short(value)}</td>`,
    );
    return `<tr><th scope="row">${escape(words(name))}</th>${cells.join('')}<td>${chips(name)}</td></tr>`;
  });
  return `${table('Counted', ['Counted', '#', 'Rules'], counted, [1])}${table('Milliseconds', ['Milliseconds', 'p50', 'p95', 'p99', 'Rules'], timed, [1, 2, 3])}`;
}

/** Slices of k6, numbered from 0, in the words of the charts: a stretch of the run. */
export const inStretches = (text: string) =>
  text.replace(/\{slice:(\d+)\}/, (_, slice: string) => ` in stretch ${Number(slice) + 1} of ${SLICES}`);

export const words = (name: string) => name.replace(/_ms$/, '').replaceAll('_', ' ');

function cpuOf({ cpuPer1000Actions }: LoadReport): string {
  if (!cpuPer1000Actions) return '';
  const rows = Object.entries(cpuPer1000Actions).map(
    ([name, seconds]) =>
      `<tr><th scope="row">${escape(name)}</th><td class="num">${seconds.toFixed(2)}</td></tr>`,
  );
  return `<h2>Server CPU</h2><p class="quiet">CPU-seconds for 1,000 actions of members, from signing in until the last message was through.</p>${table('Server CPU', ['Part', 'CPU-s'], rows, [1])}`;
}

function checksOf({ checks }: LoadReport): string {
  const rows = checks.map(
    ({ name, passes, fails }) =>
      `<tr><th scope="row">${escape(name)}</th><td class="whole ${fails === 0 ? 'passed' : 'failed'}">${passes} of ${passes + fails}</td></tr>`,
  );
  return table('Checks', ['What must be so', 'Was so'], rows);
}

/** A table that scrolls sideways if necessary, by keys too; the columns in `numbers` hold figures. */
export function table(
  name: string,
  heads: readonly string[],
  rows: readonly string[],
  numbers: readonly number[] = [],
): string {
  const head = heads
    .map((text, at) => `<th scope="col"${numbers.includes(at) ? ' class="num"' : ''}>${text}</th>`)
    .join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escape(name)}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
