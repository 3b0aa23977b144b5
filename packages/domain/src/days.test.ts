import { expect, it, vi } from 'vitest';
import { periodsOf } from './credits.spending.ts';
import { dayIn, endOfDay } from './days.ts';

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

it('ends a day at midnight of the zone, also where the clocks change', () => {
  const end = (zone: string, day: string) => new Date(endOfDay(zone, day)).toISOString();
  expect(end('UTC', '2026-11-30')).toBe('2026-12-01T00:00:00.000Z');
  expect(end('Europe/Amsterdam', '2026-03-29')).toBe('2026-03-29T22:00:00.000Z');
  expect(end('Europe/Amsterdam', '2026-10-25')).toBe('2026-10-25T23:00:00.000Z');
  expect(end('Pacific/Kiritimati', '2026-12-31')).toBe('2026-12-31T10:00:00.000Z');
  expect(end('Pacific/Pago_Pago', '2026-12-31')).toBe('2027-01-01T11:00:00.000Z');
});
