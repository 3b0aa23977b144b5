// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useTimes } from './times.ts';

const home = process.env.TZ;
afterEach(() => {
  process.env.TZ = home;
});

it('adds the year before a date could be mistaken for a recent one', () => {
  const now = Date.UTC(2026, 10, 26, 12);
  const brief = (days: number) => renderPageHook(useTimes).result.current.brief(now - days * 86_400_000, now);
  expect([0, 1, 6, 7, 329, 330].map(brief).slice(1)).toEqual([
    'Yesterday',
    'Fri',
    'Nov 19',
    'Jan 1',
    'Dec 31, 2025',
  ]);
});

it('uses the current time zone after the device changes it', () => {
  const at = Date.UTC(2026, 5, 1, 23, 30);
  const written = (zone: string) => {
    process.env.TZ = zone;
    const times = renderPageHook(useTimes).result.current;
    return `${times.day(at, at + 400 * 86_400_000)}, ${times.time(at)}`.replace(/\s/g, ' ');
  };
  expect(written('Europe/Warsaw')).toBe('June 2, 2026, 1:30 AM');
  expect(written('America/New_York')).toBe('June 1, 2026, 7:30 PM');
});
