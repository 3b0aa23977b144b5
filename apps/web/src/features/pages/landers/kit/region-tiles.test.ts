import { isRegion } from '@heartline/i18n/server';
import { expect, it } from 'vitest';
import { MAPPED_COUNTRIES, tilesOf } from './region-tiles.ts';

it.each(MAPPED_COUNTRIES)(
  'the map of %s has regions alone, each once and in a place of its own',
  (country) => {
    const tiles = tilesOf(country)?.tiles ?? [];
    expect(tiles.filter(({ code }) => !isRegion(country, code))).toEqual([]);
    expect(new Set(tiles.map(({ code }) => code)).size).toBe(tiles.length);
    expect(new Set(tiles.map(({ column, row }) => `${column} ${row}`)).size).toBe(tiles.length);
  },
);

it.each([
  ['NL', 12],
  ['DE', 16],
  ['PL', 16],
  ['BE', 11],
  ['AT', 9],
  ['CH', 26],
  ['ES', 52],
  ['IE', 26],
  ['US', 51],
])('the map of %s shows %s regions', (country, count) => {
  expect(tilesOf(country)?.tiles).toHaveLength(count);
});

it('has no map of a country with too many regions', () => {
  expect([tilesOf('IT'), tilesOf('GB'), tilesOf(undefined)]).toEqual([undefined, undefined, undefined]);
});
