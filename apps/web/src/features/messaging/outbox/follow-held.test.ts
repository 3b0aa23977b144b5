// @vitest-environment happy-dom

import type { ErrorCode, getMessagePrice, OutputOf } from '@heartline/contracts';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../../client/query.ts';
import { emitLive } from '../../../live/bus.ts';
import { followHeld } from './follow-held.ts';
import { createOutbox, type Draft, type OutboxPorts } from './outbox.ts';
import { createMemoryStore } from './outbox-store.ts';

const gift: Draft = {
  kind: 'gift',
  gift: { id: 'rose', picture: 'rose' },
  name: 'Ada',
  profile: 'p',
  conversation: 'c',
  text: 'For you',
  credits: 3,
  fictionalConfirmed: false,
};

beforeEach(() => queryClient.clear());

/** An outbox with this `send`. */
async function outboxThat(send: OutboxPorts['send']) {
  let keys = 0;
  const outbox = createOutbox({
    member: 'm',
    store: createMemoryStore(),
    isReachable: () => true,
    send,
    onSent: () => {},
    publish: () => {},
    newKey: () => String((keys += 1)),
    now: () => 0,
  });
  await outbox.lead();
  return outbox;
}

it.each<ErrorCode>(['PRICE_CHANGED', 'NOT_ENOUGH_CREDITS', 'SPENDING_LIMIT'])(
  'gives up a gift no longer offered (%s) and sends what waits behind it',
  async (code) => {
    const sent: string[] = [];
    const outbox = await outboxThat(async ({ kind, text }) => {
      if (kind === 'gift') return { ok: false, refusal: { code, values: { credits: 5 } } };
      sent.push(text);
      return { ok: true, value: {} as never };
    });
    await outbox.add(gift);
    await outbox.add({ ...gift, kind: 'text', text: 'Behind it' });
    await vi.waitUntil(() => outbox.entries()[0]?.refusal);
    const stop = followHeld(outbox);
    const ask = () => document.dispatchEvent(new Event('visibilitychange'));
    const answer = vi.fn<() => Promise<Response>>();
    vi.stubGlobal('fetch', answer);
    // A failed request says nothing about the gift.
    answer.mockResolvedValue(Response.json({ error: { code: 'FORBIDDEN' } }, { status: 403 }));
    ask();
    await vi.waitUntil(() => queryClient.isFetching() === 0 && answer.mock.calls.length > 0);
    expect(outbox.entries()[0]?.refusal?.code).toBe(code);
    answer.mockResolvedValue(Response.json({ gifts: [] }));
    ask();
    await vi.waitUntil(() => sent.length > 0);
    expect(sent).toEqual(['Behind it']);
    await expect
      .poll(() => outbox.entries())
      .toMatchObject([{ text: 'For you', state: 'failed', refusal: { code: 'GIFT_GONE' } }]);
    stop();
    outbox.stop();
  },
);

/** An answer to `getMessagePrice`. */
const price = (known: Partial<OutputOf<typeof getMessagePrice>>) =>
  Response.json({
    message_credits: 1,
    credits: 5,
    conversations_left: null,
    starts_conversation: false,
    online: false,
    last_active: null,
    language: 'en',
    takes_openers: true,
    may_open: true,
    pausedUntil: null,
    limit: null,
    ...known,
  });

