import { expect, it } from 'vitest';
import { nextNight, schedulesOf } from './schedules.ts';

const at = (text: string) => new Date(text).getTime();

it.each([
  ['an afternoon', '2026-11-26T15:00:00', '2026-11-27T03:00:00'],
  ['a moment before', '2026-11-26T02:59:59.999', '2026-11-26T03:00:00'],
  ['that moment itself', '2026-11-26T03:00:00', '2026-11-27T03:00:00'],
  ['the end of a year', '2026-12-31T23:00:00', '2027-01-01T03:00:00'],
])('the night after %s', (_, now, night) => {
  expect(nextNight(at(now))).toBe(at(night));
});

it('everything stored is walked first by night, and all else begins at once', () => {
  const schedules = schedulesOf({ fullCheckDays: 2 });
  const late = schedules.filter(({ firstAt }) => firstAt !== undefined);
  expect(late.map(({ id, everyMs }) => [id, everyMs])).toEqual([['audit-ledgers-whole', 2 * 86_400_000]]);
  expect(new Date(late[0]?.firstAt?.() ?? 0).getHours()).toBe(3);
});

it('schedules pending work separately, since each job runs one pass at a time', () => {
  const schedules = schedulesOf({ fullCheckDays: 1 }).filter(({ name }) => name === 'sweep-returns');
  expect(schedules.map(({ id }) => id)).toEqual(['sweep-returns', 'sweep-returns-late']);
});
