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
