import { expect, it } from 'vitest';
import { mayReload } from './reload-guard.ts';

it('S9-023 reloads once, and again only after 60 s', () => {
  expect(mayReload(1_000_000, null)).toBe(true);
  expect(mayReload(1_059_999, 1_000_000)).toBe(false);
  expect(mayReload(1_060_000, 1_000_000)).toBe(true);
});
