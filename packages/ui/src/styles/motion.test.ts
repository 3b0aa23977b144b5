import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync(new URL('./motion.css', import.meta.url), 'utf8');

/** These indicate running work, and last until it ends. */
const SHOWS_WORK = ['run', 'breathe', 'typing'];

it('ends animations within five seconds, except for running work (WCAG 2.2.2)', () => {
  const animations = [...css.matchAll(/--animate-([\w-]+): \S+ ([\d.]+)(m?s) (.+);/g)];
  expect(animations.length).toBeGreaterThan(SHOWS_WORK.length);
  for (const [, name = '', time, unit, rest = ''] of animations) {
    expect(rest.includes('infinite'), name).toBe(SHOWS_WORK.includes(name));
    expect(Number(time) * (unit === 's' ? 1_000 : 1), name).toBeLessThanOrEqual(5_000);
  }
});
