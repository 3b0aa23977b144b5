import { expect, it, vi } from 'vitest';
import type { Draft, Outbox } from './outbox.ts';
import { outbox, setOutbox } from './use-outbox.ts';

const draft: Draft = {
  kind: 'text',
  name: 'Ada',
  profile: 'p',
  conversation: 'c',
  text: 'hello',
  credits: 1,
  fictionalConfirmed: false,
};

it('keeps what is written before the outbox is there', async () => {
  const add = vi.fn<Outbox['add']>(async () => undefined);
  const written = outbox.add(draft);
  setOutbox(Promise.resolve({ add, subscribe: () => () => {} } as Partial<Outbox> as Outbox));
  await written;
  expect(add.mock.calls).toEqual([[draft]]);
  setOutbox(undefined);
});

it('keeps the order of what is written before it is there and what is written while it opens', async () => {
  const texts: string[] = [];
  const add: Outbox['add'] = async ({ text }) => void texts.push(text);
  const opening = Promise.withResolvers<Outbox>();
  const first = outbox.add({ ...draft, text: 'first' });
  setOutbox(opening.promise);
  const second = outbox.add({ ...draft, text: 'second' });
  opening.resolve({ add, subscribe: () => () => {} } as Partial<Outbox> as Outbox);
  await Promise.all([first, second]);
  expect(texts).toEqual(['first', 'second']);
  setOutbox(undefined);
});