describe('a message that would exceed the conversation limit', () => {
  /** A held message with another one behind it. `sent` has the texts the server accepted. */
  async function held() {
    let isBegun = false;
    const sent: string[] = [];
    const outbox = await outboxThat(async ({ text }) => {
      if (!isBegun) return { ok: false, refusal: { code: 'CONVERSATION_LIMIT' } };
      sent.push(text);
      return { ok: true, value: {} as never };
    });
    await outbox.add({ ...gift, kind: 'text', text: 'May I?' });
    await vi.waitUntil(() => outbox.entries()[0]?.state === 'held');
    await outbox.add({ ...gift, kind: 'text', text: 'Behind it' });
    const stop = followHeld(outbox);
    onTestFinished(() => {
      stop();
      outbox.stop();
      vi.unstubAllGlobals();
    });
    return { outbox, sent, begin: () => void (isBegun = true) };
  }

  const written = (sender: string, conversation: string) => ({
    message: { conversation, sender, seq: 1 } as never,
    profile: 'p',
    version: null as never,
  });

  it('goes out at once when the other member writes, with what waits behind it', async () => {
    const { outbox, sent, begin } = await held();
    begin();
    // Neither a message in another conversation, nor one sent from another device, counts.
    emitLive('message:created', written('p', 'another') as never);
    emitLive('message:created', written('m', 'c') as never);
    await fixedWait(20, 'longer than a send takes: none goes out');
    expect(sent).toEqual([]);
    emitLive('message:created', written('p', 'c') as never);
    await vi.waitUntil(() => sent.length === 2);
    expect(sent).toEqual(['May I?', 'Behind it']);
    expect(outbox.entries()).toEqual([]);
  });

  it.each([
    ['they wrote while disconnected', { starts_conversation: false, conversations_left: 0 }, true],
    ['the site raised the limit', { starts_conversation: true, conversations_left: 1 }, true],
    ['none is left', { starts_conversation: true, conversations_left: 0 }, false],
  ])('is checked again: %s', async (_, known, goes) => {
    const { outbox, sent, begin } = await held();
    begin();
    const answer = vi.fn<() => Promise<Response>>().mockImplementation(async () => price(known));
    vi.stubGlobal('fetch', answer);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitUntil(() => queryClient.isFetching() === 0 && answer.mock.calls.length > 0);
    await expect.poll(() => sent.length).toBe(goes ? 2 : 0);
    expect(outbox.entries().map(({ state }) => state)).toEqual(goes ? [] : ['held', 'waiting']);
  });

  it('is sent when its recipient is gone, so that the refusal says so', async () => {
    const { outbox, sent, begin } = await held();
    begin();
    vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'NOT_FOUND' } }, { status: 404 }));
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitUntil(() => sent.length === 2);
    expect(outbox.entries()).toEqual([]);
  });

  it('goes out only as far as conversations are left, oldest first', async () => {
    const { outbox, sent, begin } = await held();
    await outbox.add({ ...gift, kind: 'text', text: 'To another', conversation: 'd', profile: 'q' });
    await vi.waitUntil(() => outbox.entries().filter(({ state }) => state === 'held').length === 2);
    begin();
    vi.stubGlobal('fetch', async () => price({ starts_conversation: true, conversations_left: 1 }));
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitUntil(() => sent.length === 2);
    await fixedWait(20, 'longer than a send takes: no other goes out');
    expect(sent).toEqual(['May I?', 'Behind it']);
    expect(outbox.entries()).toMatchObject([{ text: 'To another', state: 'held' }]);
  });
});

describe.each<ErrorCode>(['SPENDING_LIMIT', 'SPENDING_PAUSED'])('a message refused with %s', (code) => {
  const LATER = Date.now() + 86_400_000;

  /** An outbox whose messages are refused while the member's own limit has no room for their price. */
  async function limited() {
    const left = { credits: 0 };
    const sent: string[] = [];
    const outbox = await outboxThat(async ({ text, credits }) => {
      if (credits > left.credits) return { ok: false, refusal: { code } };
      left.credits -= credits;
      sent.push(text);
      return { ok: true, value: {} as never };
    });
    const asked: number[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      const credits = Number(new URL(url, 'https://heartline.test').searchParams.get('credits'));
      if (credits > 0) asked.push(credits);
      const isMet = credits > left.credits;
      return price({
        pausedUntil: isMet && code === 'SPENDING_PAUSED' ? LATER : null,
        limit: isMet && code === 'SPENDING_LIMIT' ? { credits: 5, period: 'day', until: LATER } : null,
      });
    });
    const stop = followHeld(outbox);
    onTestFinished(() => {
      stop();
      outbox.stop();
      vi.unstubAllGlobals();
    });
    const look = async () => {
      document.dispatchEvent(new Event('visibilitychange'));
      await fixedWait(40, 'longer than the check takes, which may change nothing');
    };
    const write = async (text: string, credits: number, conversation = 'c') => {
      await outbox.add({ ...gift, kind: 'text', text, credits, conversation, profile: conversation });
    };
    const states = () => outbox.entries().map(({ text, state }) => [text, state]);
    return { outbox, sent, asked, left, look, write, states };
  }

  it('keeps its place and goes out once there is room, with what waits behind it', async () => {
    const { outbox, sent, left, look, write, states } = await limited();
    await write('First', 2);
    await write('Free', 0);
    const stored = [
      ['First', 'held'],
      ['Free', 'waiting'],
    ];
    await expect.poll(states).toEqual(stored);
    await outbox.fundsChanged({ credits: 9, premium: true });
    await look();
    expect(states()).toEqual(stored);
    expect(sent).toEqual([]);
    left.credits = 2;
    await look();
    await expect.poll(states).toEqual([]);
    expect(sent).toEqual(['First', 'Free']);
  });

  it('goes out oldest first as far as there is room', async () => {
    const { sent, asked, left, look, write, states } = await limited();
    await write('Two', 2, 'a');
    await write('Three', 3, 'b');
    await write('Three more', 3, 'd');
    await write('One', 1, 'e');
    await write('Free', 0, 'f');
    const held = ['Two', 'Three', 'Three more', 'One'].map((text) => [text, 'held']);
    await expect.poll(states).toEqual(held);
    expect(sent).toEqual(['Free']);
    left.credits = 3;
    await look();
    await expect.poll(states).toEqual([held[1], held[2]]);
    expect(sent).toEqual(['Free', 'Two', 'One']);
    // Each request includes the messages before it. Prices known not to fit are not requested.
    expect(asked).toEqual([2, 5, 3]);
  });
});
