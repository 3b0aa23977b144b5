import { expect, it } from 'vitest';
import { isAtEnd } from './list-motion.ts';

const scroll = { moved: 0, grew: 0, isOwn: false };

it('follows new messages at the end, even many at once', () => {
  expect(isAtEnd(true, { ...scroll, below: 208, grew: 208 })).toBe(true);
  // Rows shrank while others arrived before the list was notified.
  expect(isAtEnd(true, { ...scroll, below: 208, moved: -92, grew: 116 })).toBe(true);
  expect(isAtEnd(true, { ...scroll, below: 208, moved: -208 })).toBe(false);
  expect(isAtEnd(false, { ...scroll, below: 208, grew: 208 })).toBe(false);
});

it('stops following when the reader scrolls up more than a few pixels', () => {
  const own = { ...scroll, isOwn: true };
  expect(isAtEnd(true, { ...own, below: 102, moved: -60, grew: 42 })).toBe(false);
  expect(isAtEnd(true, { ...own, below: 41, moved: -41 })).toBe(false);
  expect(isAtEnd(true, { ...own, below: 40, moved: -40 })).toBe(true);
  expect(isAtEnd(true, { ...own, below: 102, moved: 60, grew: 162 })).toBe(true);
});

it('follows again when the reader comes near the end', () => {
  expect(isAtEnd(false, { ...scroll, below: 80, moved: 30, isOwn: true })).toBe(false);
  expect(isAtEnd(false, { ...scroll, below: 79, moved: 30, isOwn: true })).toBe(true);
});
