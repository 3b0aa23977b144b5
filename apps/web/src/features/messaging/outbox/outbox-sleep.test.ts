import type { Result, SendOutput } from '@heartline/contracts';
import { expect, it, vi } from 'vitest';
import { draft, SENT, settle, tabOf } from '../../../testing/outbox-tab.ts';
import { createFallbackStore } from './fallback-store.ts';
import { createMemoryStore, type OutboxStore } from './outbox-store.ts';
import { SendPutOff } from './send-ended.ts';

/** Between two tries, or while this tab was suspended. */
it('lets a photo be deleted between two tries while its upload is not finished', async () => {
  const send = vi.fn<() => Promise<Result<SendOutput>>>(async () => Promise.reject(new SendPutOff()));
  const { tab, tick, states } = tabOf(send);
  void tab.lead();
  await tab.add(draft('one'));
  await settle();
  await tick();
  expect(send).toHaveBeenCalledTimes(2);
  expect(states()).toEqual(['waiting']);
  expect(await tab.discard('k1')).toBe(true);
  expect(states()).toEqual([]);
});

it('does not send what another tab deleted while this one was suspended', async () => {
  const store = createMemoryStore();
  const send = vi.fn<() => Promise<Result<SendOutput>>>(async () => Promise.reject(new Error('no answer')));
  const { tab, tick, states } = tabOf(send, store);
  void tab.lead();
  await tab.add(draft('one'));
  await settle();
  expect(send).toHaveBeenCalledTimes(1);
  const [tried] = await store.all('m');
  await store.change(tried!.order, () => null);
  await tick();
  expect(send).toHaveBeenCalledTimes(1);
  expect(states()).toEqual([]);
});

it('sends stored messages when the database opens late, also held ones', async () => {
  const refused: Result<SendOutput> = { ok: false, refusal: { code: 'NOT_ENOUGH_CREDITS' } };
  const rows = createMemoryStore();
  const before = tabOf(async () => refused, rows);
  void before.tab.lead();
  await before.tab.add(draft('held'));
  await settle();
  before.tab.stop();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const opening = Promise.withResolvers<OutboxStore>();
  const send = vi.fn<() => Promise<Result<SendOutput>>>(async () => SENT);
  const store = createFallbackStore(
    () => opening.promise,
    () => void tab.reread(),
  );
  const { tab, states } = tabOf(send, store);
  const leading = tab.lead();
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  await leading;
  await tab.fundsChanged({ credits: 25, premium: true });
  expect(states()).toEqual([]);
  opening.resolve(rows);
  await settle();
  expect(send).toHaveBeenCalledTimes(1);
  expect(await rows.all('m')).toEqual([]);
});

it('releases held messages in any tab, because the sending one may be suspended', async () => {
  const store = createMemoryStore();
  const refused: Result<SendOutput> = { ok: false, refusal: { code: 'NOT_ENOUGH_CREDITS' } };
  const asleep = tabOf(async () => refused, store);
  void asleep.tab.lead();
  await asleep.tab.add(draft('one'));
  await settle();
  expect(asleep.states()).toEqual(['held']);
  const awake = tabOf(async () => refused, store);
  await settle();
  await awake.tab.fundsChanged({ credits: 25, premium: true });
  expect(awake.states()).toEqual(['waiting']);
});

it('sends nothing when the session ends while the store marks the message as tried', async () => {
  const rows = createMemoryStore();
  const marking = Promise.withResolvers<void>();
  let marks = 0;
  const slow: OutboxStore = {
    ...rows,
    async change(order, change) {
      marks += 1;
      await marking.promise;
      return rows.change(order, change);
    },
  };
  const seen: string[] = [];
  const { tab } = tabOf(async ({ text }) => {
    seen.push(text);
    return SENT;
  }, slow);
  void tab.lead();
  await tab.add(draft('one'));
  await vi.waitUntil(() => marks > 0);
  tab.stop();
  marking.resolve();
  await settle();
  expect(seen).toEqual([]);
  expect(await rows.all('m')).toHaveLength(1);
});
