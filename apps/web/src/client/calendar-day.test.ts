import { expect, it } from 'vitest';
import { calendarDay } from './calendar-day.ts';

it('names the day of the device, not that of UTC', () => {
  expect(calendarDay(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05');
  expect(calendarDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
