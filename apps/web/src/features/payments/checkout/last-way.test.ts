// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { lastWay, rememberWay } from './last-way.ts';

afterEach(() => localStorage.clear());

it('remembers the way used last and its country', () => {
  expect(lastWay()).toBeNull();
  rememberWay({ method: 'blik', country: 'PL' });
  expect(lastWay()).toEqual({ method: 'blik', country: 'PL' });
});

it.each(['', '{', 'null', '[]', '{"method":"bitcoin"}', '{"method":7}'])('takes %j for none', (stored) => {
  localStorage.setItem('last-way-to-pay', stored);
  expect(lastWay()).toBeNull();
});

it('takes a country that is no text for none', () => {
  localStorage.setItem('last-way-to-pay', '{"method":"ideal","country":7}');
  expect(lastWay()).toEqual({ method: 'ideal', country: null });
});
