import { randomUUID } from 'node:crypto';
import { createPasswords } from '@heartline/platform';
import { describe, expect, it, vi } from 'vitest';
import { type AddedMember, type CoreInTest, PASSWORD, senderOf } from '../src/index.ts';
import { twoCores } from './two-cores-in-test.ts';

const DAY = 86_400_000;

const { world, a, b } = twoCores();

describe('a return by an operator', () => {
  it('gives nothing for a message that does not exist, and does not send it', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const clientId = randomUUID();
    const conversation = a.core.messaging.conversationOf(mara.id, jonas.id);
    // The gateway died between the hold and the message.
    const held = await world.hold(mara, jonas, { clientId, starts: conversation });
    expect(held).toMatchObject({ kind: 'hold' });
    expect(await b.core.messaging.giveBack(mara.id, clientId, 'operator')).toBe(false);
    await world.sweep(25_000);
    await world.sweep(70_000);
    expect(await world.balance(mara)).toBe(5);
    expect(await world.violations()).toEqual([]);
  });
});

describe('a fake who deleted the account before the decision', () => {
  it.each([13, 15])('pays everything back %i days later', async (days) => {
    const [mara, jonas] = await world.people(
      { credits: 5 },
      { account: { passwordHash: await createPasswords().hash(PASSWORD) } },
    );
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hello', credits: 1 };
    const sent = await a.core.messaging.sendMessage(senderOf(mara), input);
    if (!sent.ok) throw new Error(sent.refusal.code);
    await b.core.messaging.markRead(jonas.id, sent.value.message.conversation, 1);
    const id = await world.reportFake(mara, jonas);
    await world.sweep(25_000);
    expect((await a.core.accounts.deleteAccount(jonas.id, PASSWORD)).ok).toBe(true);
    await world.sweep(70_000);
    await world.sweep(70_000);
    world.later(days * DAY);
    await a.core.accounts.sweepAccounts();
    await world.sweep(70_000);
    expect(await world.balance(mara)).toBe(4);
    const decided = await a.core.safety.cases.decide(id, {
      outcome: 'removed_as_fake',
      reasons: 'Fake.',
      operator: 'op',
    } as never);
    expect(decided).toMatchObject({ ok: true });
    await world.sweep(70_000);
    expect(await world.balance(mara)).toBe(5);
    expect(await world.violations()).toEqual([]);
  });
});

describe('the statement after a refund the provider did not carry out', () => {
  it('adds up to the money that was paid', async () => {
    const [mara] = await world.people({});
    const payment = 'a'.repeat(24);
    await a.core.credits.purchase(mara.id, { payment, credits: 25, money: { cents: 999, currency: 'EUR' } });
    const taken = await a.core.credits.takeRefund(mara.id, {
      payment,
      turn: 1,
      credits: 25,
      cents: 999,
      period: { days: 14, zone: 'UTC' },
      decideBy: world.clock.now() + DAY,
    });
    if ('code' in taken) throw new Error(taken.code);
    await a.core.credits.undoTakenRefund(mara.id, { payment, turn: 1 });
    let text = '';
    for await (const chunk of a.core.credits.statementFile(mara.id, { locale: 'en', zone: 'UTC' }))
      text += String(chunk);
    const rows = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
    expect(rows.map((cells) => Number(cells[4])).reduce((sum, one) => sum + one, 0)).toBe(25);
    expect(rows.map((cells) => Math.round(Number(cells[6]) * 100)).reduce((sum, one) => sum + one, 0)).toBe(
      999,
    );
  });
});

describe('the statement of an undelivered message', () => {
  it.each([
    ['message', 'Message not delivered'],
    ['photo', 'Photo not delivered'],
    ['gift', 'Gift not delivered'],
  ] as const)('calls a %s one', async (reason, what) => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const held = await world.hold(mara, jonas, { credits: 2, reason });
    await world.sweep(25_000);
    const { entries } = await a.core.credits.getStatement(mara.id, { filter: 'returned' });
    expect(entries).toMatchObject([{ kind: 'void', of: { n: held.n, reason } }]);
    let text = '';
    for await (const chunk of a.core.credits.statementFile(mara.id, { locale: 'en', zone: 'UTC' }))
      text += String(chunk);
    const back = text.trim().split('\r\n').at(-1)?.split(',');
    expect([back?.[2], back?.[9]]).toEqual([what, 'Not delivered']);
  });
});

