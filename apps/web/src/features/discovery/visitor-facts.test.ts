import { expect, it } from 'vitest';
import { factsOf, ownGenderOf } from './visitor-facts.ts';

it.each([
  ['female', 'male', 'hetero'],
  ['male', 'female', 'hetero'],
  ['female', 'female', 'lesbian'],
  ['male', 'male', 'gay'],
  ['male', undefined, 'bi'],
] as const)('knows the orientation of a %s who wants to see %s', (own, wanted, sexuality) => {
  expect(factsOf(own, wanted)).toEqual({ own_gender: own, own_sexuality: sexuality });
});

it('knows nothing of a visitor who did not say', () => {
  expect(factsOf(undefined, 'male')).toEqual({});
  expect([ownGenderOf({}), ownGenderOf({ own_gender: 'x' })]).toEqual([undefined, undefined]);
});
