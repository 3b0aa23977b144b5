// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { ChatPage } from './chat-page.tsx';

it('loads the profile of a first chat again when the member presses Try again', async () => {
  let asked = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if ((url as string).includes('member.php')) asked += 1;
    return Response.json({ error: { code: 'INTERNAL', message: '' } }, { status: 500 });
  });
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  queryClient.setQueryData(keys.chats, { chats: [], hasMore: false, version: { epoch: 'e', n: 1 } });
  const history = createMemoryHistory({ initialEntries: [`/members/${'a'.repeat(24)}/chat`] });
  renderPage(routed({ '/members/$id/chat': ChatPage }, history).shown, { settings: {} });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(asked).toBe(1);
  // On a phone this link is the only way back.
  expect(screen.getByRole('link', { name: 'All messages' }).getAttribute('href')).toBe('/chats');
  fireEvent.click(again);
  await expect.poll(() => asked).toBe(2);
});

it('offers to unblock the profile in a chat that its own block closes', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ error: { code: 'BLOCKED_BY_YOU', message: '' } }, { status: 409 }),
  );
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  queryClient.setQueryData(keys.chats, { chats: [], hasMore: false, version: { epoch: 'e', n: 1 } });
  const history = createMemoryHistory({ initialEntries: [`/members/${'a'.repeat(24)}/chat`] });
  const slots = { UnblockButton: ({ id }) => <button type="button">Unblock {id}</button> } as Partial<Slots>;
  renderPage(
    <SlotsProvider value={slots as Slots}>
      {routed({ '/members/$id/chat': ChatPage }, history).shown}
    </SlotsProvider>,
    { settings: {} },
  );
  await screen.findByRole('button', { name: `Unblock ${'a'.repeat(24)}` });
  expect(screen.queryByRole('link', { name: 'Blocked people' })).toBeNull();
});
