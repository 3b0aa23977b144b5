import { describe, expect, it } from 'vitest';
import { slicesOfTime } from './slices-of-time.ts';

/** Reads `times` as an engine would, and notes what it was asked. */
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

describe('slices of time', () => {
  it('give each document once, the first moment included and the last not', async () => {
    const times = [999, 1_000, 1_199, 1_200, 5_000, 499_999, 500_000];
    expect(await all(1_000, 500_000, 10, store(times))).toEqual([1_000, 1_199, 1_200, 5_000, 499_999]);
    expect(await all(1_000, 1_000, 10, store(times))).toEqual([]);
  });

  it('grow over quiet hours to ten minutes, so that a day takes a few hundred questions at most', async () => {
    const quiet = store([]);
    expect(await all(0, 86_400_000, 500, quiet)).toEqual([]);
    expect(quiet.asked.length).toBeLessThan(200);
    expect(Math.max(...quiet.asked.map(({ ms }) => ms))).toBe(600_000);
  });

  it('shrink where much was written: about a batch at a time, and a slice that is too full is asked again', async () => {
    const busy = store(Array.from({ length: 50_000 }, (_, at) => 600_000 + Math.floor(at / 5)));
    const found = await all(0, 620_000, 100, busy);
    expect(found).toHaveLength(50_000);
    expect(Math.max(...busy.asked.map(({ answered }) => answered))).toBe(200);
    expect(new Set(busy.asked.slice(-200, -30).map(({ answered }) => answered))).toEqual(new Set([100]));
    // All in one moment is not cut any further.
    const moment = store(Array.from({ length: 90 }, () => 7));
    expect(await all(0, 10, 2, moment)).toHaveLength(90);
  });
});
