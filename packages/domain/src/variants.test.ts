import { expect, it } from 'vitest';
import { drawVariant } from './variants.ts';

const variants = [
  { name: 'a', weight: 60 },
  { name: 'b', weight: 40 },
];

it('draws variants by their weights', () => {
  const drawn = (random: number) => drawVariant(variants, random)?.name;
  expect([0, 0.59, 0.6, 0.999_999].map(drawn)).toEqual(['a', 'a', 'b', 'b']);
});

it('draws nothing from no variants', () => {
  expect(drawVariant([], 0)).toBeUndefined();
});
