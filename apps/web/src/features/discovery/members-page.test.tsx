// @vitest-environment happy-dom
import type { MemberSearch as Remembered, Wider } from '@heartline/contracts';
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
import { describe, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { MembersPage } from './members-page.tsx';

const found = (count: number, wider: Wider = null) =>
  Response.json({ pageNumber: 1, results: [], numResults: count, nextCursor: null, wider });

interface World {
  isPremium?: boolean;
  /** The answer to a search. */
  answer?: () => Response;
  /** The search that the server remembers; without it, an empty one made from the profile. */
  remembered?: Remembered;
  /** The answer to GET or DELETE of the remembered search waits for it. */
  searchAfter?: Promise<void>;
  /** The page of the chats loads until then. */
  chatsAfter?: Promise<void>;
}

/** Opens the page of a member with this search in the address, with the filter rail. */
function open(
  search: string,
  { isPremium = true, answer = () => found(0), remembered, searchAfter, chatsAfter }: World = {},
) {
  const asked: string[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    asked.push(`${method} ${url.replace('/api/', '')}${typeof body === 'string' ? ` ${body}` : ''}`);
    if (!url.startsWith('/api/search.php')) return answer();
    await searchAfter;
    const start = method === 'DELETE' ? undefined : remembered;
    return Response.json({ search: start ?? {}, remembered: start !== undefined });
  });
  const profile = { gender: 'female', sexuality: 'bi' };
  queryClient.setQueryData(keys.user, { user: { id: 'ada', paid_user: isPremium, profile } });
  queryClient.setQueryData(keys.regions, []);
  queryClient.setQueryData(keys.interests, ['art', 'music']);
  const root = createRootRoute();
  const frame = createRoute({ getParentRoute: () => root, id: 'default' });
  const page = (path: string, component: () => ReactNode, loader = async () => {}) =>
    createRoute({ getParentRoute: () => frame, path, component, loader });
  const pages = [
    page('/members', MembersPage),
    page(
      '/chats',
      () => 'Chats',
      async () => chatsAfter,
    ),
  ];
  const router = createRouter({
    routeTree: root.addChildren([frame.addChildren(pages)]),
    history: createMemoryHistory({ initialEntries: [`/members?${search}`] }),
  });
  renderPage(<RouterProvider router={router as never} />, {
    settings: {
      min_age: 18,
      countries: ['NL'],
      search_fields: ['gender', 'min_age', 'max_age', 'country', 'interests', 'hair_color'],
      visible_profile_fields: ['country', 'interests', 'hair_color'],
    },
  });
  const address = () => router.state.location.href;
  return { router, asked, address, saved: () => asked.filter((one) => one.startsWith('PUT')) };
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;
const chips = (list: string) => screen.findByRole('list', { name: list });
const removeFilter = (name: string, at = 0) => {
  const chip = screen.getAllByRole('button', { name: `Remove filter: ${name}` })[at];
  chip?.focus();
  if (chip) fireEvent.click(chip);
};

describe('the search of the page', () => {
  it('is the remembered one if the address has none, without a history entry', async () => {
    const { asked, address, router, saved } = open('', { remembered: { gender: 'female', country: 'NL' } });
    await expect.poll(address).toBe('/members?gender=female&country=NL');
    await expect.poll(() => asked).toContain('GET members.php?gender=female&country=NL');
    expect(asked.filter((one) => one.startsWith('GET members.php'))).toHaveLength(1);
    expect(router.history.length).toBe(1);
    expect(saved()).toEqual([]);
  });

  it('asks for nobody before the remembered search is known', async () => {
    const { asked } = open('');
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(asked[0]).toBe('GET search.php');
  });

  it('is remembered when it changes, a link that was followed is not', async () => {
    const { address, saved } = open('gender=male&new_here=1', { remembered: { gender: 'female' } });
    await chips('Active filters');
    expect(saved()).toEqual([]);
    removeFilter('Men');
    await expect.poll(saved).toEqual(['PUT search.php {"new_here":"1"}']);
    fireEvent.click(screen.getAllByRole('button', { name: 'New here' })[0] as HTMLElement);
    // An empty address would stand for the remembered search.
    await expect.poll(address).toBe('/members?fits=both');
    await expect.poll(() => saved().at(-1)).toBe('PUT search.php {}');
  });

  it('is remembered when Back restores it', async () => {
    const { router, saved } = open('gender=male&country=NL');
    await chips('Active filters');
    removeFilter('Men');
    await expect.poll(saved).toHaveLength(1);
    router.history.back();
    await expect.poll(() => saved().at(-1)).toBe('PUT search.php {"gender":"male","country":"NL"}');
  });
});

it('moves the focus to the next filter when one is removed, then to the total', async () => {
  open('gender=female&hair_color=red&min_age=30');
  await chips('Active filters');
  removeFilter('Women');
  await expect.poll(focused).toBe('Remove filter: 30 and older');
  removeFilter('Hair: Red');
  await expect.poll(focused).toBe('Remove filter: Could like you back');
  removeFilter('30 and older');
  await expect.poll(focused).toBe('Remove filter: Could like you back');
  removeFilter('Could like you back');
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

it.each(['Reset', 'Reset filters'])('moves the focus to the total after %s', async (name) => {
  const { address, asked, saved } = open('gender=female');
  const button = await screen.findByRole('button', { name });
  button.focus();
  fireEvent.click(button);
  await expect.poll(address).toBe('/members?fits=both');
  await expect.poll(() => screen.queryByRole('button', { name })).toBeNull();
  expect(focused()).toBe('H1');
  expect(asked.filter((one) => one.startsWith('DELETE'))).toHaveLength(1);
  expect(saved()).toEqual([]);
});

it('does not return to the page after a delayed search by key', async () => {
  const { router, address } = open('');
  const youngest = await screen.findByRole('slider', { name: /Youngest/ });
  const step = () => fireEvent.keyDown(youngest, { key: 'ArrowRight' });
  step();
  await expect.poll(address).toBe('/members?min_age=19');
  step();
  await router.navigate({ to: '/chats' });
  await expect.poll(() => document.body.textContent).toContain('Chats');
  await fixedWait(600, 'longer than a search by key is delayed: none comes');
  expect(address()).toBe('/chats');
});

describe('a late answer does not return to the page', () => {
  it('after a reset', async () => {
    const { promise: searchAfter, resolve } = Promise.withResolvers<void>();
    const { router, asked, address } = open('gender=female', { searchAfter });
    fireEvent.click(await screen.findByRole('button', { name: 'Reset' }));
    await expect.poll(() => asked).toContain('DELETE search.php {}');
    await router.navigate({ to: '/chats' });
    resolve();
    await fixedWait(50, 'no event says that the answer leads nowhere');
    expect(address()).toBe('/chats');
  });

  it('with the remembered search, while the next page loads', async () => {
    const { promise: searchAfter, resolve } = Promise.withResolvers<void>();
    const { promise: chatsAfter, resolve: showChats } = Promise.withResolvers<void>();
    const { router, asked, address } = open('', { searchAfter, chatsAfter });
    await expect.poll(() => asked).toContain('GET search.php');
    const left = router.navigate({ to: '/chats' });
    resolve();
    await expect.poll(() => queryClient.getQueryData(keys.startSearch)).toBeDefined();
    await fixedWait(50, 'no event says that the answer leads nowhere');
    showChats();
    await left;
    expect(address()).toBe('/chats');
  });
});

describe('without results', () => {
  it('leads to the next wider search, and says how many more it finds', async () => {
    const wider = { step: 'country', search: { gender: 'female', country: 'NL' }, more: 112 } as const;
    const { address } = open('gender=female&country=NL&countryregion=NH', { answer: () => found(0, wider) });
    await screen.findByRole('heading', { name: 'No one near you yet' });
    fireEvent.click(screen.getByRole('button', { name: 'Look in the whole country (112 more)' }));
    await expect.poll(address).toBe('/members?gender=female&country=NL');
  });

  it('says so in words if no search finds anybody', async () => {
    open('gender=female');
    await screen.findByRole('heading', { name: 'No one matches your filters yet.' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('No one fits yet');
    expect(screen.getByRole('button', { name: 'Reset filters' })).toBeDefined();
  });
});

describe('search filters of Premium', () => {
  it('are one line for other members', async () => {
    open('gender=female', { isPremium: false });
    await screen.findByText('Filter by looks, lifestyle and interests with Premium');
    expect(screen.queryByRole('combobox', { name: 'Hair' })).toBeNull();
  });

  it('are named if the address has some [S8-016]', async () => {
    const refused = { error: { code: 'PREMIUM_REQUIRED', message: '' } };
    open('hair_color=red', { isPremium: false, answer: () => Response.json(refused, { status: 403 }) });
    await screen.findByRole('heading', { name: 'This feature is only available for premium members.' });
    const [link] = screen.getAllByRole('link', { name: 'Get Premium' });
    expect(link?.getAttribute('href')).toBe('/premium');
  });
});