describe('an invisible member', () => {
  it('gets messages of conversation partners, and everybody else is not charged', async () => {
    const [mara, jonas, nele] = await world.people({ credits: 5 }, {}, { credits: 5 });
    if (!nele) throw new Error('nobody else');
    const send = async (from: AddedMember) => {
      const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hi', credits: 1 };
      const sent = await b.core.messaging.sendMessage(senderOf(from), input);
      return sent.ok ? 'OK' : sent.refusal.code;
    };
    expect(await send(mara)).toBe('OK');
    await a.core.profiles.setInvisible(jonas.id, true);
    world.later(10_000);
    expect([await send(mara), await send(nele)]).toEqual(['OK', 'NOT_FOUND']);
    expect([await world.balance(mara), await world.balance(nele)]).toEqual([3, 5]);
    await a.core.profiles.setInvisible(jonas.id, false);
    world.later(10_000);
    expect(await send(nele)).toBe('OK');
  });
});

describe('the check before a payment', () => {
  it('names the time when all limits allow the price, not only the first one', async () => {
    const [mara, jonas] = await world.people({ credits: 20, premium: true }, {});
    const limits = { day: 2, week: null, month: 2 };
    expect(await a.core.credits.limitSpending(mara.id, { limits, pausedUntil: null }, 'UTC')).toBe(true);
    for (let n = 0; n < 2; n += 1) {
      const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hi', credits: 1 };
      expect((await a.core.messaging.sendMessage(senderOf(mara), input)).ok).toBe(true);
    }
    const known = await a.core.messaging.getMessagePrice(senderOf(mara), { profile: jonas.id });
    if (!known.ok || !known.value.limit) throw new Error('not limited');
    const until = new Date(known.value.limit.until);
    // The monthly limit is reached and named: the next month begins on its first day.
    expect(until.getUTCDate()).toBe(1);
    expect(known.value.limit).toMatchObject({ credits: 2, period: 'month' });
  });

  it('reports that a gift exceeds a limit which the next message does not', async () => {
    const [mara, jonas] = await world.people({ credits: 20, premium: true }, {});
    const limits = { day: 3, week: null, month: null };
    expect(await a.core.credits.limitSpending(mara.id, { limits, pausedUntil: null }, 'UTC')).toBe(true);
    const limitAt = async (credits?: number) => {
      const known = await a.core.messaging.getMessagePrice(senderOf(mara), { profile: jonas.id, credits });
      return known.ok && known.value.limit?.credits;
    };
    expect([await limitAt(), await limitAt(3), await limitAt(4)]).toEqual([undefined, undefined, 3]);
  });
});

describe('a limit used up while spending is paused', () => {
  it('is reported before paying, and applies once the pause ends', async () => {
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
    const send = async () => {
      const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hi', credits: 1 };
      const sent = await a.core.messaging.sendMessage(senderOf(mara), input);
      return sent.ok ? 'OK' : sent.refusal.code;
    };
    const limits = { day: null, week: null, month: 1 };
    expect(await a.core.credits.limitSpending(mara.id, { limits }, 'UTC')).toBe(true);
    expect(await send()).toBe('OK');
    const pausedUntil = world.clock.now() + 60_000;
    expect(await a.core.credits.limitSpending(mara.id, { pausedUntil }, 'UTC')).toBe(true);
    const known = await a.core.messaging.getMessagePrice(senderOf(mara), { profile: jonas.id });
    expect(known).toMatchObject({ value: { pausedUntil, limit: { credits: 1 } } });
    const { limit } = known.ok ? known.value : {};
    expect(new Date(limit?.until ?? 0).getUTCDate()).toBe(1);
    expect(await send()).toBe('SPENDING_PAUSED');
    world.later(61_000);
    expect(await send()).toBe('SPENDING_LIMIT');
  });
});

describe('a pause that ends sooner than it was set', () => {
  it('is reported as over before paying when a message is accepted again', async () => {
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
    const now = world.clock.now();
    for (const pausedUntil of [now + 30 * DAY, null])
      expect(await a.core.credits.limitSpending(mara.id, { pausedUntil }, 'UTC')).toBe(true);
    const known = await a.core.messaging.getMessagePrice(senderOf(mara), { profile: jonas.id });
    if (!known.ok) throw new Error(known.refusal.code);
    expect(known.value.pausedUntil).toBeLessThan(now + DAY + 60_000);
    const send = async () => {
      const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hi', credits: 1 };
      const sent = await a.core.messaging.sendMessage(senderOf(mara), input);
      return sent.ok ? 'OK' : sent.refusal.code;
    };
    expect(await send()).toBe('SPENDING_PAUSED');
    world.later(DAY);
    expect(await send()).toBe('OK');
  });
});

