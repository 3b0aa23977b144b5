import { expect, it } from 'vitest';
import { isAtEnd } from './list-motion.ts';

const scroll = { moved: 0, grew: 0, isOwn: false };

it('goes along with what comes: many messages at once leave no reader behind', () => {
  expect(isAtEnd(true, { ...scroll, below: 208, grew: 208 })).toBe(true);
  // Rows shrank and the page with them, and others came before anybody was told.
  expect(isAtEnd(true, { ...scroll, below: 208, moved: -92, grew: 116 })).toBe(true);
  expect(isAtEnd(true, { ...scroll, below: 208, moved: -208 })).toBe(false);
  expect(isAtEnd(false, { ...scroll, below: 208, grew: 208 })).toBe(false);
});

it('lets go of who scrolls up, also while messages come, and not for a tremble', () => {
  const own = { ...scroll, isOwn: true };
  expect(isAtEnd(true, { ...own, below: 102, moved: -60, grew: 42 })).toBe(false);
  expect(isAtEnd(true, { ...own, below: 41, moved: -41 })).toBe(false);
  expect(isAtEnd(true, { ...own, below: 40, moved: -40 })).toBe(true);
  expect(isAtEnd(true, { ...own, below: 102, moved: 60, grew: 162 })).toBe(true);
});

it('takes back who comes near again', () => {
  expect(isAtEnd(false, { ...scroll, below: 80, moved: 30, isOwn: true })).toBe(false);
  expect(isAtEnd(false, { ...scroll, below: 79, moved: 30, isOwn: true })).toBe(true);
});
