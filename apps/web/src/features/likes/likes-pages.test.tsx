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
import { MemberLikesPage } from './member-likes-page.tsx';

const PATH = '/default/for-members/likes/m/$id';
const none = { profiles: [], liked_by: [], given: [], matches: [], version: { epoch: 'e', n: 1 } };

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: none.version });
});

function show(path: string, LikeToggle: Slots['LikeToggle'] = () => null) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const { shown } = routed(
    { '/likes': LikesPage, '/likes/$type': LikesPage, [PATH]: MemberLikesPage },
    history,
  );
  const slots = { LikeToggle } as unknown as Slots;
  renderPage(<SlotsProvider value={slots}>{shown}</SlotsProvider>, { settings: {} });
}

it.each(['/likes', PATH.replace('$id', 'a'.repeat(24))])(
  'likes that could not be loaded can be asked for again: %s',
  async (path) => {
    const asked = vi.fn<() => Promise<Response>>(async () =>
      Response.json({ error: { code: 'INTERNAL', message: '' } }, { status: 500 }),
    );
    vi.stubGlobal('fetch', asked);
    show(path);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(again.closest('main')).not.toBeNull();
    const before = asked.mock.calls.length;
    // What is asked again by the page itself takes nothing away from who is about to press.
    asked.mockImplementation(() => new Promise(() => {}));
    again.focus();
    await act(async () => {
      void queryClient.refetchQueries({ queryKey: keys.likes });
      // Longer than the page takes to hear that it is asked.
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(asked.mock.calls.length).toBeGreaterThan(before);
    expect(document.activeElement).toBe(again);
    await act(() => queryClient.cancelQueries({ queryKey: keys.likes }));
    fireEvent.click(again);
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(before + 1);
  },
);

it.each([
  ['says', none, true],
  ['does not say where older likes are not listed', { ...none, more: true }, false],
])('%s that no like stands', async (_what, likes, isSaid) => {
  queryClient.setQueryData(keys.likes, likes);
  show(PATH.replace('$id', 'a'.repeat(24)));
  const title = await screen.findByRole('heading', { level: 1 });
  expect(title.closest('main')).not.toBeNull();
  expect(title.textContent === 'Neither of you has liked the other yet.').toBe(isSaid);
});

it.each([
  ['is said not to stand', none, 2],
  ['is not spoken of where older likes are not listed', { ...none, more: true }, 1],
])('a like that is not listed %s', async (_what, around, lines) => {
  const id = 'a'.repeat(24);
  const card = { id, name: 'Ann', age: 30, gender: 'female', country: 'AT', main_image: null };
  queryClient.setQueryData(keys.likes, {
    ...around,
    profiles: [card],
    liked_by: [{ id, at: 1, like_new: false }],
  });
  show(PATH.replace('$id', id));
  const list = (await screen.findByText(/^Ann has liked you since/)).closest('ul');
  expect(list?.children.length).toBe(lines);
});

it('a like taken back by key leaves the keyboard at the next person, the last, and then where nobody is left', async () => {
  const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
  const card = (id: string) => ({ id, name: id, age: 30, gender: 'female', country: 'AT', main_image: null });
  const given = (likes: Likes) => likes.given.filter(({ id }) => ids.includes(id));
  queryClient.setQueryData(keys.likes, {
    ...none,
    profiles: ids.map(card),
    given: ids.map((id, at) => ({ id, at: -at })),
  });
  const takeBack = (gone: string) =>
    queryClient.setQueryData<Likes>(
      keys.likes,
      (likes) => likes && { ...likes, given: given(likes).filter(({ id }) => id !== gone) },
    );
  show('/likes/given', ({ profile: { id } }) => (
    <button type="button" onClick={() => takeBack(id)}>
      {id[0]}
    </button>
  ));
  const press = async (name: string) => {
    const heart = await screen.findByRole('button', { name });
    heart.focus();
    fireEvent.click(heart);
  };
  const focused = () => document.activeElement?.textContent;
  await press('b');
  await expect.poll(focused).toBe('c');
  await press('c');
  await expect.poll(focused).toBe('a');
  await press('a');
  await expect.poll(focused).toContain('You have not liked anybody yet.');
  expect(document.activeElement).not.toBe(document.body);
});
