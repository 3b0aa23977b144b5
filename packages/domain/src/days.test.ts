import { expect, it, vi } from 'vitest';
import { periodsOf } from './credits.spending.ts';
import { dayIn } from './days.ts';

it('begins a day at midnight of the zone, on the days the clock changes too', () => {
  expect(dayIn('Europe/Amsterdam', Date.UTC(2025, 0, 31, 22, 59, 59))).toBe('2025-01-31');
  expect(dayIn('Europe/Amsterdam', Date.UTC(2025, 0, 31, 23, 0, 0))).toBe('2025-02-01');
  expect(dayIn('Europe/Amsterdam', Date.UTC(2025, 2, 30, 21, 59, 59))).toBe('2025-03-30');
  expect(dayIn('Europe/Amsterdam', Date.UTC(2025, 2, 30, 22, 0, 0))).toBe('2025-03-31');
  expect(dayIn('America/New_York', Date.UTC(2025, 0, 1, 4, 59))).toBe('2024-12-31');
});

it('reads the same day and week in a browser that writes dates with slashes', () => {
  const formats: { readonly format: unknown } = Intl.DateTimeFormat.prototype;
  const format = vi.spyOn(formats, 'format', 'get');
  format.mockReturnValue(() => '11/18/2026');
  const at = Date.UTC(2026, 10, 18, 12);
  expect(dayIn('Asia/Tokyo', at)).toBe('2026-11-18');
  expect(periodsOf('Asia/Tokyo', at)).toEqual({ day: '2026-11-18', week: '2026-11-16', month: '2026-11' });
  format.mockRestore();
});
