import { expect, it } from 'vitest';
import { deckSearchOf, toDeckQuery, withDeckSearch, withPlace } from './deck-search.ts';

it('takes the fields of a deck from a search, and puts them back beside the others', () => {
  const search = {
    gender: 'female',
    country: 'DE',
    countryregion: 'BY',
    hair_color: 'red',
    new_here: 1,
  } as const;
  expect(deckSearchOf(search)).toEqual({ gender: 'female', country: 'DE', countryregion: 'BY' });
  expect(withDeckSearch(search, { country: 'NL', countryregion: 'NH', max_age: 40 })).toEqual({
    hair_color: 'red',
    new_here: 1,
    country: 'NL',
    countryregion: 'NH',
    max_age: 40,
  });
});

it('changes the place alone, and asks as the contract does', () => {
  const near = withPlace(
    { gender: 'male', country: 'DE', neighbours: 1 },
    { country: 'NL', countryregion: 'NH' },
  );
  expect(near).toEqual({ gender: 'male', country: 'NL', countryregion: 'NH' });
  expect(withPlace(near, { max_age: 30 })).toEqual({ gender: 'male' });
  expect(toDeckQuery({ country: 'DE', neighbours: 1, fictional: 'no' })).toEqual({
    country: 'DE',
    neighbours: '1',
    fictional: 'no',
  });
});
