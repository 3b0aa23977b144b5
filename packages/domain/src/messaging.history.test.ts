import { describe, expect, it } from 'vitest';
import { firstRowSince, oldestShown } from './messaging.history.ts';

describe('history', () => {
  it('is shown for as many days as the site says', () => {
    expect(oldestShown(400 * 86_400_000, { chat_history_days: 365 })).toBe(35 * 86_400_000);
  });

  it('finds the first row since a moment, with few questions', async () => {
    const times = Array.from({ length: 50_000 }, (_, at) => Math.floor(at / 3) * 10);
    let asked = 0;
    const since = (moment: number) =>
      firstRowSince({ from: 1, to: times.length }, moment, async (row) => {
        asked += 1;
        return times[row - 1] ?? 0;
      });
    expect(await since(0)).toBe(1);
    expect(await since(10)).toBe(4);
    expect(await since(11)).toBe(7);
    expect(await since(Number.MAX_SAFE_INTEGER)).toBe(50_001);
    expect(asked).toBeLessThan(4 * 18);
    expect(await firstRowSince({ from: 5, to: 4 }, 1, async () => 0)).toBe(5);
  });
});