describe('the statement of a message in progress', () => {
  it('shows held credits until they are spent or returned', async () => {
    const [mara, jonas] = await world.people({ credits: 9 }, {});
    const said = async () => {
      const { held, credits, entries } = await a.core.credits.getStatement(mara.id);
      return {
        held,
        credits,
        states: entries.filter(({ kind }) => kind === 'hold').map(({ state }) => state),
      };
    };
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hi', credits: 1 };
    expect((await a.core.messaging.sendMessage(senderOf(mara), input)).ok).toBe(true);
    await world.sweep(25_000);
    expect(await said()).toEqual({ held: 0, credits: 8, states: ['spent'] });
    await world.hold(mara, jonas, { credits: 2 });
    expect(await said()).toEqual({ held: 2, credits: 6, states: ['held', 'spent'] });
    await world.sweep(25_000);
    expect(await said()).toEqual({ held: 0, credits: 8, states: ['returned', 'spent'] });
  });

  it('shows held credits also behind hundreds of later rows', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    await world.hold(mara, jonas, { credits: 2 });
    const held = async () => (await a.core.credits.getStatement(mara.id)).held;
    const gift = { credits: 1, reason: 'gift' };
    await Promise.all(
      Array.from({ length: 410 }, (_, n) => a.core.credits.grant(mara.id, { key: `gift-${n}`, ...gift })),
    );
    expect(await held()).toBe(2);
    await world.sweep(25_000);
    expect(await held()).toBe(0);
  });
});

describe('a refund offered while another pack was there', () => {
  it('asks again when Premium would end with it, unless the offer said so', async () => {
    const [mara] = await world.people({});
    const { credits } = a.core;
    for (const payment of ['one', 'two']) {
      const bought = { credits: 25, money: { cents: 900, currency: 'EUR' } };
      await credits.purchase(mara.id, { ...bought, payment: `${mara.id}-${payment}` });
    }
    const offers = await credits.refundOffers(mara.id, { days: 14, zone: 'UTC' });
    expect(offers.map(({ endsPremium }) => endsPremium)).toEqual([false, false]);
    const asked = { period: { days: 14, zone: 'UTC' }, decideBy: Number.MAX_SAFE_INTEGER };
    const [one, two] = offers.map((offer) => ({ ...offer, ...asked }));
    if (!one || !two) throw new Error('nothing can be refunded');
    expect(await credits.takeRefund(mara.id, one)).toMatchObject({ kind: 'refund', premium: true });
    expect(await credits.takeRefund(mara.id, two)).toEqual({ code: 'REFUND_CHANGED' });
    const notified = { ...two, endsPremium: true };
    expect(await credits.takeRefund(mara.id, notified)).toMatchObject({ kind: 'refund', premium: false });
    // The refund was decided: a repeat gets that answer, whatever the offer said.
    expect(await credits.takeRefund(mara.id, two)).toMatchObject({ kind: 'refund', premium: false });
  });
});

describe('a return line of the statement', () => {
  it('names the line it belongs to, for every kind and across pages', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const { credits, messaging } = a.core;
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hi', credits: 1 };
    expect((await messaging.sendMessage(senderOf(mara), input)).ok).toBe(true);
    await world.hold(mara, jonas);
    const payment = randomUUID();
    await credits.purchase(mara.id, { payment, credits: 25, money: { cents: 900, currency: 'EUR' } });
    const [offer] = await credits.refundOffers(mara.id, { days: 14, zone: 'UTC' });
    if (!offer) throw new Error('nothing can be refunded');
    const wish = { ...offer, period: { days: 14, zone: 'UTC' }, decideBy: Number.MAX_SAFE_INTEGER };
    expect(await credits.takeRefund(mara.id, wish)).toMatchObject({ kind: 'refund' });
    for (let n = 0; n < 30; n += 1) {
      await credits.grant(mara.id, { key: `gift-${n}`, credits: 1, reason: 'gift' });
    }
    const conversation = messaging.conversationOf(mara.id, jonas.id);
    await messaging.unsendMessage(mara.id, { conversation, seq: 1 });
    await world.sweep(25_000);
    await credits.undoTakenRefund(mara.id, { payment, turn: offer.turn });
    const { entries } = await credits.getStatement(mara.id);
    const before = await credits.ledger.range(mara.id, 1, 5);
    const lineOf = (kind: string) =>
      before.filter((row) => row.kind === kind).map(({ n, at, reason }) => ({ n, at, reason }));
    const [sent, lost] = lineOf('hold');
    const named = entries.flatMap(({ kind, reason, of }) => (of ? [[kind, reason, of]] : []));
    expect(named).toHaveLength(3);
    expect(named).toEqual(
      expect.arrayContaining([
        ['return', 'unsent', sent],
        ['void', 'not_delivered', lost],
        ['return', 'refund_failed', lineOf('refund')[0]],
      ]),
    );
    expect(entries.filter(({ kind }) => kind === 'grant').every(({ of }) => of === null)).toBe(true);
  });
});

