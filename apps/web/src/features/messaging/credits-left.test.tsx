// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useCreditsLeft } from './credits-left.ts';
import { WAITING } from './outbox/entry-in-test.ts';
import type { Outbox } from './outbox/outbox.ts';
import { setOutbox } from './outbox/use-outbox.ts';

const held = { state: 'held', refusal: { code: 'NOT_ENOUGH_CREDITS' }, credits: 4 } as const;
const asked = { state: 'failed', refusal: { code: 'PRICE_CHANGED', values: { credits: 5 } } } as const;
const passed = { state: 'failed', refusal: { code: 'BLOCKED_BY' } } as const;

it.each([
  ['credits of waiting messages', [{}, { conversation: 'd' }], 2],
  ['nothing for a held message or one waiting behind it', [held, {}], 0],
  ['nothing for a message behind one with a changed price', [asked, {}], 0],
  ['credits of messages in other conversations than the held one', [held, {}, { conversation: 'd' }], 1],
  ['credits of a message behind one that is skipped', [passed, {}], 1],
  ['credits of a message before the held one', [{}, held], 1],
] as const)('reserves %s', async (_, changes, reserved) => {
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 3, debt: 0 } });
  const entries = changes.map((change, order) => ({ ...WAITING, key: `k${order}`, order, ...change }));
  const opened = Promise.resolve({
    entries: () => entries,
    subscribe: () => () => {},
  } as Partial<Outbox> as Outbox);
  setOutbox(opened);
  onTestFinished(() => setOutbox(undefined));
  await opened;
  const { result } = renderPageHook(useCreditsLeft);
  expect(result.current.credits).toBe(3 - reserved);
});

it('counts no credits as left while some are owed: every send is refused', () => {
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 3, debt: 12 } });
  const { result } = renderPageHook(useCreditsLeft);
  expect(result.current.credits).toBe(0);
});
