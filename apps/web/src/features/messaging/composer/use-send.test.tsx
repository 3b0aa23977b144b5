// @vitest-environment happy-dom
import type { Quote } from '@heartline/contracts';
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import { renderPageHook } from '../../../testing/render-page.tsx';
import { outbox } from '../outbox/use-outbox.ts';
import { startReply } from '../reply.ts';
import { type Outgoing, useSend } from './use-send.ts';

const quote: Quote = { seq: 7, sender: 'b', kind: 'text', text: 'Where was that?' };

it.each<Outgoing>([
  { kind: 'text', text: 'In Rome', credits: 1 },
  { kind: 'gift', text: '', gift: { id: 'rose', picture: 'rose' }, credits: 3 },
])('sends a $kind as the answer to the quoted message, and the next one without', (outgoing) => {
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, { user: { id: 'a' } });
  const add = vi.spyOn(outbox, 'add').mockResolvedValue(undefined);
  const to = { conversation: 'a-b', credits: 9, profile: { id: 'b', name: 'Ben', fictional: false } };
  const { result } = renderPageHook(() => useSend(to));
  act(() => startReply('a', 'a-b', quote));
  act(() => result.current.send(outgoing, () => {}));
  act(() => result.current.send({ kind: 'text', text: 'Else', credits: 1 }, () => {}));
  expect(add.mock.calls.map(([draft]) => draft.quote)).toEqual([quote, undefined]);
  add.mockRestore();
});

it.each([
  ['asks the member', undefined],
  ['does not ask if another device confirmed it', true],
])('confirms the first message to a fictional profile: %s', (_, fictionalConfirmed) => {
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, { user: { id: 'a' } });
  queryClient.setQueryData(keys.messagePrice('f'), { message_credits: 0, fictionalConfirmed });
  const add = vi.spyOn(outbox, 'add').mockResolvedValue(undefined);
  const to = { conversation: 'a-f', credits: 0, profile: { id: 'f', name: 'Fia', fictional: true } };
  const { result } = renderPageHook(() => useSend(to));
  // Loads the dialog in advance.
  expect(result.current.willAsk).toBe(!fictionalConfirmed);
  act(() => result.current.send({ kind: 'text', text: 'Hi', credits: 0 }, () => {}));
  const sent = add.mock.calls.map(([draft]) => draft.fictionalConfirmed);
  expect([sent, result.current.asking === null]).toEqual(fictionalConfirmed ? [[true], true] : [[], false]);
  add.mockRestore();
});
