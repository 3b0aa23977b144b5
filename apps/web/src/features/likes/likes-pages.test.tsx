// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { LikesPage } from './likes-page.tsx';
import { MemberLikesPage } from './member-likes-page.tsx';

const PATH = '/default/for-members/likes/m/$id';
const none = { profiles: [], liked_by: [], given: [], matches: [], version: { epoch: 'e', n: 1 } };

beforeEach(() => {
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: none.version });
});

function show(path: string) {
  const history = createMemoryHistory({ initialEntries: [path] });
  renderPage(routed({ '/likes': LikesPage, [PATH]: MemberLikesPage }, history).shown, { settings: {} });
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
    const before = asked.mock.calls.length;
    fireEvent.click(again);
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(before);
  },
);

it.each([
  ['says', none, true],
  ['does not say where older likes are not listed', { ...none, more: true }, false],
])('%s that no like stands', async (_what, likes, isSaid) => {
  queryClient.setQueryData(keys.likes, likes);
  show(PATH.replace('$id', 'a'.repeat(24)));
  const title = await screen.findByRole('heading', { level: 1 });
  expect(title.textContent === 'Neither of you has liked the other yet.').toBe(isSaid);
});
