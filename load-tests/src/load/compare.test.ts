import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Row } from '../measure.ts';
import type { Report } from '../results.ts';
import { compareFiles, compareReports, newWrongs, onlyOnOneSide, printComparison } from './compare.ts';
import type { Figure } from './k6-summary.ts';
import type { LoadReport } from './load-report.ts';

const report = (...rows: Row[]): Report => ({
  name: 'gw-ack',
  at: '2026-11-21T12:00:00.000Z',
  commit: 'abc',
  machine: 'one',
  othersShare: 0,
  faults: [],
  notes: [],
  rows,
});
const only = (before: Row, after: Row) => compareReports([report(before)], [report(after)])[0];

describe('comparison of two reports', () => {
  const events = (values: number[]): Row => ({ figure: 'events per second', values, target: { atLeast: 1 } });
  const latency = (values: number[]): Row => ({ figure: 'p99', values, unit: 'ms' });

  it('marks figures that moved further than their own spread', () => {
    expect(only(events([99, 100, 101]), events([79, 80, 81]))).toMatchObject({
      verdict: 'worse',
      change: -20,
    });
    expect(only(events([99, 100, 101]), events([129, 130, 131]))?.verdict).toBe('better');
    expect(only(latency([10, 10, 10]), latency([14, 14, 14]))?.verdict).toBe('worse');
  });

  it('reports no change within the spread or below 5 %', () => {
    expect(only(events([60, 100, 140]), events([50, 85, 130]))?.verdict).toBe('same');
    expect(only(events([100, 100, 100]), events([96, 96, 96]))?.verdict).toBe('same');
    expect(only(latency([0]), latency([0]))).toMatchObject({ verdict: 'same', change: 0 });
  });

  it('expects a wide spread for a latency of a single run', () => {
    expect(only(latency([100]), latency([120]))?.verdict).toBe('same');
    expect(only(latency([100]), latency([130]))?.verdict).toBe('worse');
  });

  it('treats a quantile with fewer than twenty slower values as a single moment', () => {
    const run = (value: number, beyond: number) =>
      ({
        name: 'smoke',
        plan: { shape: 'steady' },
        figures: [{ name: 'socket_connect_ms, p99', unit: 'ms', better: 'lower', value, beyond }],
      }) as unknown as LoadReport;
    const verdict = (value: number, beyond: number) =>
      compareReports([run(20, beyond)], [run(value, beyond)])[0]?.verdict;
    expect([verdict(40, 20), verdict(40, 19), verdict(41, 19)]).toEqual(['worse', 'same', 'worse']);
  });

  it('finds a regression despite one bad repetition', () => {
    const wide = [40, 99, 100, 100, 101, 102, 100];
    expect(only(events(wide), events([80, 80, 81, 79, 80, 80, 80]))?.verdict).toBe('worse');
  });

  it('marks figures without a good direction, and those that only one side has', () => {
    const size = (figure: string, values: number[]): Row => ({ figure, values });
    expect(only(size('ratio', [1]), size('ratio', [2]))?.verdict).toBe('unclear');
    const sides = [[report(size('a', [1]))], [report(size('b', [1]))]] as const;
    expect(compareReports(...sides)).toEqual([]);
    expect(onlyOnOneSide(...sides)).toEqual(['only before: a', 'only after: b']);
    expect(onlyOnOneSide(sides[0], sides[0])).toEqual([]);
  });

  describe('of latencies that were kept by stretches', () => {
    const run = (shape: string, value: number, slices: number[], stat = 'p99') =>
      ({
        name: 'load',
        plan: { shape },
        figures: [{ name: `message_ack_ms, ${stat}`, unit: 'ms', better: 'lower', value, slices }],
      }) as unknown as LoadReport;
    const even = (count: number) => Array.from({ length: count }, () => 10);

    it('compares the whole run, which less than half of the slices decide', () => {
      const before = run('spike', 60, [...even(7), 60, 60, 60, 60, 60, ...even(8)]);
      const after = run('spike', 6_000, [...even(7), 6_000, 6_000, 6_000, 6_000, 6_000, ...even(8)]);
      expect(compareReports([before], [after])[0]).toMatchObject({
        before: 60,
        after: 6_000,
        spread: 25,
        verdict: 'worse',
      });
      const turned = run('steady', 30, [...even(11), ...Array.from({ length: 9 }, () => 30)]);
      expect(compareReports([run('steady', 10, even(20))], [turned])[0]?.verdict).toBe('worse');
    });

    it('takes the spread of a run from its slices when all had the same load', () => {
      const restless = [10, 30, 11, 50, 12, 40];
      const verdict = (shape: string) =>
        compareReports([run(shape, 40, restless)], [run(shape, 60, restless)])[0]?.verdict;
      expect([verdict('steady'), verdict('stairs')]).toEqual(['same', 'worse']);
      const killed = (value: number) => {
        const one = run('steady', value, restless);
        return { ...one, plan: { ...one.plan, kill: { at: 0.3, back: 0.7 } } };
      };
      expect(compareReports([killed(40)], [killed(60)])[0]?.verdict).toBe('worse');
      const steady = compareReports([run('steady', 40, even(6))], [run('steady', 44, even(6))]);
      expect(steady[0]?.verdict).toBe('worse');
    });

    it('also shows the worst slice, which the whole run may hide', () => {
      const [whole, worst] = compareReports(
        [run('steady', 10, even(20), 'p95')],
        [run('steady', 10, [...even(19), 900], 'p95')],
      );
      expect(whole?.verdict).toBe('same');
      expect(worst).toMatchObject({ figure: 'message_ack_ms, p95 of its worst stretch', verdict: 'worse' });
    });
  });

  it('ignores count changes within chance, and compares CPU', () => {
    const run = (value: number, engine: number) =>
      ({
        name: 'load',
        plan: { shape: 'steady' },
        figures: [{ name: 'messages_fetched_gaps', unit: '', better: 'lower', value }],
        cpuPer1000Actions: { engine },
      }) as unknown as LoadReport;
    const verdicts = (before: [number, number], after: [number, number]) =>
      compareReports([run(...before)], [run(...after)]).map(({ verdict }) => verdict);
    expect(verdicts([0, 1], [3, 1.2])).toEqual(['same', 'same']);
    expect(verdicts([20, 1], [26, 1.4])).toEqual(['same', 'worse']);
    expect(verdicts([0, 1], [9, 0.5])).toEqual(['worse', 'better']);
    expect(verdicts([100, 1], [200, 1])).toEqual(['worse', 'same']);
  });

  it('ignores counts of a smaller run, and a later generator', () => {
    const run = (rate: number, acked: number, lateMs: number) =>
      ({
        name: 'load',
        plan: { shape: 'steady', rate },
        figures: [
          { name: 'messages_acked', unit: '', better: 'higher', value: acked },
          { name: 'generator_late_ms, p99', unit: 'ms', better: 'lower', value: lateMs },
        ],
      }) as unknown as LoadReport;
    const verdicts = (...[before, after]: [LoadReport, LoadReport]) =>
      compareReports([before], [after]).map(({ verdict }) => verdict);
    expect(verdicts(run(100, 1_000, 2), run(50, 500, 9))).toEqual(['unclear', 'unclear']);
    expect(verdicts(run(100, 1_000, 2), run(100, 500, 2))).toEqual(['worse', 'same']);
  });

  it('takes the spread of alternating runs from all of them', () => {
    const run = (p50: number) =>
      ({
        name: 'load',
        plan: { shape: 'steady' },
        figures: [{ name: 'call_open_ms, p50', unit: 'ms', better: 'lower', value: p50 }],
      }) as unknown as LoadReport;
    const verdict = (before: number[], after: number[]) =>
      compareReports(before.map(run), after.map(run))[0]?.verdict;
    // A slow phase of the machine affects one of the runs, on either side.
    expect(verdict([10, 20], [20, 10])).toBe('same');
    expect(verdict([10, 20, 11], [12, 10, 21])).toBe('same');
    expect(verdict([10, 10.2, 9.9], [11, 11.2, 11.1])).toBe('worse');
  });

  it('names new faults of the second side, whatever the figures are', () => {
    const [good, wrong] = [report(), { ...report(), faults: ['1 missing'] }];
    expect(newWrongs([good], [wrong])).toEqual(['1 missing']);
    expect(newWrongs([wrong], [wrong])).toEqual([]);
    expect(newWrongs([wrong], [good])).toEqual([]);
    const run = (verdict: string) =>
      ({
        name: 'load',
        verdict,
        reasons: verdict === 'passed' ? [] : ['checks: rate==1 does not hold'],
        othersShare: 0,
        figures: [] as Figure[],
      }) as LoadReport;
    expect(newWrongs([run('passed')], [run('failed')])).toEqual(['checks: rate==1 does not hold']);
    expect(newWrongs([run('passed')], [run('void')])).toEqual([]);
    expect(newWrongs([run('void')], [run('failed')])).toEqual([]);
  });

  it('names losses of a disturbed failed run, not disturbances or slowness', () => {
    const said: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
    onTestFinished(() => void vi.restoreAllMocks());
    const run = (verdict: string, ...reasons: string[]) =>
      ({
        name: 'smoke',
        at: '2026-11-27T07:00:00.000Z',
        plan: { shape: 'steady' },
        verdict,
        reasons: [...reasons, 'other processes used 50 % of a core meanwhile'],
        othersShare: 0.5,
        figures: [{ name: 'call_open_ms, p50', unit: 'ms', better: 'lower', value: 10 }],
      }) as unknown as LoadReport;
    const slow = [
      'message_ack_ms: p(95)<2000 does not hold, it is 9,091',
      'the generator left out 9 actions',
    ];
    const lost = run('failed', 'messages_missing: count==0 does not hold, it is 1', ...slow);
    expect(printComparison([run('passed')], [lost])).toBe(1);
    expect(said.filter((line) => line.startsWith('✗'))).toEqual([
      '✗ only afterwards: messages_missing: count==0 does not hold, it is 1',
    ]);
    expect(said.at(-1)).toBe('Disturbed: 2 of 2 runs. What moved here may be the machine.');
  });

  it('reports nothing as worse that other work beside a run may have caused', () => {
    const said = vi.spyOn(console, 'log').mockReturnValue(undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    const run = (verdict: string, value: number, othersShare: number) =>
      ({
        name: 'smoke',
        at: '2026-11-27T07:00:00.000Z',
        plan: { shape: 'steady' },
        verdict,
        reasons: [],
        othersShare,
        figures: [{ name: 'call_open_ms, p50', unit: 'ms', better: 'lower', value }],
      }) as unknown as LoadReport;
    for (const verdict of ['passed', 'failed', 'void'])
      expect(printComparison([run('passed', 10, 0)], [run(verdict, 20, 0.5)])).toBe(3);
    expect(printComparison([run('passed', 10, 0)], [run('passed', 20, 0)])).toBe(1);
    expect(said).toHaveBeenLastCalledWith('1 figure became worse: call_open_ms, p50.');
    expect(printComparison([run('passed', 10, 0)], [run('passed', 10, 0)])).toBe(0);
  });

  it('refuses to compare a run with a benchmark, and files that are no reports', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'compare-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const said = vi.spyOn(console, 'error').mockReturnValue(undefined);
    onTestFinished(() => said.mockRestore());
    const keep = async (name: string, text: string) => {
      const file = join(folder, name);
      await writeFile(file, text);
      return file;
    };
    const run = await keep('run.json', JSON.stringify({ kind: 'load', name: 'soak', figures: [] }));
    const bench = await keep('bench.json', JSON.stringify({ ...report(), name: 'soak' }));
    expect(await compareFiles([run, bench])).toBe(2);
    expect(said).toHaveBeenLastCalledWith('These reports are not comparable: soak, the benchmark soak.');
    for (const text of ['{ "name": "heartline" }', '{ "kind": "load", "na', 'null'])
      await expect(compareFiles([run, await keep('other.json', text)])).rejects.toThrow(
        /other.json is no report of a run or a benchmark/,
      );
  });
});
