import { expect, it } from 'vitest';
import { typedOn } from './typed-on.ts';

it.each([
  ['nothing of the sent text', 'Hello', 'Hello', ''],
  ['what was typed after it', 'Hello\nAnd you?', 'Hello', 'And you?'],
  ['another text unchanged', 'Something else', 'Hello', 'Something else'],
])('leaves %s', (_, now, sent, left) => {
  expect(typedOn(now, sent)).toBe(left);
});
