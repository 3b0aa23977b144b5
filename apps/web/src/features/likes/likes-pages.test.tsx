// @vitest-environment happy-dom
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
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
  'offers a retry when likes could not be loaded: %s',
  async (path) => {
    const asked = vi.fn<() => Promise<Response>>(async () =>
      Response.json({ error: { code: 'INTERNAL', message: '' } }, { status: 500 }),
    );
    vi.stubGlobal('fetch', asked);
    show(path);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(again.closest('main')).not.toBeNull();
    const before = asked.mock.calls.length;
    // A refetch by the page itself must not remove the button under the pointer.
    asked.mockImplementation(() => new Promise(() => {}));
    again.focus();
    await act(async () => {
      void queryClient.refetchQueries({ queryKey: keys.likes });
      await fixedWait(20, 'longer than the page takes to notice the refetch');
    });
    expect(asked.mock.calls.length).toBeGreaterThan(before);
    expect(document.activeElement).toBe(again);
    await act(() => queryClient.cancelQueries({ queryKey: keys.likes }));
    fireEvent.click(again);
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(before + 1);
  },
);

it('shows placeholders only until likes were loaded once [S7-029]', async () => {
  const held = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => held.promise);
  show('/likes');
  await screen.findByRole('heading', { name: 'Likes', level: 1 });
  const places = () => document.querySelectorAll('[aria-hidden=true].aspect-4\\/5').length;
  await expect.poll(places).toBeGreaterThan(0);
  expect(screen.queryByRole('article')).toBeNull();
  held.resolve(Response.json({ ...none, liked_by: [{ ...ann, like_new: false, at: 1 }], profiles: [ann] }));
  await screen.findByRole('link', { name: /^Ann/ });
  expect(places()).toBe(0);
  // A refetch that never ends shows the known likes.
  cleanup();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await queryClient.invalidateQueries({ queryKey: keys.likes });
  show('/likes');
  await screen.findByRole('link', { name: /^Ann/ });
  expect(places()).toBe(0);
});

const ID = 'a'.repeat(24);
const ann = { id: ID, name: 'Ann', age: 30, gender: 'female', country: 'AT', main_image: null };

/** Answers the requests for one like once it is released. */
function oneLike(status: number, body: unknown) {
  const held = Promise.withResolvers<void>();
  const asked = vi.fn<(url: string) => Promise<Response>>(async () => {
    await held.promise;
    return Response.json(body, { status });
  });
  vi.stubGlobal('fetch', (url: string) =>
    url.startsWith('/api/like.php') ? asked(url) : new Promise(() => {}),
  );
  return { asked, answer: () => act(async () => held.resolve()) };
}

const nobody = { error: { code: 'NOT_FOUND', message: '' } };

it('says that there is no like when all likes are listed', async () => {
  const { asked } = oneLike(404, nobody);
  queryClient.setQueryData(keys.likes, none);
  show(PATH.replace('$id', ID));
  const title = await screen.findByRole('heading', { level: 1 });
  expect(title.closest('main')).not.toBeNull();
  expect(title.textContent).toBe('Neither of you has liked the other yet.');
  expect(asked).not.toHaveBeenCalled();
});

it('says that an unlisted older like is gone once the server confirms it', async () => {
  const { answer } = oneLike(404, nobody);
  queryClient.setQueryData(keys.likes, { ...none, more: true });
  show(PATH.replace('$id', ID));
  const title = await screen.findByRole('heading', { level: 1 });
  expect(title.textContent).toBe('Likes');
  await answer();
  await screen.findByText('Neither of you has liked the other yet.');
});

it('shows a member whose like is older than the listed ones', async () => {
  const { asked, answer } = oneLike(200, { profile: ann, received: Date.UTC(2026, 0, 5, 12) });
  queryClient.setQueryData(keys.likes, { ...none, more: true });
  show(PATH.replace('$id', ID));
  await answer();
  const list = (await screen.findByText('Ann liked you on January 5, 2026.')).closest('ul');
  expect(list?.textContent).toContain('You haven’t liked Ann yet.');
  expect(asked.mock.calls).toEqual([[`/api/like.php?profile=${ID}`]]);
});

it('offers a retry when an old like could not be loaded', async () => {
  const { answer, asked } = oneLike(500, { error: { code: 'INTERNAL', message: '' } });
  queryClient.setQueryData(keys.likes, { ...none, more: true });
  show(PATH.replace('$id', ID));
  await answer();
  const again = await screen.findByRole('button', { name: 'Try again' });
  const before = asked.mock.calls.length;
  fireEvent.click(again);
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(before);
});

it.each([
  ['is reported as gone', none, 2, 0],
  ['is not reported until the server has answered', { ...none, more: true }, 1, 1],
])('an unlisted like %s', async (_what, around, lines, questions) => {
  const { asked, answer } = oneLike(200, { profile: ann });
  queryClient.setQueryData(keys.likes, { ...around, profiles: [ann], given: [{ id: ID, at: 1 }] });
  show(PATH.replace('$id', ID));
  const list = (await screen.findByText(/^You liked Ann on/)).closest('ul');
  expect(list?.children.length).toBe(lines);
  await answer();
  await screen.findByText('Ann hasn’t liked you yet.');
  expect(asked).toHaveBeenCalledTimes(questions);
});

it('moves the focus to the next person, the last, then the text when none is left', async () => {
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
  await expect.poll(focused).toContain('You haven’t liked anyone yet.');
  expect(document.activeElement).not.toBe(document.body);
});
