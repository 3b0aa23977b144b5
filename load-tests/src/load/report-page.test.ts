import { expect, it } from 'vitest';
import { planOf } from './command.ts';
import { createLoadReport, type RunFacts } from './load-report.ts';
import { reportPage } from './report-page.ts';

/** A run without messages, so no latency of a message was measured. */
const counter = (count: number) => ({ type: 'counter', values: { count } });
const silent = {
  root_group: { checks: [], groups: [] },
  metrics: { messages_sent: counter(0), messages_delivered: counter(0) },
};
const facts: RunFacts = {
  plan: planOf('load', {}),
  at: '2026-11-21T12:00:00.000Z',
  commit: 'abc1234',
  machine: '2 × CPU',
  othersShare: 0.05,
  disk: { p50: 0.5, p99: 9, longest: 98.3 },
  cpu: {},
  series: [],
  watchedFrom: 0,
  marks: [],
  violations: [],
  ended: [],
  stuck: [],
  k6Code: 0,
};

it('shows no figure that was never measured', () => {
  const page = reportPage(createLoadReport(silent, facts));
  expect(page).toContain('<dt>Delivery p50 / p95 / p99</dt><dd>– / – / – <span>ms</span></dd>');
  expect(page).toContain('<dt>Generator late, p99</dt><dd>– <span>ms</span></dd>');
  expect(page).toContain('<dt>Delivered</dt><dd>0 <span>of 0 sent</span></dd>');
});

it('explains “void” only for void runs', () => {
  const words = 'says nothing about the app: take it again on a quiet machine';
  expect(reportPage(createLoadReport(silent, { ...facts, othersShare: 1.4 }))).toContain(words);
  expect(reportPage(createLoadReport(silent, facts))).not.toContain(words);
});
