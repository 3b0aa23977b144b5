// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { UnblockButton } from './unblock-button.tsx';

const FIA = { id: 'p1', name: 'Fia', fictional: true };

/** Renders the button alone, with `list` as the answer to each request for blocked people; returns the calls. */
function openPage(list: () => Promise<Response>) {
  const called: string[] = [];
  vi.stubGlobal('fetch', (_: string, { method = 'GET' }: RequestInit = {}) => {
    called.push(method);
    return method === 'GET' ? list() : Promise.resolve(Response.json({}));
  });
  renderPage(<UnblockButton id={FIA.id} />, { settings: { fictional_singular: '' }, hasNotices: true });
  return called;
}

/** The button once nothing is loading. */
const idle = () => screen.findByRole('button', { name: 'Unblock', busy: false });
const notice = () => screen.queryByRole('region', { name: /^Notifications/ })?.textContent;
const blocked = (...profiles: (typeof FIA)[]) =>
  Promise.resolve(Response.json({ blocked: profiles.map((profile) => ({ profile, at: 1 })) }));

it('names the unblocked person, even if pressed before the list has loaded', async () => {
  const list = Promise.withResolvers<Response>();
  const called = openPage(() => list.promise);
  await vi.waitUntil(() => called.length > 0);
  fireEvent.click(screen.getByRole('button', { name: 'Unblock' }));
  expect(called).not.toContain('DELETE');
  list.resolve(await blocked(FIA));
  fireEvent.click(await idle());
  await vi.waitUntil(() => called.includes('DELETE'));
  await expect.poll(notice).toContain('Fia (Fictional) is no longer blocked');
});

it('reloads the list after a failure', async () => {
  let isAway = true;
  const called = openPage(() => (isAway ? Promise.reject(new TypeError('away')) : blocked(FIA)));
  await vi.waitUntil(() => called.length > 0);
  isAway = false;
  fireEvent.click(await idle());
  await vi.waitUntil(() => called.includes('DELETE'));
  await expect.poll(notice).toContain('Fia (Fictional) is no longer blocked');
});

it('reloads a list that is older than the block', async () => {
  let isBlocked = false;
  const called = openPage(() => (isBlocked ? blocked(FIA) : blocked()));
  await vi.waitUntil(() => called.length > 0);
  const button = await idle();
  isBlocked = true;
  fireEvent.click(button);
  await vi.waitUntil(() => called.includes('DELETE'));
  await expect.poll(notice).toContain('Fia (Fictional) is no longer blocked');
});

it('unblocks nobody twice: reloads a person who was unblocked elsewhere', async () => {
  const called = openPage(() => blocked());
  const anew = vi.spyOn(queryClient, 'resetQueries');
  await vi.waitUntil(() => called.length > 0);
  fireEvent.click(await idle());
  await vi.waitUntil(() => anew.mock.calls.length > 0);
  expect(called).not.toContain('DELETE');
});
