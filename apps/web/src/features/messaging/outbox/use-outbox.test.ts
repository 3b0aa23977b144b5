// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import type { Draft, Outbox } from './outbox.ts';
import { outbox, outboxEntries, setOutbox, useEntriesOf } from './use-outbox.ts';

const draft: Draft = {
  kind: 'text',
  name: 'Ada',
  profile: 'p',
  conversation: 'c',
  text: 'hello',
  credits: 1,
  fictionalConfirmed: false,
};

const boxOf = async (add: Outbox['add']) =>
  ({ add, entries: () => [], subscribe: () => () => {} }) as Partial<Outbox> as Outbox;

beforeEach(() => rememberSignedIn('1'));

it('stores a message written before the outbox is open', async () => {
  const add = vi.fn<Outbox['add']>(async () => undefined);
  const written = outbox.add(draft, 'me');
  setOutbox(boxOf(add), 'me');
  await written;
  expect(add.mock.calls).toEqual([[draft, expect.any(String)]]);
  setOutbox(undefined);
});

it('shows an early message, and makes the browser ask before it is lost', async () => {
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const written = outbox.add(draft, 'me');
  expect(outboxEntries()).toMatchObject([{ text: 'hello', state: 'waiting' }]);
  expect(isAsked()).toBe(true);
  setOutbox(
    boxOf(async () => undefined),
    'me',
  );
  await written;
  expect(outboxEntries()).toEqual([]);
  expect(isAsked()).toBe(false);
  setOutbox(undefined);
});

it('shows a message that the store takes slowly, and asks before it is lost', async () => {
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const storing = Promise.withResolvers<void>();
  setOutbox(
    boxOf(() => storing.promise),
    'me',
  );
  await Promise.resolve();
  const written = outbox.add(draft, 'me');
  expect(outboxEntries()).toMatchObject([{ text: 'hello', state: 'waiting' }]);
  expect(isAsked()).toBe(true);
  storing.resolve();
  await written;
  expect(outboxEntries()).toEqual([]);
  expect(isAsked()).toBe(false);
  setOutbox(undefined);
});

it('does not render another conversation for a message of this one', async () => {
  const draws = { c: 0, d: 0 };
  const watch = (conversation: 'c' | 'd') =>
    renderHook(() => {
      draws[conversation] += 1;
      return useEntriesOf(conversation);
    });
  const [mine, others] = [watch('c'), watch('d')];
  const written = outbox.add(draft, 'me');
  await expect.poll(() => mine.result.current).toMatchObject([{ text: 'hello' }]);
  expect(draws.c).toBeGreaterThan(1);
  expect(others.result.current).toEqual([]);
  expect(draws.d).toBe(1);
  setOutbox(
    boxOf(async () => undefined),
    'me',
  );
  await written;
  setOutbox(undefined);
  for (const { unmount } of [mine, others]) unmount();
});

it.each([
  ['an edit', (key: string) => outbox.edit(key, 'better')],
  ['a deletion', (key: string) => outbox.discard(key)],
  ['a retry', (key: string) => outbox.retry(key)],
])('makes the browser ask before %s is lost that is not stored yet', async (_, decide) => {
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const storing = [Promise.withResolvers<true>(), Promise.withResolvers<true>()] as const;
  const store = (key: string) => storing[key === 'k' ? 0 : 1].promise;
  const retry = async (key: string) => void (await store(key));
  const box = { entries: () => [], subscribe: () => () => {}, edit: store, discard: store, retry };
  setOutbox(Promise.resolve(box as Partial<Outbox> as Outbox), 'me');
  expect(isAsked()).toBe(false);
  const decided = [decide('k'), decide('l')];
  expect(isAsked()).toBe(true);
  storing[0].resolve(true);
  await decided[0];
  expect(isAsked()).toBe(true);
  storing[1].resolve(true);
  await decided[1];
  expect(isAsked()).toBe(false);
  setOutbox(undefined);
});

it('gives no message of a signed-out member to the next one', async () => {
  const add = vi.fn<Outbox['add']>(async () => undefined);
  const written = outbox.add(draft, 'me');
  setOutbox(boxOf(add), 'another');
  await written;
  expect(add).not.toHaveBeenCalled();
  setOutbox(undefined);
});

it('keeps the order of messages written before and during the opening', async () => {
  const texts: string[] = [];
  const add: Outbox['add'] = async ({ text }) => void texts.push(text);
  const opening = Promise.withResolvers<Outbox>();
  const first = outbox.add({ ...draft, text: 'first' }, 'me');
  setOutbox(opening.promise, 'me');
  const second = outbox.add({ ...draft, text: 'second' }, 'me');
  opening.resolve(boxOf(add));
  await Promise.all([first, second]);
  expect(texts).toEqual(['first', 'second']);
  setOutbox(undefined);
});

it.each([
  ['on its way already', false, true],
  ['taken back', true, false],
])('answers for a held message that could not be stored: %s', async (_, isDiscarded, isHeld) => {
  const box = {
    hold: async () => undefined,
    discard: async () => isDiscarded,
    entries: () => [{ key: 'k', isUnsaved: true }],
    subscribe: () => () => {},
  };
  setOutbox(Promise.resolve(box as unknown as Outbox), 'me');
  expect(await outbox.hold(draft, 'me', 'k')).toBe(isHeld);
  setOutbox(undefined);
});
