import { expect, it } from 'vitest';
import { isAtEnd } from './list-motion.ts';

it('leaves the end by scrolling only, not because many messages came at once', () => {
  expect(isAtEnd(true, { below: 208, hasResized: true })).toBe(true);
  expect(isAtEnd(true, { below: 208, hasResized: false })).toBe(false);
  expect(isAtEnd(false, { below: 208, hasResized: true })).toBe(false);
  expect(isAtEnd(false, { below: 79, hasResized: false })).toBe(true);
});
