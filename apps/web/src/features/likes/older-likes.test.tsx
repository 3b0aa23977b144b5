// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import type { Likes } from '../../live/apply/likes.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { LikesPage } from './likes-page.tsx';

/** Very many likes: `p9` is the newest of ten. The two newest have a card; the others come two a page. */
const id = (n: number) => `${n}`.repeat(24);
const card = (n: number) =>
  ({ id: id(n), name: `p${n}`, age: 30, gender: 'female', country: 'AT', main_image: null }) as never;
const version = { epoch: 'e', n: 1 };
const likes = (change: Partial<Likes>): Likes => ({
  profiles: [card(9), card(8)],
  liked_by: [],
  given: [],
  matches: [],
  more: true,
  version,
  ...change,
});
const ALL = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

let asked: string[];
/** Members who are gone from every list. */
let gone: Set<number>;

beforeEach(() => {
  asked = [];
  gone = new Set();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.startsWith('/api/older-likes.php')) return new Promise(() => {});
    asked.push(url);
    const query = new URL(url, 'https://site.example').searchParams;
    const before = Number(query.get('before')?.split(':')[0] ?? 10);
    const rest = ALL.filter((n) => n < before && !gone.has(n));
    const page = rest.slice(0, 2);
    const next = rest.length > 2 && { next: `${page.at(-1)}:${id(page.at(-1) ?? 0)}` };
    return Response.json({ likes: page.map((n) => ({ profile: card(n), at: n })), ...next });
  });
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version });
});

async function open(path: string, held: Likes) {
  queryClient.setQueryData(keys.likes, held);
  const history = createMemoryHistory({ initialEntries: [path] });
  const { shown } = routed({ '/likes': LikesPage, '/likes/$type': LikesPage }, history);
  const slots = { LikeToggle: () => null } as unknown as Slots;
  renderPage(<SlotsProvider value={slots}>{shown}</SlotsProvider>, { settings: {} });
  await screen.findAllByRole('article');
}

const people = () => screen.queryAllByRole('article').map((one) => one.textContent?.match(/p\d/)?.[0]);
const names = (...ns: number[]) => ns.map((n) => `p${n}`);
const said = () => screen.getByRole('status').textContent;
const more = () => screen.queryByRole('button', { name: 'Show more members' });
const toEnd = async () => {
  await expect.poll(more).not.toBeNull();
  const button = more();
  if (button) fireEvent.click(button);
};
const entry = (n: number) => ({ id: id(n), at: n });
const received = (...ns: number[]) => ns.map((n) => ({ ...entry(n), like_new: false }));

it.each([
  ['/likes', 'received', { liked_by: received(9, 8) }],
  ['/likes/given', 'given', { given: ALL.map(entry) }],
  ['/likes/matches', 'matches', { given: ALL.map(entry), matches: ALL.map(entry) }],
])('%s loads likes without a card page by page, and shows their number', async (path, list, held) => {
  await open(path, likes(held));
  await expect.poll(people).toEqual(names(9, 8, 7, 6));
  await toEnd();
  await expect.poll(people).toEqual(names(9, 8, 7, 6, 5, 4));
  await expect.poll(said).toBe('6 members are shown');
  for (const expected of [8, 10]) {
    await toEnd();
    await expect.poll(() => people().length).toBe(expected);
  }
  expect(more()).toBeNull();
  expect(asked[0]).toBe(`/api/older-likes.php?list=${list}&before=${encodeURIComponent(`8:${id(8)}`)}`);
  expect(asked).toHaveLength(4);
});

it('loads new likes beyond the newest, though none of the newest is new', async () => {
  await open('/likes/new', likes({ liked_by: received(9, 8) }));
  await expect.poll(people).toEqual(names(7, 6));
});

it('requests no cards when all likes have one', async () => {
  await open('/likes', { ...likes({ liked_by: received(9, 8) }), more: undefined });
  expect(people()).toEqual(names(9, 8));
  expect([asked, more(), said()]).toEqual([[], null, '']);
});

it('removes the card of an older like that is taken back', async () => {
  await open('/likes/given', likes({ given: ALL.map(entry) }));
  await expect.poll(people).toEqual(names(9, 8, 7, 6));
  await act(async () => {
    queryClient.setQueryData<Likes>(
      keys.likes,
      (now) => now && { ...now, given: now.given.filter((one) => one.id !== id(7)) },
    );
  });
  await expect.poll(people).toEqual(names(9, 8, 6));
});

it('keeps shown pages and every member when refetched likes end earlier', async () => {
  await open('/likes', likes({ liked_by: received(9, 8) }));
  await toEnd();
  await expect.poll(people).toEqual(names(9, 8, 7, 6, 5, 4));
  await act(async () => {
    queryClient.setQueryData(keys.likes, likes({ profiles: [card(9)], liked_by: received(9) }));
  });
  await expect.poll(people).toEqual(names(9, 8, 7, 6, 5));
  expect(
    asked.slice(2).map((url) => new URL(url, 'https://site.example').searchParams.get('before')),
  ).toEqual([`9:${id(9)}`, `7:${id(7)}`]);
});

it('refetches invalidated older likes as far as they were shown', async () => {
  await open('/likes', likes({ liked_by: received(9, 8) }));
  await toEnd();
  await expect.poll(people).toEqual(names(9, 8, 7, 6, 5, 4));
  gone.add(6);
  await act(async () => void queryClient.invalidateQueries({ queryKey: [...keys.olderLikes, 'received'] }));
  await expect.poll(people).toEqual(names(9, 8, 7, 5, 4, 3));
});