describe('a self-imposed limit', () => {
  it('does not count returned credits that were spent before it was set', async () => {
    const [mara, jonas] = await world.people({ credits: 20, premium: true }, {});
    const send = () =>
      a.core.messaging.sendMessage(senderOf(mara), {
        clientId: randomUUID(),
        profile: jonas.id,
        text: 'Hi',
        credits: 1,
      });
    const first = await send();
    if (!first.ok) throw new Error(first.refusal.code);
    const { conversation, seq } = first.value.message;
    expect((await send()).ok).toBe(true);
    expect(await a.core.messaging.unsendMessage(mara.id, { conversation, seq })).toMatchObject({ ok: true });
    const limits = { day: null, week: null, month: 2 };
    expect(await a.core.credits.limitSpending(mara.id, { limits, pausedUntil: null }, 'UTC')).toBe(true);
    expect((await a.core.credits.getSpending(mara.id, 'UTC')).spent.month).toEqual({
      credits: 1,
      money: [{ currency: 'EUR', cents: expect.any(Number) }],
    });
    expect((await send()).ok).toBe(true);
    expect(await send()).toMatchObject({
      refusal: { code: 'SPENDING_LIMIT', values: { limit: 2, period: 'month' } },
    });
  });

  it('counts what is spent while it is changed', async () => {
    const [mara, jonas] = await world.people({ credits: 20, premium: true }, {});
    const send = async (core: CoreInTest) => {
      const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hi', credits: 1 };
      const sent = await core.core.messaging.sendMessage(senderOf(mara), input);
      return sent.ok ? 'OK' : sent.refusal.code;
    };
    const limit = (month: number) =>
      a.core.credits.limitSpending(
        mara.id,
        { limits: { day: null, week: null, month }, pausedUntil: null },
        'UTC',
      );
    expect(await limit(5)).toBe(true);
    const { ledger } = a.core.credits;
    const freshTail = ledger.freshTail.bind(ledger);
    const slow = vi.spyOn(ledger, 'freshTail').mockImplementationOnce(async (owner) => {
      const tail = await freshTail(owner);
      expect(await send(b)).toBe('OK');
      return tail;
    });
    expect(await limit(2)).toBe(true);
    slow.mockRestore();
    expect([await send(a), await send(a)]).toEqual(['OK', 'SPENDING_LIMIT']);
  });
});

describe('a price counted for the next day by a gateway whose clock is ahead', () => {
  it.each(['voidHold', 'returnDebit'] as const)(
    'is removed from that day’s count once it is returned (%s)',
    async (way) => {
      const [mara, jonas] = await world.people({ credits: 20, premium: true }, {});
      const limits = { day: 2, week: null, month: null };
      expect(await a.core.credits.limitSpending(mara.id, { limits }, 'UTC')).toBe(true);
      const midnight = Math.ceil(world.clock.now() / DAY) * DAY;
      const hold = (by: CoreInTest, at: number) => world.hold(mara, jonas, { at }, by);
      await hold(b, midnight + 1_000);
      const held = await hold(a, midnight - 1_000);
      await expect(hold(b, midnight + 2_000)).rejects.toThrow('SPENDING_LIMIT');
      if (way === 'voidHold') await a.core.credits.voidHold(held, 'not_delivered');
      else await a.core.credits.returnDebit(mara.id, held.key.slice('hold:'.length), 'unsent');
      world.later(midnight + 3_000 - world.clock.now());
      expect((await b.core.credits.getSpending(mara.id, 'UTC')).spent.day.credits).toBe(1);
      expect(await hold(b, midnight + 3_000)).toMatchObject({ kind: 'hold' });
    },
  );
});
