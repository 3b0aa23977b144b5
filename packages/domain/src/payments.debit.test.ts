import { expect, it } from 'vitest';
import { debitDay } from './payments.debit.ts';

const on = (at: string, noticeDays = 1, zone = 'Europe/Amsterdam') =>
  debitDay({ now: Date.parse(at), zone, noticeDays });

it.each([
  ['the next day', '2026-11-24T12:00:00Z', '2026-11-25'],
  ['Monday after a Friday', '2026-11-27T12:00:00Z', '2026-11-30'],
  ['Monday after a Saturday', '2026-11-28T12:00:00Z', '2026-11-30'],
  ['the day after Christmas closes', '2026-12-24T12:00:00Z', '2026-12-28'],
  ['the day after New Year', '2025-12-31T12:00:00Z', '2026-01-02'],
  ['Tuesday after Good Friday to Easter Monday', '2026-04-02T12:00:00Z', '2026-04-07'],
  ['the day after Labour Day', '2025-04-30T12:00:00Z', '2025-05-02'],
])('debits on %s', (_, at, day) => expect(on(at)).toBe(day));

it('counts days in the zone of the site', () => {
  // Already Wednesday in Amsterdam.
  expect(on('2026-11-24T23:30:00Z')).toBe('2026-11-26');
  expect(on('2026-11-24T23:30:00Z', 1, 'America/New_York')).toBe('2026-11-25');
});

it('gives as many days of notice as agreed', () => {
  expect(on('2026-11-24T12:00:00Z', 5)).toBe('2026-11-30');
  expect(on('2026-11-24T12:00:00Z', 14)).toBe('2026-12-08');
});

// Dates of Easter Monday published by the European Central Bank.
it.each(['2024-04-01', '2025-04-21', '2027-03-29', '2028-04-17', '2030-04-22'])(
  'knows that banks are closed on %s',
  (monday) => {
    const saturday = new Date(Date.parse(monday) - 2 * 86_400_000).toISOString();
    expect(on(saturday, 1, 'UTC')).toBe(new Date(Date.parse(monday) + 86_400_000).toISOString().slice(0, 10));
  },
);
