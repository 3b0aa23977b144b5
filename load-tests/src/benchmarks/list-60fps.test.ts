import { expect, it } from 'vitest';
import { judgeReading } from './list-60fps.ts';

const steps = (count: number, difference: number | undefined) =>
  Array.from({ length: count }, () => difference);

it('returns the worst step', () => {
  expect(judgeReading([0, 0.4, 0.1], 2)).toEqual({ jump: 0.4, faults: [] });
});

it('accepts a few steps without rows, and reports an unread list', () => {
  expect(judgeReading([...steps(159, 0), undefined], 9).faults).toEqual([]);
  const still = judgeReading(steps(160, undefined), 9);
  expect(still.faults).toEqual(['only 0 of 160 steps found a way up']);
  expect(still.jump).toBeNaN();
});

it('reports a run without an added page, and a lost message', () => {
  expect(judgeReading(steps(20, 0), 0).faults).toEqual(['no page was put on top']);
  expect(judgeReading([0, Number.NaN, 0.2], 1)).toEqual({
    jump: 0.2,
    faults: ['step 1: the message that was read is gone'],
  });
});
