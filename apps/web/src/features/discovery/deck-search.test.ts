// @vitest-environment happy-dom
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { deckSearchOf, toDeckQuery, useFinderSearch, withDeckSearch, withPlace } from './deck-search.ts';

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

it('awaits an old search when the finder opens, and keeps it while it is read again', async () => {
  const answers: ((gender: string) => void)[] = [];
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers.push((gender) => resolve(Response.json({ search: { gender }, remembered: true })));
    return promise;
  });
  const old = { search: { gender: 'male' }, isRemembered: true };
  queryClient.setQueryData(keys.startSearch, old, { updatedAt: Date.now() - 61_000 });
  const shown: unknown[] = [];
  const useShown = () => {
    const { gender } = useFinderSearch().search ?? {};
    if (gender !== shown.at(-1)) shown.push(gender);
  };
  renderPageHook(useShown, { settings: { search_fields: [], visible_profile_fields: [] } });
  await expect.poll(() => answers.length).toBe(1);
  await act(async () => answers[0]?.('female'));
  await expect.poll(() => shown).toEqual(['female']);
  void queryClient.invalidateQueries({ queryKey: keys.startSearch });
  await act(() => fixedWait(20, 'no event says that the search stays while it is read again'));
  await act(async () => answers[1]?.('male'));
  await expect.poll(() => shown.at(-1)).toBe('male');
  expect(shown).toEqual(['female', 'male']);
});
