import { short } from './charts.ts';
import { inOrder } from './k6-summary.ts';
import type { LoadReport } from './load-report.ts';
import { inStretches, VOID_TEXT, words } from './report-page.ts';

/** Prints a run on the terminal: figures, rules, checks, verdict. */
export function printReport(report: LoadReport): void {
  const marks = (metric: string) =>
    report.rules
      .filter((rule) => rule.metric.split('{')[0] === metric)
      .map(({ metric: of, rule, ok }) => `${ok ? '✓' : '✗'} ${rule}${inStretches(of.slice(metric.length))}`)
      .join('  ');
  const { counters, trends } = inOrder(report.figures);
  for (const { name, value, unit } of counters)
    console.log(`  ${words(name).padEnd(27)} ${short(value).padStart(8)} ${unit.padEnd(1)} ${marks(name)}`);
  console.log(`  ${'milliseconds'.padEnd(27)} ${HEADS.map((head) => head.padStart(8)).join(' ')}`);
  for (const { name, values } of trends) {
    const cells = HEADS.map((head) => short(values[head] ?? Number.NaN).padStart(8)).join(' ');
    console.log(`  ${words(name).padEnd(27)} ${cells}  ${marks(name)}`);
  }
  for (const { name, passes, fails } of report.checks)
    console.log(`${fails === 0 ? '✓' : '✗'} ${name} (${passes} of ${passes + fails})`);
  const cpu = Object.entries(report.cpuPer1000Actions ?? {}).map(
    ([name, seconds]) => `${name} ${seconds.toFixed(2)}`,
  );
  if (cpu.length > 0) console.log(`  CPU-seconds per 1,000 actions: ${cpu.join(', ')}`);
  const meaning = report.verdict === 'void' ? `. ${VOID_TEXT}` : '';
  console.log(`${report.name}: ${report.verdict.toUpperCase()}${meaning}`);
  for (const reason of report.reasons) console.log(`  ${inStretches(reason)}`);
}

const HEADS = ['p50', 'p95', 'p99'] as const;
