import { SLICES } from '../../lib/plan.ts';
import { chartsOf, drawChart, escape, short } from './charts.ts';
import { inOrder } from './k6-summary.ts';
import type { LoadReport } from './load-report.ts';
import { wholePage } from './page.ts';

/** The report of a run as one page that needs nothing else. */
export function reportPage(report: LoadReport): string {
  const { name, plan, at, commit, machine, verdict, reasons } = report;
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  const charts = chartsOf(report.series, report.marks).map((chart, index) =>
    drawChart(chart, `chart-${index}`),
  );
  const body = `<h1>${escape(name)} <span class="chip ${verdict}">${verdict}</span></h1>
<p>${escape(plan.about)}</p>
<p class="quiet">${when} · commit ${escape(commit)} · ${escape(machine)}<br>
${plan.members} members, up to ${plan.rate} actions a second, ${plan.minutes} min, ${plan.shape}. Others used ${Math.round(report.othersShare * 100)} % of a core meanwhile.</p>
${reasons.length > 0 ? `<ul class="reasons">${reasons.map((reason) => `<li>${escape(inStretches(reason))}</li>`).join('')}</ul>` : ''}
<p class="quiet">Latencies count from the time an action was due, not from when it was sent.</p>
<h2>Over time</h2>
<div class="grid-of-charts">${charts.join('\n')}</div>
${marksOf(report)}
<h2>Figures</h2>${figuresOf(report)}
${cpuOf(report)}
<h2>Checks</h2>${checksOf(report)}`;
  return wholePage(`${name}, ${when}`, body);
}

function marksOf({ marks }: LoadReport): string {
  if (marks.length === 0) return '';
  const items = marks.map(({ second, what }) => `<li>${second} s: ${escape(what)}</li>`);
  return `<p class="quiet">Dashed lines across the charts:</p><ul class="reasons">${items.join('')}</ul>`;
}

/** Counters, then latencies with their three figures in one row; messages before the rest. */
function figuresOf({ figures, rules }: LoadReport): string {
  const chips = (metric: string) =>
    rules
      .filter((rule) => rule.metric.split('{')[0] === metric)
      .map(
        ({ metric: of, rule, ok }) =>
          `<span class="chip ${ok ? 'passed' : 'failed'}">${ok ? 'holds' : 'broken'}: ${escape(inStretches(of.slice(metric.length)))} ${escape(rule)}</span>`,
      )
      .join(' ');
  const { counters, trends } = inOrder(figures);
  const counted = counters.map(
    ({ name, value }) =>
      `<tr><th scope="row">${escape(words(name))}</th><td>${short(value)}</td><td>${chips(name)}</td></tr>`,
  );
  const timed = trends.map(({ name, values: { p50, p95, p99 } }) => {
    const cells = [p50, p95, p99].map((value) => `<td>${value === undefined ? '–' : short(value)}</td>`);
    return `<tr><th scope="row">${escape(words(name))}</th>${cells.join('')}<td>${chips(name)}</td></tr>`;
  });
  return `${table(['Counted', '', 'Rules'], counted)}${table(['Milliseconds', 'p50', 'p95', 'p99', 'Rules'], timed)}`;
}

/** What k6 calls a slice, from 0 on, as the charts show it: a stretch of the run. */
export const inStretches = (text: string) =>
  text.replace(/\{slice:(\d+)\}/, (_, slice: string) => ` in stretch ${Number(slice) + 1} of ${SLICES}`);

export const words = (name: string) => name.replace(/_ms$/, '').replaceAll('_', ' ');

function cpuOf({ cpuPer1000 }: LoadReport): string {
  if (Object.keys(cpuPer1000).length === 0) return '';
  const rows = Object.entries(cpuPer1000).map(
    ([name, seconds]) => `<tr><th scope="row">${escape(name)}</th><td>${seconds.toFixed(2)}</td></tr>`,
  );
  return `<h2>Server CPU</h2>${table(['Part', 'CPU-seconds per 1,000 messages delivered, everything else it did included'], rows)}`;
}

function checksOf({ checks }: LoadReport): string {
  const rows = checks.map(
    ({ name, passes, fails }) =>
      `<tr><th scope="row">${escape(name)}</th><td class="${fails === 0 ? 'passed' : 'failed'}">${passes} of ${passes + fails}</td></tr>`,
  );
  return table(['What must be so', 'Was so'], rows);
}

/** A table that scrolls sideways where it must. */
export function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
