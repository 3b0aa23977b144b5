import type { Result, SendOutput } from '@heartline/contracts';
import { expect, it, vi } from 'vitest';
import { draft, SENT, settle, tabOf } from '../../../testing/outbox-tab.ts';
import { createFallbackStore } from './fallback-store.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createMemoryStore, type OutboxStore } from './outbox-store.ts';
import { SendCancelled, SendGivenUp } from './send-ended.ts';

/** Effects of one try, and what happens during it. */
it('does not upload a photo again after a lost answer', async () => {
  const uploading = Promise.withResolvers<void>();
  const seen: (string | undefined)[] = [];
  const { tab, tick } = tabOf(async (entry, store) => {
    if (entry.kind !== 'photo') return SENT;
    seen.push(entry.photo?.id);
    if (entry.photo?.id) return SENT;
    await uploading.promise;
    // The photo is uploaded and marked; then the answer to the message is lost.
    await store.change(entry.order, (stored) => ({
      ...stored,
      ...(stored.photo && { photo: { ...stored.photo, id: 'p1' } }),
    }));
    throw new Error('server unreachable');
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

it('gives up a photo that does not upload, and retries it under its key', async () => {
  const seen: string[] = [];
  let isSlow = true;
  const { tab, tick, states } = tabOf(async ({ kind, clientId }) => {
    seen.push(clientId);
    if (kind === 'photo' && isSlow) throw new SendGivenUp();
    return SENT;
  });
  void tab.lead();
  await tab.add({ ...draft(''), kind: 'photo', photo: { blob: new Blob(['x']), width: 1, height: 1 } });
  await tab.add(draft('after it'));
  await settle();
  await tick();
  expect(tab.entries()).toMatchObject([
    { kind: 'photo', state: 'failed', refusal: { code: 'SEND_EXPIRED' } },
  ]);
  isSlow = false;
  await tab.retry('k1');
  await settle();
  expect([seen, states()]).toEqual([['k1', 'k2', 'k1'], []]);
});

it('sends a message refused for credits that arrived during the request', async () => {
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

it('shows a refusal that the full storage could not record', async () => {
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
    createFallbackStore(async () => full),
  );
  void tab.lead();
  await tab.add(draft('one'));
  await settle();
  for (let round = 0; round < 5; round += 1) await tick();
  expect({ tries, states: states() }).toEqual({ tries: 1, states: ['held'] });
});

it('sends once although the full storage could not record the try', async () => {
  const rows = createMemoryStore();
  const locked: OutboxStore = {
    ...rows,
    change: (order, change) =>
      rows.change(order, (stored) => {
        const next = change(stored);
        if (next) throw new DOMException('full', 'QuotaExceededError');
        return next;
      }),
  };
  const send = vi.fn<() => Promise<Result<SendOutput>>>(async () => SENT);
  const { tab, tick, states } = tabOf(send, locked);
  void tab.lead();
  await tab.add(draft('one'));
  await settle();
  await tick();
  expect(send).toHaveBeenCalledTimes(1);
  expect(states()).toEqual([]);
});

it('ignores the answer to an old try of a message that has a new key', async () => {
  const store = createMemoryStore();
  const expired: Result<SendOutput> = { ok: false, refusal: { code: 'SEND_EXPIRED' } };
  const slept = Promise.withResolvers<Result<SendOutput>>();
  const lost = Promise.withResolvers<Result<SendOutput>>();
  const keys: string[] = [];
  const before = tabOf(() => slept.promise, store);
  void before.tab.lead();
  await before.tab.add(draft('one'));
  await settle();
  before.tab.follow();
  // The next tab tries the same key, which expired, and sends under the next one.
  const after = tabOf(async ({ clientId }) => {
    keys.push(clientId);
    return [expired, lost.promise][keys.length - 1] ?? SENT;
  }, store);
  void after.tab.lead();
  await settle();
  slept.resolve(expired);
  await settle();
  after.tab.receive({ kind: 'changed' });
  lost.reject(new Error('server unreachable'));
  await settle();
  await after.tick();
  expect(keys).toEqual(['k1', 'k1.2', 'k1.2']);
  expect(after.states()).toEqual([]);
});

it('doubles the wait after each lost try up to 30 s, and resets it on an answer', async () => {
  const fates = [...Array.from({ length: 7 }, () => 'lost'), 'refused', 'lost', 'lost', 'woken', 'lost'];
  const waits: number[] = [];
  const timers: (() => void)[] = [];
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const tab = createOutbox({
    member: 'm',
    store: createMemoryStore(),
    isReachable: () => true,
    async send() {
      if (fates.shift() === 'refused') return { ok: false, refusal: { code: 'MESSAGE_TOO_LONG' } };
      throw new Error('server unreachable');
    },
    onSent: () => {},
    publish: () => {},
    newKey: () => `k${waits.length}`,
    now: () => 0,
    schedule(run, ms) {
      waits.push(ms);
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
  });
  const tick = async () => {
    for (const run of timers.splice(0)) run();
    await settle();
  };
  void tab.lead();
  await tab.add(draft('one'));
  await settle();
  for (let round = 0; round < 7; round += 1) await tick();
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  await tab.add(draft('two'));
  await settle();
  await tick();
  expect(waits.slice(7)).toEqual([1_000, 2_000]);
  tab.wake();
  await settle();
  expect(waits.slice(9)).toEqual([1_000]);
  tab.stop();
  random.mockRestore();
});

it('reports sent and refused messages in every tab', async () => {
  const store = createMemoryStore();
  const received: string[] = [];
  const tabs: Outbox[] = [];
  const answers: Result<SendOutput>[] = [SENT, { ok: false, refusal: { code: 'NOT_ENOUGH_CREDITS' } }];
  const open = (name: string) => {
    const tab: Outbox = createOutbox({
      member: 'm',
      store,
      isReachable: () => true,
      send: async () => answers.shift() ?? SENT,
      onSent: (_, profile) => received.push(`${name}: sent to ${profile[0]}`),
      onRefused: ({ code }, profile) => received.push(`${name}: ${code} to ${profile[0]}`),
      publish: (news) => {
        for (const other of tabs) if (other !== tab) other.receive(news);
      },
      newKey: () => `k${Math.random()}`,
      now: () => 0,
    });
    tabs.push(tab);
    return tab;
  };
  const [leader, other] = [open('leader'), open('other')];
  void leader.lead();
  await other.add(draft('one'));
  await settle();
  await other.add(draft('two', 'b'));
  await settle();
  expect(received.toSorted()).toEqual([
    'leader: NOT_ENOUGH_CREDITS to b',
    'leader: sent to a',
    'other: NOT_ENOUGH_CREDITS to b',
    'other: sent to a',
  ]);
  for (const tab of tabs) tab.stop();
});

it.each([
  'UNKNOWN_EVENT',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
  'AUTHENTICATION_REQUIRED',
  'ANOTHER_MEMBER',
] as const)('repeats the message under its key after %s', async (code) => {
  const keys: string[] = [];
  const { tab, tick, states } = tabOf(async ({ clientId }) => {
    keys.push(clientId);
    return keys.length === 1 ? { ok: false, refusal: { code } } : SENT;
  });
  void tab.lead();
  await tab.add(draft('one'));
  await settle();
  expect(states()).toEqual(['waiting']);
  await tick();
  expect(keys).toEqual(['k1', 'k1']);
  expect(states()).toEqual([]);
});

it('sends a message that was not stored from its own page, though another leads', async () => {
  const send = vi.fn<() => Promise<Result<SendOutput>>>(async () => SENT);
  const { tab, states } = tabOf(
    send,
    createFallbackStore(async () => Promise.reject(new DOMException('full', 'QuotaExceededError'))),
  );
  tab.follow();
  await tab.add(draft('one'));
  await settle();
  expect(send).toHaveBeenCalledTimes(1);
  expect(states()).toEqual([]);
});

it('sends an unstored message once credits arrive, though another tab leads', async () => {
  const refused: Result<SendOutput> = { ok: false, refusal: { code: 'NOT_ENOUGH_CREDITS' } };
  const send = vi.fn<() => Promise<Result<SendOutput>>>(async () => SENT).mockResolvedValueOnce(refused);
  const { tab, states } = tabOf(
    send,
    createFallbackStore(async () => Promise.reject(new DOMException('full', 'QuotaExceededError'))),
  );
  tab.follow();
  await tab.add(draft('one'));
  await settle();
  expect(states()).toEqual(['held']);
  await tab.fundsChanged({ credits: 25, premium: true });
  await settle();
  expect(send).toHaveBeenCalledTimes(2);
  expect(states()).toEqual([]);
});

it('sends held messages when a tab becomes leader after the credits arrived', async () => {
  const store = createMemoryStore();
  const refused: Result<SendOutput> = { ok: false, refusal: { code: 'NOT_ENOUGH_CREDITS' } };
  const first = tabOf(async () => refused, store);
  void first.tab.lead();
  await first.tab.add(draft('one'));
  await settle();
  first.tab.stop();
  const { tab, states } = tabOf(async () => SENT, store);
  await tab.fundsChanged({ credits: 25, premium: true });
  expect(states()).toEqual(['held']);
  await tab.lead();
  await settle();
  expect(states()).toEqual([]);
});

it('drops a message cancelled during its upload without another try', async () => {
  const send = vi.fn<() => Promise<Result<SendOutput>>>(async () => {
    throw new SendCancelled();
  });
  const { tab, tick, states } = tabOf(send);
  void tab.lead();
  await tab.add(draft('one'));
  await settle();
  await tick();
  expect(send).toHaveBeenCalledTimes(1);
  expect(states()).toEqual([]);
});

it.each([
  ['a retry goes', (tab: Outbox) => tab.retry('k1')],
  ['an edit goes', (tab: Outbox) => tab.edit('k1', 'better')],
])('asks the member after nine expired keys; then %s under a new key', async (_, answer) => {
  const keys: string[] = [];
  const { tab, states } = tabOf(async ({ clientId }) => {
    keys.push(clientId);
    return clientId.startsWith('k1') ? { ok: false, refusal: { code: 'SEND_EXPIRED' } } : SENT;
  });
  void tab.lead();
  await tab.add(draft('one'));
  await expect.poll(states).toEqual(['failed']);
  expect(keys).toEqual(['k1', ...[2, 3, 4, 5, 6, 7, 8, 9].map((turn) => `k1.${turn}`)]);
  await answer(tab);
  await expect.poll(states).toEqual([]);
  expect(keys.slice(9)).toEqual(['k2']);
});

it('allows an edit of a refused message that waits again until it is tried', async () => {
  const wait = Promise.withResolvers<Result<SendOutput>>();
  const refused: Result<SendOutput> = { ok: false, refusal: { code: 'RECIPIENT_GONE' } };
  const answers = [Promise.resolve(refused), wait.promise];
  const { tab, states } = tabOf(() => answers.shift() ?? Promise.resolve(SENT));
  void tab.lead();
  await tab.add(draft('one'));
  await settle();
  tab.follow();
  await tab.retry('k1');
  expect(states()).toEqual(['waiting']);
  expect(await tab.edit('k1', 'better')).toBe(true);
  await tab.lead();
  await settle();
  expect(await tab.edit('k1', 'best')).toBe(false);
  wait.resolve(SENT);
  await settle();
  expect(states()).toEqual([]);
});

it('sends to other conversations while a message waits for its next try', async () => {
  const seen: string[] = [];
  const { tab } = tabOf(async ({ text }) => {
    seen.push(text);
    return text === 'stuck' ? Promise.reject(new Error('server unreachable')) : SENT;
  });
  await tab.lead();
  await tab.add(draft('stuck'));
  await settle();
  await tab.add(draft('to another', 'b'));
  await expect.poll(() => seen).toEqual(['stuck', 'to another']);
});

it.each([
  ['sent by this tab', 'here', true],
  ['sent by another tab', 'there', true],
  ['deleted', 'deleted', false],
])('knows whether a message that left the outbox was sent: %s', async (_, how, wasSent) => {
  const answer = Promise.withResolvers<Result<SendOutput>>();
  const { tab } = tabOf(() => answer.promise);
  await tab.add(draft('one'));
  const [entry] = tab.entries();
  if (!entry) throw new Error('outbox is empty');
  expect(tab.wasSent(entry)).toBe(false);
  if (how === 'here') void tab.lead();
  if (how === 'there')
    tab.receive({
      kind: 'sent',
      sent: { message: { clientId: `${entry.clientId}.2` } } as SendOutput,
      profile: 'p',
    });
  if (how === 'deleted') await tab.discard(entry.key);
  answer.resolve(SENT);
  await settle();
  expect(tab.wasSent(entry)).toBe(wasSent);
});
