import { describe, expect, it } from 'vitest';
import { slicesOfTime } from './slices-of-time.ts';

/** Reads `times` as a database would, and records each query. */
function store(times: readonly number[]) {
  const asked: { ms: number; answered: number }[] = [];
  const read = async ({ $gte, $lt }: { $gte: number; $lt: number }, limit: number) => {
    const found = times.filter((at) => at >= $gte && at < $lt).slice(0, limit);
    asked.push({ ms: $lt - $gte, answered: found.length });
    return found;
  };
  return { asked, read };
}

async function all(from: number, until: number, batch: number, { read }: ReturnType<typeof store>) {
  const found: number[] = [];
  for await (const slice of slicesOfTime({ from, until, batch }, read)) found.push(...slice);
  return found;
}

describe('slicesOfTime', () => {
  it('yields each document once, including the start and excluding the end', async () => {
    const times = [999, 1_000, 1_199, 1_200, 5_000, 499_999, 500_000];
    expect(await all(1_000, 500_000, 10, store(times))).toEqual([1_000, 1_199, 1_200, 5_000, 499_999]);
    expect(await all(1_000, 1_000, 10, store(times))).toEqual([]);
  });

  it('grows to ten minutes over quiet hours, for a few hundred queries a day', async () => {
    const quiet = store([]);
    expect(await all(0, 86_400_000, 500, quiet)).toEqual([]);
    expect(quiet.asked.length).toBeLessThan(200);
    expect(Math.max(...quiet.asked.map(({ ms }) => ms))).toBe(600_000);
  });

  it('shrinks where much was written, and repeats a slice that is too full', async () => {
    const busy = store(Array.from({ length: 50_000 }, (_, at) => 600_000 + Math.floor(at / 5)));
    const found = await all(0, 620_000, 100, busy);
    expect(found).toHaveLength(50_000);
    expect(Math.max(...busy.asked.map(({ answered }) => answered))).toBe(200);
    expect(new Set(busy.asked.slice(-200, -30).map(({ answered }) => answered))).toEqual(new Set([100]));
    // A slice of one millisecond is not split any further.
    const moment = store(Array.from({ length: 90 }, () => 7));
    expect(await all(0, 10, 2, moment)).toHaveLength(90);
  });
});
