import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RunPlan } from '../../lib/plan.ts';
import { planOf } from './command.ts';
import { asJudged, inOrder, type K6Summary } from './k6-summary.ts';
import { createLoadReport, type RunFacts } from './load-report.ts';
import { indexPage, writeIndex } from './report-index.ts';
import { reportPage } from './report-page.ts';

const plan: RunPlan = planOf('load', {});
const trend = (value: number, count = 10) => ({
  type: 'trend',
  values: { med: value, 'p(95)': value, 'p(99)': value, max: value, count },
});
const summaryOf = (changes: K6Summary['metrics'] = {}): K6Summary => ({
  root_group: { checks: [{ name: 'is let in', passes: 4, fails: 0 }], groups: [] },
  metrics: {
    messages_delivered: { type: 'counter', values: { count: 1_000 } },
    messages_missing: { type: 'counter', values: { count: 0 }, thresholds: { 'count==0': { ok: true } } },
    message_delivery_ms: { ...trend(20, 250), thresholds: { 'p(99)<100': { ok: true } } },
    'message_delivery_ms{slice:0}': { ...trend(10), thresholds: { 'p(99)>=0': { ok: true } } },
    'message_delivery_ms{slice:1}': { ...trend(30), thresholds: { 'p(99)>=0': { ok: true } } },
    generator_late_ms: trend(2),
    schedule_began_at: { type: 'gauge', values: { value: 1_005_000 } },
    http_req_failed: { type: 'rate', values: { rate: 0.0001 } },
    ...changes,
  },
});
const facts: RunFacts = {
  plan,
  at: '2026-11-21T12:00:00.000Z',
  commit: 'abc1234',
  machine: '2 × CPU',
  othersShare: 0.05,
  disk: { p50: 0.5, p99: 9, longest: 98.3 },
  // 17,190 actions.
  cpu: { 'gateway a': 17.19 },
  series: [
    {
      group: 'CPU',
      name: 'gateway <a>',
      unit: 'cores',
      points: [
        [0, undefined],
        [2, 0.5],
        [4, 0.7],
      ],
    },
  ],
  watchedFrom: 1_000_000,
  marks: [{ second: 2, what: 'gateway a is killed' }],
  violations: [],
  ended: [],
  stuck: [],
  k6Code: 0,
};

