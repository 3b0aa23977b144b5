import type { LoadReport } from './load-report.ts';

/** Says on the terminal what a run gave: figures, rules, checks, verdict. */
export function printReport(report: LoadReport): void {
  for (const { name, value, unit } of report.figures) {
    const rules = report.rules.filter((rule) => rule.metric === name.split(',')[0]);
    const marks = rules.map(({ rule, ok }) => `${ok ? '✓' : '✗'} ${rule}`).join('  ');
    console.log(`  ${name.padEnd(30)} ${`${round(value)} ${unit}`.padEnd(14)} ${marks}`);
  }
  for (const { name, passes, fails } of report.checks)
    console.log(`${fails === 0 ? '✓' : '✗'} ${name} (${passes} of ${passes + fails})`);
  const cpu = Object.entries(report.cpuPer1000).map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`);
  if (cpu.length > 0) console.log(`  CPU-seconds per 1,000 delivered: ${cpu.join(', ')}`);
  console.log(`${report.name}: ${report.verdict.toUpperCase()}`);
  for (const reason of report.reasons) console.log(`  ${reason}`);
}

function round(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
}
