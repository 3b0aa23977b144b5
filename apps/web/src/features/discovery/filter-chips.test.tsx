// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { FilterChips } from './filter-chips.tsx';
import type { MemberSearch } from './member-search.ts';

it('names the field of each filter, even when two have the same value', () => {
  const warned = vi.spyOn(console, 'error');
  queryClient.setQueryData(keys.regions, []);
  queryClient.setQueryData(keys.user, null);
  let search: MemberSearch = { gender: 'female', hair_color: 'brown', eye_color: 'brown' };
  const chips = () => <FilterChips search={search} onChange={(change) => (search = change(search))} />;
  const { rerender } = renderPage(chips(), { settings: { min_age: 18 } });
  const said = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(said()).toEqual(['Women', 'Hair: Brown', 'Eyes: Brown']);
  fireEvent.click(screen.getByRole('button', { name: 'Remove filter: Hair: Brown' }));
  rerender(chips());
  expect(said()).toEqual(['Women', 'Eyes: Brown']);
  expect(warned).not.toHaveBeenCalled();
});

it.each([
  [{}, ['Could like you back']],
  [{ fits: 'any' }, []],
  // No man could, so the search shows all of them.
  [{ gender: 'male' }, ['Men']],
] as const)('says when only people who could like back are shown: %o', (search, said) => {
  queryClient.setQueryData(keys.regions, []);
  queryClient.setQueryData(keys.user, { user: { profile: { gender: 'female', sexuality: 'lesbian' } } });
  renderPage(<FilterChips search={search} onChange={() => {}} />, { settings: { min_age: 18 } });
  expect(screen.queryAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(said);
});