describe('report of a run', () => {
  it('holds the figures, their course over time and CPU per 1,000 actions', () => {
    const report = createLoadReport(summaryOf(), facts);
    expect(report.verdict).toBe('passed');
    expect(report.figures).toContainEqual({
      name: 'message_delivery_ms, p99',
      unit: 'ms',
      better: 'lower',
      value: 20,
      slices: [10, 30],
      beyond: 2,
    });
    // Slices of a twentieth of three minutes, from five seconds after watching began.
    expect(report.series.find(({ name }) => name === 'p99')?.points).toEqual([
      [9.5, 10],
      [18.5, 30],
    ]);
    expect(report.cpuPer1000Actions).toEqual({ 'gateway a': 1 });
    expect(report.rules.map(({ rule }) => rule)).toEqual(['count==0', 'p(99)<100']);
  });

  it('marks more reconnected sockets as worse', () => {
    const cut = { sockets_reconnected: { type: 'counter', values: { count: 3 } } };
    expect(createLoadReport(summaryOf(cut), facts).figures).toContainEqual({
      name: 'sockets_reconnected',
      unit: '',
      better: 'lower',
      value: 3,
    });
  });

  it('keeps a slice without messages empty, in its place', () => {
    const empty = { 'message_delivery_ms{slice:0}': trend(0, 0) };
    const report = createLoadReport(summaryOf(empty), facts);
    const points = (label: string) => report.series.find(({ name }) => name === label)?.points;
    expect(points('p99')).toEqual([
      [9.5, undefined],
      [18.5, 30],
    ]);
    expect(points('delivered')).toEqual([
      [9.5, 0],
      [18.5, 1.1],
    ]);
  });

  it('fails when a punctual generator on a quiet machine had to drop calls', () => {
    const dropped = {
      dropped_iterations: {
        type: 'counter',
        values: { count: 3 },
        thresholds: { 'count==0': { ok: false } },
      },
    };
    expect(createLoadReport(summaryOf(dropped), { ...facts, k6Code: 99 })).toMatchObject({
      verdict: 'failed',
      reasons: ['the app held so many calls that 3 more could not begin when they were due'],
    });
    const late = { ...dropped, generator_late_ms: trend(400) };
    expect(createLoadReport(summaryOf(late), facts)).toMatchObject({
      verdict: 'void',
      reasons: ['the generator left out 3 actions', 'the generator was late by 400 ms (p99)'],
    });
    expect(createLoadReport(summaryOf(dropped), { ...facts, othersShare: 0.3 }).verdict).toBe('void');
  });

  it('is void beside other busy processes or with a late generator', () => {
    expect(createLoadReport(summaryOf(), { ...facts, othersShare: 0.3 }).verdict).toBe('void');
    expect(createLoadReport(summaryOf({ generator_late_ms: trend(400) }), facts).verdict).toBe('void');
    const slow = { message_delivery_ms: { ...trend(400), thresholds: { 'p(99)<100': { ok: false } } } };
    expect(createLoadReport(summaryOf(slow), { ...facts, k6Code: 99, othersShare: 0.3 }).verdict).toBe(
      'void',
    );
    expect(createLoadReport(summaryOf(slow), { ...facts, k6Code: 99 }).verdict).toBe('failed');
  });

  it('fails on lost messages or invariant violations, even on a busy machine', () => {
    const lost = {
      messages_missing: { type: 'counter', values: { count: 1 }, thresholds: { 'count==0': { ok: false } } },
    };
    const busy = { ...facts, othersShare: 0.5, k6Code: 99 };
    expect(createLoadReport(summaryOf(lost), busy).verdict).toBe('failed');
    expect(createLoadReport(summaryOf(), { ...busy, k6Code: 0, violations: ['C1'] }).verdict).toBe('failed');
  });

  it('lists the first invariant violations and the number of others', () => {
    const { reasons } = createLoadReport(summaryOf(), { ...facts, violations: Array(8).fill('C4') });
    expect(reasons).toHaveLength(6);
    expect(reasons.at(-1)).toBe('3 more invariant violations');
  });

  it('is void when the app was slow beside other busy processes', () => {
    const name = 'chats is answered with 200, not 503 UNAVAILABLE';
    const root = { groups: [], checks: [{ name, passes: 0, fails: 2 }] };
    const verdict = (othersShare: number) =>
      createLoadReport({ ...summaryOf(), root_group: root }, { ...facts, othersShare, k6Code: 99 }).verdict;
    expect(verdict(0.5)).toBe('void');
    expect(verdict(0)).toBe('failed');
  });

  it.each(['sockets_reconnected', 'messages_unanswered', 'messages_put_off', 'messages_fetched_gaps'])(
    'nor of one of which %s says that it was too slow for somebody',
    (name) => {
      const slow = {
        [name]: { type: 'counter', values: { count: 2 }, thresholds: { 'count==0': { ok: false } } },
      };
      const report = (othersShare: number) =>
        createLoadReport(summaryOf(slow), { ...facts, othersShare, k6Code: 99 });
      expect(report(0.5).verdict).toBe('void');
      expect(report(0)).toMatchObject({
        verdict: 'failed',
        reasons: [`${name}: count==0 does not hold, it is 2`],
      });
    },
  );

  it('fails when messages are not accounted for at the end', () => {
    const count = (count: number) => ({ type: 'counter', values: { count } });
    const verdict = (acked: number) =>
      createLoadReport(
        summaryOf({ messages_sent: count(10), messages_acked: count(acked), messages_refused: count(1) }),
        facts,
      );
    expect(verdict(8)).toMatchObject({
      verdict: 'failed',
      reasons: ['a virtual user of k6 ended early, so its messages are not accounted for: 1'],
    });
    expect(verdict(9).verdict).toBe('passed');
  });

  it('fails when a virtual user ended early, even with nothing under way', () => {
    const ended = (count: number) => ({
      generator_vus_ended: {
        type: 'counter',
        values: { count },
        thresholds: { 'count==4': { ok: count === 4 } },
      },
    });
    expect(createLoadReport(summaryOf(ended(3)), facts)).toMatchObject({
      verdict: 'failed',
      reasons: ['a virtual user of k6 ended early, so its messages are not accounted for'],
    });
    expect(createLoadReport(summaryOf(ended(4)), facts).verdict).toBe('passed');
  });

  it.each([
    [{ ended: ['gateway b'] }, 'gateway b exited unexpectedly during the run'],
    [{ stuck: ['gateway b'] }, 'gateway b did not respond and was killed'],
  ])('fails when a service did not go on, %j, and tells no CPU, which went with it', (broken, reason) => {
    const report = createLoadReport(summaryOf(), { ...facts, ...broken, othersShare: 0.5 });
    expect(report).toMatchObject({ verdict: 'failed', reasons: expect.arrayContaining([reason]) });
    expect(report.cpuPer1000Actions).toBeUndefined();
  });

  it('names the failed check instead of the overall rule, and the broken figure', () => {
    const broken = {
      checks: { type: 'rate', values: { rate: 0.9 }, thresholds: { 'rate==1': { ok: false } } },
      messages_missing: { type: 'counter', values: { count: 3 }, thresholds: { 'count==0': { ok: false } } },
      message_delivery_ms: { ...trend(120), thresholds: { 'p(99)<100': { ok: false } } },
      'message_delivery_ms{slice:1}': { ...trend(250), thresholds: { 'p(95)<100': { ok: false } } },
    };
    const name = 'like is answered with 200, not 429 RATE_LIMITED';
    const root = { groups: [], checks: [{ name, passes: 0, fails: 2 }] };
    const report = createLoadReport({ ...summaryOf(broken), root_group: root }, { ...facts, k6Code: 99 });
    expect(report.reasons).toEqual([
      'messages_missing: count==0 does not hold, it is 3',
      'message_delivery_ms: p(99)<100 does not hold, it is 120 ms',
      'message_delivery_ms{slice:1}: p(95)<100 does not hold, it is 250 ms',
      `${name}: not so 2 of 2 times`,
    ]);
  });

  it('reports rules on latencies that were never measured', () => {
    const rule = { 'p(95)<3000': { ok: true } };
    const report = createLoadReport(
      summaryOf({
        purchase_ms: { ...trend(0, 0), thresholds: rule },
        'message_delivery_ms{slice:25}': { ...trend(0, 0), thresholds: rule },
      }),
      facts,
    );
    expect(report.verdict).toBe('passed');
    expect(report.rules.map(({ metric }) => metric)).toEqual(['messages_missing', 'message_delivery_ms']);
    expect(report.reasons).toEqual([
      'purchase_ms: p(95)<3000 proves nothing, it was never measured',
      'message_delivery_ms{slice:25}: p(95)<3000 proves nothing, it was never measured',
    ]);
  });

  it('passes a correctness-only run beside other busy processes', () => {
    const smoke = { ...facts, plan: planOf('smoke', {}), othersShare: 1.5 };
    const late = { generator_late_ms: { ...trend(4_000), thresholds: { 'p(99)<1000': { ok: false } } } };
    expect(createLoadReport(summaryOf(late), { ...smoke, k6Code: 99 }).verdict).toBe('passed');
    const slow = { message_delivery_ms: { ...trend(9_000), thresholds: { 'p(95)<2500': { ok: false } } } };
    expect(createLoadReport(summaryOf(slow), { ...smoke, k6Code: 99 }).verdict).toBe('failed');
  });

  it('fails a soak whose gateways grow, whatever its latencies are', () => {
    const line = (group: string, valueAt: (second: number) => number) => ({
      group,
      name: 'gateway a',
      unit: '',
      points: Array.from({ length: 901 }, (_, look): [number, number] => [look * 2, valueAt(look * 2)]),
    });
    const even = [line('Event-loop delay, p99', () => 12), line('Event-loop delay, longest', () => 40)];
    const soak = planOf('soak', {});
    const run = (heapAt: (second: number) => number, more: Partial<RunPlan> = {}) =>
      createLoadReport(summaryOf(), {
        ...facts,
        plan: { ...soak, ...more },
        series: [line('Heap in use', heapAt), ...even],
      });
    expect(run(() => 100).verdict).toBe('passed');
    const leak = (second: number) => 100 + second / 10;
    const reason = 'heap in use, growth in ten minutes: ≤ 1 % does not hold, it is ';
    expect(run(leak)).toMatchObject({ verdict: 'failed', reasons: [expect.stringContaining(reason)] });
    // Unwatched gateways and single moments are no reason to fail.
    expect(run(leak, { at: ['http://a.example'] }).verdict).toBe('passed');
    expect(run(leak, { minutes: 1 }).verdict).toBe('passed');
    // The report says so, since a reader takes a passed soak as proof that nothing grew.
    expect(run(leak, { minutes: 1 }).reasons).toEqual(['growth is unknown: the run is under 10 minutes']);
    expect(run(leak, { at: ['http://a.example'] }).reasons).toEqual([
      'growth is unknown: these gateways are not watched',
    ]);
    const stalled = [line('Heap in use', () => 100), even[0]!, line('Event-loop delay, longest', () => 900)];
    const stalling = { ...facts, plan: soak, series: stalled };
    expect(createLoadReport(summaryOf(), stalling).verdict).toBe('failed');
    expect(createLoadReport(summaryOf(), { ...stalling, othersShare: 0.5 }).verdict).toBe('void');
  });

  it('leaves out rules that always hold or do not concern the app', () => {
    const asked = {
      'message_delivery_ms{slice:1}': {
        ...trend(30),
        thresholds: { 'p(99)>=0': { ok: true }, 'p(95)<100': { ok: true } },
      },
    };
    const late = { generator_late_ms: { ...trend(4_000), thresholds: { 'p(99)<1000': { ok: false } } } };
    const { metrics } = asJudged(summaryOf({ ...asked, ...late }));
    expect(Object.keys(metrics)).not.toContain('message_delivery_ms{slice:0}');
    expect(metrics['message_delivery_ms{slice:1}']?.thresholds).toEqual({ 'p(95)<100': { ok: true } });
    expect(metrics['generator_late_ms']?.thresholds).toEqual({});
  });

  it('is one standalone page with a table under every chart', () => {
    const report = createLoadReport(summaryOf(), facts);
    const page = reportPage(report);
    expect(page).toContain('The disk kept a page in 0.5 ms (p99 9.0, longest 98).');
    expect(page).toContain('gateway &lt;a&gt;');
    expect(page).not.toContain('gateway <a>');
    expect(page).not.toMatch(/(src|href)="(?!data:)/);
    expect(page.match(/<svg viewBox/g)?.length).toBe(page.match(/<details>/g)?.length);
    expect(page).toContain('gateway a is killed');
    expect(page).toContain('<dt>Delivered</dt><dd>1,000 ');
    const index = indexPage(
      [
        { file: 'load-1.json', report },
        { file: 'load-2.json', report },
      ],
      [],
    );
    expect(index).toContain('href="load-1.html"');
    expect(index).toMatch(/<strong>load, \d+ at /);
  });

  it('distinguishes lines without colours, and names tables that keys can scroll', () => {
    const report = createLoadReport(summaryOf(), facts);
    for (const page of [reportPage(report), indexPage([{ file: 'load-1.json', report }], [])]) {
      const patterns = page
        .match(/\.line\.line-\d\{[^}]*\}/g)
        ?.map((rule) => /dasharray:([^}]*)/.exec(rule)?.[1]);
      expect(new Set(patterns).size).toBe(6);
      expect(page.match(/class="scroll"/g)?.length).toBe(
        page.match(/class="scroll" tabindex="0" role="region" aria-label(?:ledby)?="[^"]+"/g)?.length,
      );
      // Hidden labels of cells scroll with the table. Otherwise they make the page wider than a phone.
      expect(page).toMatch(/\.scroll\{position:relative/);
    }
  });

  it('never charts runs with other settings or of other apps together', () => {
    const run = (more: Partial<RunPlan>) =>
      createLoadReport(summaryOf(), { ...facts, plan: { ...plan, ...more } });
    const targets = [{}, { settings: { MONGODB_BULK: '1' } }, { at: ['http://a.example'] }];
    const once = targets.map((more, index) => ({ file: `load-${index}.json`, report: run(more) }));
    expect(indexPage(once, [])).not.toContain('<strong>');
    expect(indexPage(once, [])).toContain('min, at http://a.example');
    // Nor a disturbed run, although its smoke passes.
    const busy = { ...(once[0] as (typeof once)[number]) };
    busy.report = { ...busy.report, verdict: 'passed', othersShare: 1.5 };
    expect(indexPage([...once, busy, busy], [])).not.toContain('<strong>');
    const twice = indexPage([...once, { file: 'load-3.json', report: run(targets[1] ?? {}) }], []);
    expect(twice.match(/<strong>[^<]+/g)).toEqual(['<strong>load, 400 at 100/s, 3 min, MONGODB_BULK=1']);
  });

  it('lists messages first and the generator last, with one row per latency', () => {
    const { figures } = createLoadReport(
      { ...summaryOf(), metrics: Object.fromEntries(Object.entries(summaryOf().metrics).reverse()) },
      facts,
    );
    const { counters, trends } = inOrder(figures);
    expect(counters.map(({ name }) => name)).toEqual(['messages_delivered', 'messages_missing']);
    expect(trends.map(({ name }) => name)).toEqual(['message_delivery_ms', 'generator_late_ms']);
    expect(trends[0]?.values).toEqual({ p50: 20, p95: 20, p99: 20 });
  });

  it('lists the stored reports beside an incomplete one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reports-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const said = vi.spyOn(console, 'error').mockReturnValue(undefined);
    onTestFinished(() => said.mockRestore());
    const text = JSON.stringify(createLoadReport(summaryOf(), facts));
    await writeFile(join(folder, 'load-1.json'), text);
    await writeFile(join(folder, 'load-2.json'), text.slice(0, 500));
    await writeFile(join(folder, 'load-3.json'), '{ "kind": "load" }');
    expect(await readFile(await writeIndex(folder), 'utf8')).toMatch(/load-1\.html/);
    for (const name of ['load-2', 'load-3'])
      expect(said).toHaveBeenCalledWith(expect.stringMatching(`${name}.json is an incomplete report`));
  });
});
