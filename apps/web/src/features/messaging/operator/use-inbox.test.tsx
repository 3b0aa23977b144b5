// @vitest-environment happy-dom
import type { QueueEntry } from '@heartline/contracts';
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPageHook } from '../../../testing/render-page.tsx';
import type { onQueueChange } from './inbox-live.ts';
import { useInbox } from './use-inbox.ts';

type Listener = Parameters<typeof onQueueChange>[0];
const subscribed = vi.hoisted(() => ({ by: undefined as Listener | undefined }));
vi.mock('./inbox-live.ts', () => ({
  onQueueChange: (listener: Listener) => {
    subscribed.by = listener;
    return () => {};
  },
}));

let inbox: { current: ReturnType<typeof useInbox> };
/** Requests to the server in order, and the pending ones to answer. */
let asked: string[];
let taking: { resolve(number: number): void; reject(reason: Error): void }[];

beforeEach(() => {
  [asked, taking] = [[], []];
  vi.stubGlobal('fetch', async (_path: string, { method, body }: { method: string; body: string }) => {
    const { conversation, number } = JSON.parse(body) as { conversation: string; number?: number };
    asked.push(`${method} ${conversation}${number === undefined ? '' : ` ${number}`}`);
    if (method !== 'POST') return Response.json({ ok: true });
    const taken = await new Promise<number>((resolve, reject) => taking.push({ resolve, reject }));
    return Response.json({ lease: { number: taken, until: 0 } });
  });
  inbox = renderPageHook(useInbox).result;
});

const entry = (conversation: string) => ({ conversation, member: { name: 'Mara' } }) as QueueEntry;
const press = (conversation: string) => act(async () => void inbox.current.open(entry(conversation)));
const answer = (number: number) => act(async () => taking.shift()?.resolve(number));
const refuseIt = () => act(async () => taking.shift()?.reject(new Error('away')));
const shown = () =>
  inbox.current.opened && `${inbox.current.opened.entry.conversation} ${inbox.current.opened.lease.number}`;

it('opens the last pressed conversation and hands back the others', async () => {
  await press('a');
  await press('b');
  expect(asked).toEqual(['POST a']);
  await answer(1);
  expect(asked).toEqual(['POST a', 'DELETE a 1', 'POST b']);
  await answer(7);
  expect(shown()).toBe('b 7');
});

it('holds a conversation that was opened twice under the newer number', async () => {
  await press('a');
  await press('a');
  await answer(1);
  await answer(2);
  expect(shown()).toBe('a 2');
});

it('hands back a conversation that was left before it opened', async () => {
  await press('a');
  await act(async () => inbox.current.leave());
  await answer(1);
  expect(asked).toEqual(['POST a', 'DELETE a 1']);
  expect(shown()).toBeUndefined();
});

it('is at the last requested conversation, or the open one after a refusal', async () => {
  await press('a');
  await answer(1);
  expect(inbox.current.isAt('a')).toBe(true);
  await press('b');
  expect([inbox.current.isAt('a'), inbox.current.isAt('b')]).toEqual([false, true]);
  await refuseIt();
  expect([inbox.current.isAt('a'), inbox.current.isAt('b')]).toEqual([true, false]);
  await act(async () => inbox.current.leave());
  expect(inbox.current.isAt('a')).toBe(false);
});

it('follows the end of the open conversation, and must reopen it when it waits', async () => {
  await press('a');
  await answer(1);
  const receive = (change: Parameters<Listener>[0]) => act(async () => subscribed.by?.(change));
  await receive({ conversation: 'b', lastSeq: 1, waiting: false, ended: 'gone' });
  expect(inbox.current.opened?.ended).toBeUndefined();
  await receive({ conversation: 'a', lastSeq: 1, waiting: false, ended: 'taken_back' });
  expect(inbox.current.opened).toMatchObject({ ended: 'taken_back', isLost: false });
  await receive({ conversation: 'a', lastSeq: 2, waiting: true });
  expect(inbox.current.opened).toMatchObject({ ended: undefined, isLost: true });
});
