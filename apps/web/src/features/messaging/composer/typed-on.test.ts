import { expect, it } from 'vitest';
import { typedOn } from './typed-on.ts';

it.each([
  ['the words that went', 'Hello', 'Hello', ''],
  ['what was typed behind them', 'Hello\nAnd you?', 'Hello', 'And you?'],
  ['other words, whole', 'Something else', 'Hello', 'Something else'],
])('of %s', (_, now, sent, left) => {
  expect(typedOn(now, sent)).toBe(left);
});
