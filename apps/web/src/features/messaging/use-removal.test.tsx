// @vitest-environment happy-dom
import { prepareToasts } from '@heartline/ui';
import { QueryObserver } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { setConnected } from '../../live/connection.ts';
import { UNDO_MS } from '../../people/undo.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { removedConversations } from './remove-chat.ts';
import { useRemoval } from './use-removal.ts';

const mouse = { pointerType: 'mouse' };

function Remover() {
  const remove = useRemoval();
  const press = () => remove({ conversation: 'c1', person: { name: 'Fia', fictional: false } });
  return <button type="button" onClick={press}>{`Remove`}</button>;
}

/** The first notification loads its component, which fake timers do not advance. */
beforeAll(prepareToasts);

/** Removes the conversation, and returns the requests to the server since. */
async function removed({ isRefused = false } = {}) {
  vi.useFakeTimers();
  setConnected(true);
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(method);
    if (isRefused && method === 'DELETE')
      return Response.json({ error: { code: 'INTERNAL' } }, { status: 500 });
    return Response.json(method === 'GET' ? { chats: [], version: { epoch: 'e', n: 1 } } : { ok: true });
  });
  renderPage(<Remover />, { settings: {}, hasNotices: true });
  screen.getByRole('button', { name: 'Remove' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await pass(0);
  return asked;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const undo = () => screen.getByRole('button', { name: 'Undo' });

it('sends the request once the time to undo is over', async () => {
  const asked = await removed();
  await pass(UNDO_MS - 100);
  expect(asked).toEqual([]);
  await pass(200);
  expect(asked).toEqual(['DELETE']);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it.each([
  [
    'the pointer',
    () => fireEvent.pointerEnter(undo(), mouse),
    () => fireEvent.pointerLeave(undo(), { ...mouse, relatedTarget: document.body }),
  ],
  ['the focus', () => undo().focus(), () => screen.getByRole('button', { name: 'Remove' }).focus()],
])('pauses the time to undo while %s is on the notification', async (_, come, go) => {
  const asked = await removed();
  await pass(UNDO_MS - 1_000);
  await act(async () => come());
  await pass(UNDO_MS * 10);
  expect(asked).toEqual([]);
  await act(async () => go());
  await pass(900);
  expect(asked).toEqual([]);
  await pass(200);
  // After such a pause, as after a sleep, the list is fetched first.
  expect(asked).toEqual(['GET', 'DELETE']);
});

it('sends nothing after an undo, and sends at once when the notification is closed', async () => {
  const asked = await removed();
  fireEvent.click(undo());
  await pass(UNDO_MS * 2);
  expect([asked, removedConversations().size]).toEqual([[], 0]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await pass(0);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await pass(0);
  expect(asked).toEqual(['DELETE']);
});

it('shows an alert and reloads the list when a removal fails [S4-022 S4-023 S8-029 S8-030]', async () => {
  const list = { chats: [], version: { epoch: 'e', n: 1 } };
  const reload = vi.fn<() => Promise<typeof list>>(async () => list);
  queryClient.setQueryData(keys.chats, list);
  const shown = { queryKey: keys.chats, queryFn: reload, staleTime: Number.POSITIVE_INFINITY };
  onTestFinished(new QueryObserver(queryClient, shown).subscribe(() => {}));
  const asked = await removed({ isRefused: true });
  expect(removedConversations().has('c1')).toBe(true);
  await pass(UNDO_MS + 100);
  await pass(100);
  const alert = screen.getByRole('alertdialog');
  expect(alert.textContent).toContain('Couldn’t remove your chat with Fia');
  expect(asked).toEqual(['DELETE']);
  expect(reload).toHaveBeenCalledOnce();
  expect(removedConversations().has('c1')).toBe(false);
});
