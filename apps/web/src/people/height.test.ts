import { expect, it } from 'vitest';
import { heightChoices, heightText } from './height.ts';

it.each([
  ['de-DE', 178, '178 cm'],
  ['en-IE', 178, '178cm'],
  ['en-GB', 178, '5′ 10″'],
  ['en-US', 183, '6′ 0″'],
  ['en', 120, '120 cm'],
])('says a height in %s: %i cm', (locale, cm, text) => {
  expect(heightText(cm, locale).replace(/\s/g, ' ')).toMatch(new RegExp(`^${text.replace('cm', ' ?cm')}$`));
});

it('offers each inch once where people count so, and keeps a stored height', () => {
  expect(heightChoices(120, 230, 'de-DE', null)).toHaveLength(111);
  const inches = heightChoices(120, 230, 'en-US', 178);
  expect(inches).toContain(178);
  expect(new Set(inches.map((cm) => heightText(cm, 'en-US'))).size).toBe(inches.length);
});
