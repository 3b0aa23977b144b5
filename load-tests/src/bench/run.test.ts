import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Result, row } from '../measure.ts';
import type { Benchmark } from './registry.ts';
import { allHeeding, runBenchmarks } from './run.ts';

const stored: string[] = [];
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  writeFile: async (file: string) => void stored.push(file),
}));
vi.mock('../load/report-index.ts', () => ({ writeIndex: async () => void stored.push('the list') }));
// Other processes may use this machine meanwhile.
vi.mock('../measure.ts', async (original) => ({
  ...(await original<typeof import('../measure.ts')>()),
  besideOthers: async (work: () => Promise<unknown>) => ({
    value: await work(),
    othersShare: 0,
    generatorShare: 0,
  }),
}));

let said: string[] = [];
beforeEach(() => {
  [said, stored.length] = [[], 0];
  const say = (...words: unknown[]) => void said.push(words.join(' '));
  vi.spyOn(console, 'log').mockImplementation(say);
  vi.spyOn(console, 'error').mockImplementation(say);
});
afterEach(() => vi.restoreAllMocks());

const giving = (more: Partial<Result> = {}) =>
  vi.fn<Benchmark>((_scale) => Promise.resolve({ rows: [], faults: [], notes: [], ...more }));
const whole: Benchmark = async () => ({ rows: [], faults: [], notes: [] });

it('continues after a failed benchmark and stores the other reports', async () => {
  const [first, last] = [giving(), giving()];
  const broken: Benchmark = async (_scale) => {
    throw new Error('no engine');
  };
  expect(await runBenchmarks(['a', 'b', 'c'], {}, { among: { a: first, b: broken, c: last } })).toBe(2);
  expect(last).toHaveBeenCalledOnce();
  expect(said.join('\n')).toMatch(/b failed: Error: no engine/);
  expect(stored.map((file) => file.replace(/.*\//, ''))).toEqual([
    'bench-a.json',
    'the list',
    'bench-c.json',
    'the list',
  ]);
});

it('returns exit codes for faults, void figures and, on request, missed targets', async () => {
  const among = {
    lossy: giving({ faults: ['1 missing'], disturbances: ['k6 was late'] }),
    disturbed: giving({ disturbances: ['k6 was late'] }),
    slow: giving({ rows: [row('p99', [500], { atMost: 10 })] }),
  };
  const run = (name: string, more = {}) => runBenchmarks([name], {}, { among, ...more });
  expect([await run('lossy'), await run('disturbed'), await run('slow')]).toEqual([1, 3, 0]);
  expect(said).toContain('  void as a figure: k6 was late');
  expect(await run('slow', { mustMeet: true })).toBe(1);
  expect(await run('disturbed', { mustMeet: true })).toBe(3);
  expect(await runBenchmarks(['disturbed'], { small: true }, { among })).toBe(0);
});

it('refuses an unknown name and options that a benchmark ignores', async () => {
  const among = { soak: giving(), fixed: giving(), whole };
  const run = (names: string[], scale: object) => runBenchmarks(names, scale, { among });
  expect(await run(['toString'], {})).toBe(2);
  expect(await run(['soak', 'whole'], { small: true })).toBe(2);
  expect(said.at(-1)).toBe('Without --small, they are always run whole: whole.');
  expect(await run(['soak', 'fixed'], { minutes: 5 })).toBe(2);
  expect(said.at(-1)).toBe('Without --minutes, they take what they take: fixed.');
  expect(among.soak).not.toHaveBeenCalled();
  expect(await run(['soak'], { small: true, minutes: 5 })).toBe(0);
});

it('leaves benchmarks that ignore a given option out of “all”', () => {
  const among = { a: giving(), whole };
  expect(allHeeding({}, among)).toEqual(['a', 'whole']);
  expect(allHeeding({ small: true }, among)).toEqual(['a']);
  expect(allHeeding({ minutes: 2 })).toEqual(['soak']);
});
