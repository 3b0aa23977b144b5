import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCoalescer, oncePerTick } from './batch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A coalescer of the highest number of each key, and what left it when. */
function recorded() {
  const startedAt = performance.now();
  const left: { atMs: number; values: [string, number][] }[] = [];
  const coalescer = createCoalescer<number>({ waitMs: 3_000, size: 10, merge: Math.max }, async (values) => {
    left.push({ atMs: Math.round(performance.now() - startedAt), values });
  });
  return { coalescer, left };
}

const keys = (count: number) => Array.from({ length: count }, (_, at) => `key-${at}`);

describe('oncePerTick', () => {
  beforeEach(() => void vi.useRealTimers());

  it('acts once for all callers of a tick, and again for a later caller', async () => {
    let rounds = 0;
    const ask = oncePerTick(() => ++rounds);
    const fromOneAnswer = Promise.resolve().then(ask);
    expect(await Promise.all([ask(), ask(), fromOneAnswer])).toEqual([1, 1, 1]);
    expect(await ask()).toBe(2);
  });

  it('rejects for all callers on a failure, and tries again for the next', async () => {
    let isAway = true;
    const ask = oncePerTick(async () => {
      if (isAway) throw new Error('away');
      return 'here';
    });
    const answers = await Promise.allSettled([ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await ask()).toBe('here');
  });
});

describe('createCoalescer', () => {
  it('delivers the merged value of a key once, a full wait after its first change', async () => {
    const { coalescer, left } = recorded();
    coalescer.add('one', 3);
    await vi.advanceTimersByTimeAsync(2_000);
    coalescer.add('one', 5);
    coalescer.add('one', 4);
    coalescer.add('other', 1);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(left.map(({ values }) => values)).toEqual([[['one', 5]], [['other', 1]]]);
    expect(left[0]?.atMs).toBe(3_000);
    expect(left[1]?.atMs).toBeGreaterThanOrEqual(5_000);
    expect(left[1]?.atMs).toBeLessThan(5_200);
  });

  it('delivers keys that changed together a few at a time', async () => {
    const { coalescer, left } = recorded();
    for (const key of keys(100)) coalescer.add(key, 1);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(left.map(({ values }) => values.length)).toEqual(Array.from({ length: 10 }, () => 10));
    expect(left.at(-1)?.atMs).toBe(3_900);
  });

  it('delivers more at a time when the backlog would not drain in time', async () => {
    const { coalescer, left } = recorded();
    for (const key of keys(6_000)) coalescer.add(key, 1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(left[0]?.values).toHaveLength(200);
  });

  it('delivers everything on flush, and starts afresh', async () => {
    const { coalescer, left } = recorded();
    for (const key of keys(100)) coalescer.add(key, 1);
    await coalescer.flush();
    expect(left.map(({ values }) => values.length)).toEqual([100]);
    coalescer.add('later', 2);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(left.at(-1)?.values).toEqual([['later', 2]]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
