import type { Result, SendOutput } from '@heartline/contracts';
import { expect, it } from 'vitest';
import { createOutbox, type Draft } from './outbox.ts';
import { createMemoryStore, type OutboxEntry, type OutboxStore } from './outbox-store.ts';
import { createSureStore } from './sure-store.ts';

/** What one try leaves behind, and what came while it was under way. */
const SENT: Result<SendOutput> = { ok: true, value: {} as SendOutput };
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const draft = (text: string, to = 'a'): Draft => ({
  kind: 'text',
  profile: to.repeat(24),
  name: to,
  conversation: `c${to}`,
  text,
  credits: 1,
  fictionalConfirmed: false,
});

function tabOf(
  send: (entry: OutboxEntry, store: OutboxStore) => Promise<Result<SendOutput>>,
  store: OutboxStore = createMemoryStore(),
) {
  let keys = 0;
  const timers: (() => void)[] = [];
  const tab = createOutbox({
    member: 'm',
    store,
    isReachable: () => true,
    send: (entry) => send(entry, store),
    onSent: () => {},
    tell: () => {},
    newKey: () => `k${(keys += 1)}`,
    now: () => 0,
    schedule: (run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
  });
  const tick = async () => {
    for (const run of timers.splice(0)) run();
    await settle();
  };
  const states = () => tab.entries().map(({ state }) => state);
  return { tab, tick, states };
}

it('a photo the server has is not uploaded again after a lost answer, whatever else was written meanwhile', async () => {
  const uploading = Promise.withResolvers<void>();
  const seen: (string | undefined)[] = [];
  const { tab, tick } = tabOf(async (entry, store) => {
    if (entry.kind !== 'photo') return SENT;
    seen.push(entry.photo?.id);
    if (entry.photo?.id) return SENT;
    await uploading.promise;
    // Uploaded and noted; then the message goes out, and its answer is lost.
    await store.change(entry.order, (stored) => ({
      ...stored,
      ...(stored.photo && { photo: { ...stored.photo, id: 'p1' } }),
    }));
    throw new Error('unreached');
  });
  void tab.lead();
  await tab.add({ ...draft(''), kind: 'photo', photo: { blob: new Blob(['x']), width: 1, height: 1 } });
  await settle();
  await tab.add(draft('while it uploads', 'b'));
  await settle();
  uploading.resolve();
  await settle();
  await tick();
  expect(seen).toEqual([undefined, 'p1']);
});

it('what was refused for credits that came while the answer was on its way goes out', async () => {
  const answer = Promise.withResolvers<void>();
  let tries = 0;
  const { tab, tick, states } = tabOf(async () => {
    tries += 1;
    if (tries > 1) return SENT;
    await answer.promise;
    return { ok: false, refusal: { code: 'NOT_ENOUGH_CREDITS' } };
  });
  void tab.lead();
  await tab.fundsChanged({ credits: 0, premium: true });
  await tab.add(draft('one'));
  await settle();
  await tab.fundsChanged({ credits: 60, premium: true });
  answer.resolve();
  await settle();
  await tick();
  expect(states()).toEqual([]);
});

it('a refusal is told although the full browser would not note it', async () => {
  const rows = createMemoryStore();
  const full: OutboxStore = {
    ...rows,
    change: (order, change) =>
      rows.change(order, (stored) => {
        if (change(stored) !== undefined) throw new DOMException('full', 'QuotaExceededError');
        return undefined;
      }),
  };
  let tries = 0;
  const refuse = async (): Promise<Result<SendOutput>> => {
    tries += 1;
    return { ok: false, refusal: { code: 'NOT_ENOUGH_CREDITS' } };
  };
  const { tab, tick, states } = tabOf(
    refuse,
    createSureStore(async () => full),
  );
  void tab.lead();
  await tab.add(draft('one'));
  await settle();
  for (let round = 0; round < 5; round += 1) await tick();
  expect({ tries, states: states() }).toEqual({ tries: 1, states: ['held'] });
});
