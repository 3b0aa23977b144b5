import { describe, expect, it } from 'vitest';
import {
  basicSearch,
  changeSearch,
  parseMemberSearch,
  searchInAddress,
  toAddress,
  toQuery,
} from './member-search.ts';

describe('a search in the address', () => {
  it('reads the parameters that the filters write', () => {
    const search = {
      gender: 'female',
      country: 'NL',
      countryregion: 'NH',
      min_age: 25,
      max_age: 40,
      fictional: 'no',
    } as const;
    expect(parseMemberSearch(search)).toEqual(search);
  });

  it('leaves out invalid parameters', () => {
    expect(
      parseMemberSearch({
        gender: 'x',
        country: 'nl',
        min_age: '17',
        max_age: '1e3',
        fictional: 'maybe',
        evil: 1,
      }),
    ).toEqual({});
    expect(parseMemberSearch({ countryregion: 'NH' })).toEqual({});
  });

  it('swaps ages in the wrong order', () => {
    expect(parseMemberSearch({ min_age: 40, max_age: 25 })).toEqual({ min_age: 25, max_age: 40 });
  });

  it('reads every choice, and the known interests', () => {
    expect(
      parseMemberSearch({
        hair_color: 'red',
        eye_color: 'purple',
        tattoos: ['many'],
        interests: 'music,nonsense,art,music',
        sexuality: 'bi',
      }),
    ).toEqual({ hair_color: 'red', interests: 'art,music', sexuality: 'bi' });
    expect(parseMemberSearch({ interests: 'nonsense' })).toEqual({});
  });

  it('reads switches and the order, and drops the values that everybody starts with', () => {
    expect(
      parseMemberSearch({ new_here: 1, active_now: '1', verified: 2, fits: 'any', sort: 'new' }),
    ).toEqual({
      new_here: 1,
      active_now: 1,
      fits: 'any',
      sort: 'new',
    });
    expect(parseMemberSearch({ fits: 'both', sort: 'active' })).toEqual({});
  });

  it('differs from an address without a search, even without a limit', () => {
    expect(searchInAddress({ network: 'acme' })).toBeUndefined();
    expect(searchInAddress(toAddress({}))).toEqual({});
    expect(searchInAddress(toAddress({ verified: 1 }))).toEqual({ verified: 1 });
  });

  it('takes a region code of digits, as the router reads them', () => {
    expect(parseMemberSearch({ country: 'AT', countryregion: 9 })).toEqual({
      country: 'AT',
      countryregion: '9',
    });
  });
});

it('drops a region when its country goes', () => {
  const search = { country: 'NL', countryregion: 'NH' };
  expect(changeSearch(search, { country: 'BE' })).toEqual({ country: 'BE' });
  expect(changeSearch(search, { country: undefined })).toEqual({});
  expect(changeSearch(search, { countryregion: undefined })).toEqual({ country: 'NL' });
  expect(changeSearch({ country: 'DE', neighbours: 1 }, { country: 'NL' })).toEqual({ country: 'NL' });
  expect(changeSearch({ country: 'DE', neighbours: 1 }, { countryregion: 'BY' })).toEqual({
    country: 'DE',
    countryregion: 'BY',
  });
});

it('sends the server the same search and the cursor of the page', () => {
  expect(toQuery({ gender: 'male' })).toEqual({ gender: 'male' });
  expect(toQuery({ new_here: 1, sort: 'interests' })).toEqual({ new_here: '1', sort: 'interests' });
  expect(toQuery({ gender: 'male' }, 'abc')).toEqual({ gender: 'male', cursor: 'abc' });
});

it('leaves the basic fields of a premium search', () => {
  expect(
    basicSearch({ gender: 'male', min_age: 30, tattoos: 'many', interests: 'music', fictional: 'no' }),
  ).toEqual({
    gender: 'male',
    min_age: 30,
    fictional: 'no',
  });
});
