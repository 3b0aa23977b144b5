// @vitest-environment happy-dom
import { fixedWait } from '@heartline/tooling/fixed-wait';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { MembersPage } from './members-page.tsx';

const nobody = () => Response.json({ pageNumber: 1, results: [], numResults: 0, nextCursor: null });

/** Opens the page of a member with this search, with the filter rail. */
function open(search: string, { isPremium = true, answer = nobody } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', async () => answer());
  queryClient.setQueryData(keys.user, { user: { id: 'ada', paid_user: isPremium, profile: {} } });
  queryClient.setQueryData(keys.regions, []);
  queryClient.setQueryData(keys.interests, ['art', 'music']);
  const root = createRootRoute();
  const frame = createRoute({ getParentRoute: () => root, id: 'default' });
  const page = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => frame, path, component });
  const pages = [page('/members', MembersPage), page('/chats', () => 'Chats')];
  const router = createRouter({
    routeTree: root.addChildren([frame.addChildren(pages)]),
    history: createMemoryHistory({ initialEntries: [`/members?${search}`] }),
  });
  renderPage(<RouterProvider router={router as never} />, {
    settings: {
      min_age: 18,
      countries: [],
      search_fields: ['gender', 'min_age', 'max_age', 'interests', 'hair_color'],
      visible_profile_fields: ['interests', 'hair_color'],
    },
  });
  return router;
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;
const chips = (list: string) => screen.findByRole('list', { name: list });
const removeFilter = (name: string, at = 0) => {
  const chip = screen.getAllByRole('button', { name: `Remove filter: ${name}` })[at];
  chip?.focus();
  if (chip) fireEvent.click(chip);
};

it('moves the focus to the next filter when one is removed, then to the total', async () => {
  open('gender=female&hair_color=red&min_age=30');
  await chips('Active filters');
  removeFilter('Women');
  await expect.poll(focused).toBe('Remove filter: 30 and older');
  removeFilter('Hair: Red');
  await expect.poll(focused).toBe('Remove filter: 30 and older');
  removeFilter('30 and older');
  await expect.poll(focused).toBe('H1');
});

it('moves the focus to the next interest when one is removed, then to the list', async () => {
  open('interests=art,music');
  await expect.poll(() => screen.queryAllByRole('button', { name: /^Remove filter: Art/ }).length).toBe(2);
  removeFilter('Art');
  await expect.poll(focused).toBe('Remove filter: Music');
  removeFilter('Music');
  await expect.poll(focused).toBe('SELECT');
});

it.each(['Reset', 'Search everywhere'])('moves the focus to the total after %s', async (name) => {
  const router = open('gender=female');
  const button = await screen.findByRole('button', { name });
  button.focus();
  fireEvent.click(button);
  await expect.poll(() => router.state.location.href).toBe('/members');
  await expect.poll(() => screen.queryByRole('button', { name: 'Reset' })).toBeNull();
  expect(focused()).toBe('H1');
});

it('does not return to the page after a delayed search by key', async () => {
  const router = open('');
  const youngest = await screen.findByRole('slider', { name: /Youngest/ });
  const step = () => fireEvent.keyDown(youngest, { key: 'ArrowRight' });
  step();
  await expect.poll(() => router.state.location.href).toBe('/members?min_age=19');
  step();
  await router.navigate({ to: '/chats' });
  await expect.poll(() => document.body.textContent).toContain('Chats');
  await fixedWait(600, 'longer than a search by key is delayed: none comes');
  expect(router.state.location.href).toBe('/chats');
});

it('says which search filters need Premium [S8-016]', async () => {
  const refused = { error: { code: 'PREMIUM_REQUIRED', message: '' } };
  open('hair_color=red', { isPremium: false, answer: () => Response.json(refused, { status: 403 }) });
  await screen.findByRole('heading', { name: 'This feature is only available for premium members.' });
  const [link] = screen.getAllByRole('link', { name: 'Get Premium' });
  expect(link?.getAttribute('href')).toBe('/premium');
});
