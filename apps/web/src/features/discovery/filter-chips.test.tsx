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
