// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { useFromList, useToList } from './from-list.ts';

function Chats() {
  useFromList();
  return <Outlet />;
}

function Conversation() {
  const toList = useToList();
  return <button type="button" onClick={toList} aria-label="All messages" />;
}

/** Router with conversations, their list, and another page. */
function open(history = createMemoryHistory({ initialEntries: ['/members'] })) {
  const root = createRootRoute({ component: Chats });
  const page = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const routeTree = root.addChildren([
    page('/members', () => null),
    page('/chats', () => null),
    page('/chats/$id', Conversation),
    page('/members/$id/chat', Conversation),
  ]);
  const router = createRouter({ routeTree, history });
  const { unmount } = renderPage(<RouterProvider router={router as never} />);
  const at = () => router.state.location.pathname;
  const go = async (href: string) => {
    await router.navigate({ href });
    await expect.poll(at).toBe(href);
  };
  const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'All messages' }));
  const back = () => history.back();
  return { history, at, go, press, back, unmount };
}

it('goes back to the list from a conversation that was opened there', async () => {
  const { at, go, press, back } = open();
  await go('/chats');
  await go('/chats/a');
  await press();
  await expect.poll(at).toBe('/chats');
  back();
  await expect.poll(at).toBe('/members');
});

it('goes back to the list after a reload', async () => {
  const { history, go, unmount } = open();
  await go('/chats');
  await go('/chats/a');
  unmount();
  const { at, press, back } = open(history);
  await press();
  await expect.poll(at).toBe('/chats');
  back();
  await expect.poll(at).toBe('/members');
});

it.each([
  ['a profile', ['/members/a/chat'], '/members'],
  ['another conversation', ['/chats', '/chats/b', '/chats/a'], '/chats/b'],
])('replaces a conversation that was opened from %s with the list', async (_, way, before) => {
  const { at, go, press, back } = open();
  for (const href of way) await go(href);
  await press();
  await expect.poll(at).toBe('/chats');
  back();
  await expect.poll(at).toBe(before);
});

it('does not go back when the list was left for another page', async () => {
  const { at, go, press, back } = open();
  await go('/chats');
  back();
  await expect.poll(at).toBe('/members');
  await go('/members/b/chat');
  await go('/members/a/chat');
  await press();
  await expect.poll(at).toBe('/chats');
  back();
  await expect.poll(at).toBe('/members/b/chat');
});
