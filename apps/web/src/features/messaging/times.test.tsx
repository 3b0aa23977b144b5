// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useTimes } from './times.ts';

const home = process.env.TZ;
afterEach(() => {
  process.env.TZ = home;
});

it('a page that stays open over a journey writes times and days of where the member is now', () => {
  const at = Date.UTC(2026, 5, 1, 23, 30);
  const written = (zone: string) => {
    process.env.TZ = zone;
    const times = renderPageHook(useTimes).result.current;
    return `${times.day(at, at + 400 * 86_400_000)}, ${times.time(at)}`.replace(/\s/g, ' ');
  };
  expect(written('Europe/Warsaw')).toBe('June 2, 2026, 1:30 AM');
  expect(written('America/New_York')).toBe('June 1, 2026, 7:30 PM');
});
