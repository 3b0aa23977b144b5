import { describe, expect, it } from 'vitest';
import { createSchedule, partOf, type Shape, stagesOf } from './schedule.ts';

describe('schedule', () => {
  it('spaces a flat rate evenly', () => {
    const schedule = createSchedule([{ seconds: 2, from: 10, to: 10 }]);
    expect(schedule.total).toBe(20);
    expect(schedule.dueAt(0)).toBe(0);
    expect(schedule.dueAt(1)).toBeCloseTo(100);
    expect(schedule.dueAt(19)).toBeCloseTo(1_900);
  });

  it('follows a rising rate: a quarter of the actions in the first half', () => {
    const schedule = createSchedule([{ seconds: 10, from: 0, to: 20 }]);
    expect(schedule.total).toBe(100);
    expect(schedule.dueAt(25)).toBeCloseTo(5_000);
    expect(schedule.dueAt(0)).toBe(0);
  });

  it('continues from one stage to the next, through a pause', () => {
    const schedule = createSchedule([
      { seconds: 1, from: 4, to: 4 },
      { seconds: 1, from: 0, to: 0 },
      { seconds: 1, from: 4, to: 4 },
    ]);
    expect(schedule.total).toBe(8);
    expect(schedule.dueAt(3)).toBeCloseTo(750);
    expect(schedule.dueAt(5)).toBeCloseTo(2_250);
  });

  it.each<Shape>(['flat', 'steady', 'stairs', 'spike'])(
    '%s: due times increase and end before the run ends',
    (shape) => {
      const { total, durationMs, dueAt } = createSchedule(stagesOf(shape, 50, 30));
      expect(durationMs).toBeCloseTo(30_000);
      const times = Array.from({ length: total }, (_, index) => dueAt(index));
      expect(times[0]).toBe(0);
      expect(times.every((at, index) => index === 0 || at > (times[index - 1] as number))).toBe(true);
      expect(times.at(-1)).toBeLessThan(30_000);
    },
  );

  it('splits a rate between kinds of actions and keeps the total', () => {
    const stages = stagesOf('steady', 100, 60);
    const whole = createSchedule(stages).total;
    const parts = createSchedule(partOf(stages, 0.6)).total + createSchedule(partOf(stages, 0.4)).total;
    expect(Math.abs(whole - parts)).toBeLessThanOrEqual(1);
  });
});
