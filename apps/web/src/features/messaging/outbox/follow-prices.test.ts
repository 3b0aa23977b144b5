// @vitest-environment happy-dom
import type { ErrorCode } from '@heartline/contracts';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../client/query.ts';
import { followPrices } from './follow-prices.ts';
import { createOutbox, type Draft } from './outbox.ts';
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

it.each<ErrorCode>(['PRICE_CHANGED', 'NOT_ENOUGH_CREDITS'])(
  'asks nothing more of a gift that is not offered any more (%s), and sends what waited behind it',
  async (code) => {
    let keys = 0;
    const sent: string[] = [];
    const outbox = createOutbox({
      member: 'm',
      store: createMemoryStore(),
      isReachable: () => true,
      send: async ({ kind, text }) => {
        if (kind === 'gift') return { ok: false, refusal: { code, values: { credits: 5 } } };
        sent.push(text);
        return { ok: true, value: {} as never };
      },
      onSent: () => {},
      tell: () => {},
      newKey: () => String((keys += 1)),
      now: () => 0,
    });
    await outbox.lead();
    await outbox.add(gift);
    await outbox.add({ ...gift, kind: 'text', text: 'Behind it' });
    await vi.waitUntil(() => outbox.entries()[0]?.refusal);
    const stop = followPrices(outbox);
    const ask = () => document.dispatchEvent(new Event('visibilitychange'));
    const answer = vi.fn<() => Promise<Response>>();
    vi.stubGlobal('fetch', answer);
    // A question nobody answered says nothing of the gift.
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
