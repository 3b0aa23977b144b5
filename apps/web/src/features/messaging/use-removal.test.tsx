// @vitest-environment happy-dom
import { prepareToasts } from '@heartline/ui';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { setConnected } from '../../live/connection.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { removedConversations, UNDO_MS } from './remove-chat.ts';
import { useRemoval } from './use-removal.ts';

const mouse = { pointerType: 'mouse' };

function Remover() {
  const remove = useRemoval();
  const press = () => remove({ conversation: 'c1', person: { name: 'Fia', fictional: false } });
  return <button type="button" onClick={press}>{`Remove`}</button>;
}

/** What shows notices is fetched with the first one, in no time that a test moves. */
beforeAll(prepareToasts);

/** Removes the conversation; answers what was asked of the server since. */
async function removed() {
  vi.useFakeTimers();
  setConnected(true);
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(method);
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

it('asks the server once nobody can undo it any more', async () => {
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
])('the time to undo stands still while %s is on the notice, and goes on after', async (_, come, go) => {
  const asked = await removed();
  await pass(UNDO_MS - 1_000);
  await act(async () => come());
  await pass(UNDO_MS * 10);
  expect(asked).toEqual([]);
  await act(async () => go());
  await pass(900);
  expect(asked).toEqual([]);
  await pass(200);
  // As after a sleep, the list is looked at first.
  expect(asked).toEqual(['GET', 'DELETE']);
});

it('an undo asks for nothing, and closing the notice asks at once', async () => {
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
