import { expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

it('tells a guessable password from a good one', () => {
  expect(passwordStrength('password1', [])).toBeLessThan(2);
  expect(passwordStrength('qwertyuiop', [])).toBeLessThan(2);
  expect(passwordStrength('mauve tractor in the rain', [])).toBe(4);
});

it('lowers the strength of words about the member', () => {
  const strong = passwordStrength('marajonkers', []);
  expect(passwordStrength('marajonkers', ['marajonkers', 'mara@mail.example'])).toBeLessThan(strong);
});

it('accepts the longest password there is', () => {
  expect(passwordStrength('x7!'.repeat(43).slice(0, 128), [])).toBeGreaterThanOrEqual(0);
});
