// @vitest-environment happy-dom
import type { Chat } from '@heartline/contracts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ConversationBar } from './conversation-bar.tsx';
import type { Partner } from './use-partner.ts';

const profile = { id: 'p1', name: 'Ada', age: 30, fictional: false, country: 'NL', city: '' };
const partner = { conversation: 'c1', profile, price: 1 } as unknown as Partner;

const chatOf = (id: string, unread: number) =>
  ({ conversation: { id }, profile, num_unread_messages: unread }) as unknown as Chat;

/** Sets the unread messages of the open conversation and of the others. */
const setUnread = (here: number, ...elsewhere: number[]) =>
  queryClient.setQueryData(keys.chats, {
    chats: [chatOf('c1', here), ...elsewhere.map((unread, at) => chatOf(`c${at + 2}`, unread))],
    older: null,
  });

it('shows the unread messages of the other conversations at the back link', async () => {
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active', credits: 3 }, version: {} });
  setUnread(4, 0);
  const root = createRootRoute({ component: () => <ConversationBar partner={partner} /> });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  renderPage(<RouterProvider router={router as never} />, { settings: { cdn_prefix: '' } });
  const back = await screen.findByRole('link', { name: 'All messages' });
  expect(back.parentElement?.textContent).toBe('');
  act(() => void setUnread(4, 0, 1));
  await expect.poll(() => back.getAttribute('aria-label')).toBe('All messages, 1 unread message');
  act(() => void setUnread(4, 90, 30));
  await expect.poll(() => back.parentElement?.textContent).toBe('99+');
});
