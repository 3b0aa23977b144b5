// @vitest-environment happy-dom
import type { Chat } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { RECEIPTS_OFF } from '../../live/apply/signs.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { messagesQuery } from './messages-query.ts';
import { MissingLine } from './missing-line.tsx';

const conversation = 'c'.repeat(24);

const rowsUpTo = (seq: number): Messages => ({
  messages: [
    { conversation, seq, sender: 'b'.repeat(24), clientId: `k${seq}`, kind: 'text', text: 'x', at: seq },
  ],
  lastSeq: seq,
  hasOlder: false,
  readSeq: seq,
  deliveredSeq: 0,
  seenSeq: 0,
  receipts: RECEIPTS_OFF,
});

function Shown({ isPart = false }: { isPart?: boolean }) {
  const query = useQuery(messagesQuery(conversation));
  return (
    <>
      <section id="messages" tabIndex={-1} aria-label="messages" />
      <MissingLine conversation={conversation} query={query} isPart={isPart} />
    </>
  );
}

let answers: PromiseWithResolvers<Response>[];

/** A conversation held up to row 7, while the list knows row 8. */
function open(isPart = false) {
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  const chat = { conversation: { id: conversation }, lastSeq: 8 } as unknown as Chat;
  queryClient.setQueryData(keys.chats, { chats: [chat], version: { epoch: 'e', n: 1 } });
  queryClient.setQueryData(keys.messages(conversation), rowsUpTo(7));
  return renderPage(<Shown isPart={isPart} />).container;
}

beforeEach(() => {
  answers = [];
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  });
});

const isAsked = (times: number) => vi.waitUntil(() => answers.length === times, { timeout: 30_000 });
const answer = (response: Response) => act(async () => answers.at(-1)?.resolve(response));
const brought = () => Response.json({ ...rowsUpTo(8), version: null });
/** Text for screen readers. */
const said = () =>
  screen
    .queryAllByRole('status')
    .map((status) => status.textContent)
    .join('');
const line = (container: Element) => container.querySelector('.h-11, .min-h-11');

it('says that a listed message is loading once that takes a while', async () => {
  const container = open();
  expect([said(), line(container)]).toEqual(['', null]);
  await isAsked(1);
  expect(said()).toBe('');
  await expect.poll(said).toBe('Loading newer messages');
  expect(line(container)).not.toBeNull();
  await answer(brought());
  await expect.poll(said).toBe('');
  expect(line(container)).toBeNull();
});

it('reports a failed load, and retries on a press without announcing it again', async () => {
  const container = open();
  await isAsked(1);
  await expect.poll(said).toBe('Loading newer messages');
  await answer(Response.json({ error: { code: 'INTERNAL' } }, { status: 500 }));
  await expect.poll(said).toBe('Couldn’t load newer messages');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(document.activeElement).toBe(screen.getByLabelText('messages'));
  expect(line(container)?.textContent).toBe('');
  await isAsked(2);
  expect(said()).toBe('');
  await answer(Response.json({ error: { code: 'INTERNAL' } }, { status: 500 }));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await isAsked(3);
  await answer(brought());
  await expect.poll(() => line(container)).toBeNull();
  expect(said()).toBe('');
});

it('shows nothing below a part, because its end is not the newest message', async () => {
  const container = open(true);
  await isAsked(1);
  await answer(Response.json({ error: { code: 'INTERNAL' } }, { status: 500 }));
  await expect.poll(() => queryClient.getQueryState(keys.messages(conversation))?.status).toBe('error');
  expect([said(), line(container)]).toEqual(['', null]);
});
