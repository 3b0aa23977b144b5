import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enterMs } from '../../lib/plan.ts';
import { showProgress } from './show-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('prints the progress every ten seconds until the run ends', () => {
  const said: string[] = [];
  const plan = { members: 10, minutes: 1 };
  const stop = showProgress(plan, (line) => said.push(line));
  vi.advanceTimersByTime(enterMs(plan.members) + 80_000);
  stop();
  const lines = said.length;
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(lines);
  expect(said.filter((line) => line.endsWith(' of 1:00 under load')).length).toBeGreaterThanOrEqual(5);
  expect(said.at(-1)).toBe('  waiting for what is still on its way');
});
