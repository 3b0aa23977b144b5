import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { clientIdOf } from '@heartline/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AddedMember, type CoreInTest, senderOf, startTwoCores, type TwoCores } from '../src/index.ts';

/** The two conversations a free member may start: which ones count, and when a place is free again. */
let world: TwoCores;
let a: CoreInTest;
let b: CoreInTest;

beforeAll(async () => {
  world = await startTwoCores();
  ({ a, b } = world);
});
afterAll(() => world?.stop());

const FAKE = { outcome: 'removed_as_fake', reasons: 'Fake.', operator: 'op' } as const;

async function send(from: AddedMember, to: AddedMember, core = a): Promise<string> {
  const input = { clientId: randomUUID(), profile: to.id, text: 'Hello', credits: 1 };
  const sent = await core.core.messaging.sendMessage(senderOf(from), input);
  return sent.ok ? 'OK' : sent.refusal.code;
}

/** The state before writing: whether the message would count, and how many places are left. */
async function before(from: AddedMember, to: AddedMember) {
  const known = await b.core.messaging.getMessagePrice(senderOf(from), { profile: to.id });
  if (!known.ok) throw new Error(known.refusal.code);
  const { starts_conversation: counts, conversations_left: left } = known.value;
  return { counts, left };
}

async function read(by: AddedMember, from: AddedMember): Promise<void> {
  await b.core.messaging.markRead(by.id, a.core.messaging.conversationOf(by.id, from.id), 1);
}

/** A free member who used both places, the two members they wrote to, and two more. */
async function bothTaken() {
  const everybody = await world.people({ credits: 9 }, {}, {}, {}, {});
  const [mara, x, y, z, w] = everybody as [AddedMember, AddedMember, AddedMember, AddedMember, AddedMember];
  expect([await send(mara, x), await send(mara, y), await send(mara, z)]).toEqual([
    'OK',
    'OK',
    'CONVERSATION_LIMIT',
  ]);
  return { mara, x, y, z, w };
}

/** Closes their account and pays back the messages that never reached them. */
async function close(whom: AddedMember): Promise<void> {
  expect(await a.core.accounts.suspend(whom.id)).toBe(true);
  await world.sweep(30_000);
}

async function letIn(whom: AddedMember): Promise<void> {
  expect(await a.core.accounts.restore(whom.id)).toBe(true);
  world.later(10_000);
}

describe('the place of a conversation started with a member who is gone', () => {
  afterEach(async () => {
    await world.settle();
    expect(await world.violations()).toEqual([]);
  });

  it('is freed with the credits, and used again when they write again', async () => {
    const { mara, x, z, w } = await bothTaken();
    await close(x);
    expect(await world.returns(mara)).toEqual(['recipient_suspended']);
    expect(await before(mara, z)).toEqual({ counts: true, left: 1 });
    expect(await send(mara, z)).toBe('OK');
    expect(await send(mara, w)).toBe('CONVERSATION_LIMIT');
    await letIn(x);
    expect(await before(mara, x)).toEqual({ counts: true, left: 0 });
    expect(await send(mara, x, b)).toBe('CONVERSATION_LIMIT');
  });

  it('is used once for any number of new messages, gateways and returns', async () => {
    const { mara, x, z, w } = await bothTaken();
    await close(x);
    await letIn(x);
    const codes = await Promise.all([send(mara, x), send(mara, x, b), send(mara, x), send(mara, x, b)]);
    expect(codes).toEqual(['OK', 'OK', 'OK', 'OK']);
    expect(await before(mara, x)).toEqual({ counts: false, left: 0 });
    // Freed again by two workers at once: it was free before.
    const { entries } = await a.core.credits.getStatement(mara.id, { filter: 'spent' });
    expect(entries).toHaveLength(6);
    const rows = await a.core.credits.ledger.range(mara.id, 1, 100);
    const clientId = rows.find(({ kind }) => kind === 'hold')?.key.slice('hold:'.length) ?? '';
    for (const { core } of [a, b]) {
      expect(await core.credits.returnDebit(mara.id, clientId, 'recipient_suspended')).toBe(false);
    }
    expect(await send(mara, z)).toBe('CONVERSATION_LIMIT');
    // Gone once more, free once more.
    await close(x);
    expect(await before(mara, z)).toEqual({ counts: true, left: 1 });
    expect([await send(mara, z), await send(mara, w)]).toEqual(['OK', 'CONVERSATION_LIMIT']);
  });

  it('is freed when a fake had read the messages', async () => {
    const { mara, x, z } = await bothTaken();
    await read(x, mara);
    const id = await world.reportFake(mara, x);
    expect(await a.core.safety.cases.decide(id, FAKE)).toMatchObject({ ok: true });
    expect(await world.returns(mara)).toEqual(['removed_as_fake']);
    expect(await send(mara, z)).toBe('OK');
  });

  it('is freed for both when both are gone and two workers find it at the same time', async () => {
    const { mara, x, y, z, w } = await bothTaken();
    const sent = (await a.core.credits.ledger.range(mara.id, 1, 9)).filter(({ kind }) => kind === 'hold');
    const missed = new Set(sent.map(clientIdOf));
    const free = (core: CoreInTest, { id }: AddedMember) => {
      const conversation = core.core.messaging.conversationOf(mara.id, id);
      return core.core.credits.freePlace(mara.id, { conversation, reason: 'recipient_suspended', missed });
    };
    await Promise.all([free(a, x), free(b, y)]);
    expect(await before(mara, z)).toEqual({ counts: true, left: 2 });
    expect([await send(mara, z), await send(mara, w), await send(mara, x)]).toEqual([
      'OK',
      'OK',
      'CONVERSATION_LIMIT',
    ]);
  });

  it('stays used when the first message was read, also if a later one comes back', async () => {
    const { mara, x, z } = await bothTaken();
    await read(x, mara);
    expect(await send(mara, x)).toBe('OK');
    await close(x);
    expect(await world.returns(mara)).toEqual(['recipient_suspended']);
    expect(await send(mara, z)).toBe('CONVERSATION_LIMIT');
  });

  it('stays used after unsending, and is freed once the other member is gone', async () => {
    const { mara, x, z, w } = await bothTaken();
    const conversation = a.core.messaging.conversationOf(mara.id, x.id);
    expect((await a.core.messaging.unsendMessage(mara.id, { conversation, seq: 1 })).ok).toBe(true);
    await world.sweep(30_000);
    expect(await world.returns(mara)).toEqual(['unsent']);
    expect(await send(mara, z)).toBe('CONVERSATION_LIMIT');
    await close(x);
    expect(await world.returns(mara)).toEqual(['unsent']);
    const [line] = (await a.core.credits.getStatement(mara.id, {})).entries;
    expect(line).toMatchObject({ kind: 'place', reason: 'recipient_suspended', credits: 0, balance: 8 });
    expect(line).toMatchObject({ profile: { id: x.id }, conversation });
    expect([await send(mara, z), await send(mara, w)]).toEqual(['OK', 'CONVERSATION_LIMIT']);
  });

  it('stays used after a block, and is freed if the blocker turns out to be a fake', async () => {
    const { mara, x, z } = await bothTaken();
    const id = await world.reportFake(mara, x);
    expect((await b.core.safety.blockProfile(x.id, mara.id)).ok).toBe(true);
    expect(await world.returns(mara)).toEqual(['blocked']);
    expect(await send(mara, z)).toBe('CONVERSATION_LIMIT');
    expect(await a.core.safety.cases.decide(id, FAKE)).toMatchObject({ ok: true });
    expect(await world.returns(mara)).toEqual(['blocked']);
    expect(await send(mara, z)).toBe('OK');
  });

  it('is freed after free messages as well, unless one of them arrived', async () => {
    const site = 'nothing-to-pay.example';
    await a.core.site.operate.add(site, undefined);
    await a.core.site.operate.set(site, 'message_credits', '0');
    const everybody = await world.people(...Array.from({ length: 5 }, () => ({ profile: { site } })));
    const [mara, x, y, z, w] = everybody as [AddedMember, AddedMember, AddedMember, AddedMember, AddedMember];
    const write = async (to: AddedMember) => {
      const input = { clientId: randomUUID(), profile: to.id, text: 'Hello', credits: 0 };
      const sent = await a.core.messaging.sendMessage({ member: mara.id, site }, input);
      return sent.ok ? 'OK' : sent.refusal.code;
    };
    expect([await write(x), await write(x), await write(y)]).toEqual(['OK', 'OK', 'OK']);
    await read(y, mara);
    expect(await write(y)).toBe('OK');
    expect(await write(z)).toBe('CONVERSATION_LIMIT');
    await close(y);
    expect(await write(z)).toBe('CONVERSATION_LIMIT');
    await close(x);
    expect(await world.returns(mara)).toEqual([]);
    const file = a.core.credits.statementFile(mara.id, { locale: 'en', zone: 'UTC' });
    // No paid message was pending there, so the statement lists no undelivered one.
    expect((await text(file)).match(/no longer counts as started.*suspended.*/g)).toEqual([
      expect.stringContaining(',The account was suspended,'),
    ]);
    expect([await write(z), await write(w)]).toEqual(['OK', 'CONVERSATION_LIMIT']);
  });

  it('is used by a send in progress, and freed once that send is given up', async () => {
    const { mara, x, z } = await bothTaken();
    expect(await a.core.accounts.suspend(x.id)).toBe(true);
    world.later(11_000);
    await world.hold(mara, x);
    await Promise.all([a, b].map(({ core }) => core.messaging.sweepReturns()));
    expect(await world.returns(mara)).toEqual(['recipient_suspended']);
    expect(await send(mara, z)).toBe('CONVERSATION_LIMIT');
    await world.sweep(70_000);
    expect(await send(mara, z)).toBe('OK');
  });

  it('is freed by the sweep when a crash interrupts it after the credits', async () => {
    const { mara, x, z } = await bothTaken();
    const cut = [a, b].map(({ core }) =>
      vi.spyOn(core.credits, 'freePlace').mockRejectedValue(new Error('cut off')),
    );
    expect(await a.core.accounts.suspend(x.id)).toBe(true);
    await expect(world.sweep(11_000)).rejects.toThrow('cut off');
    for (const one of cut) one.mockRestore();
    expect(await world.returns(mara)).toEqual(['recipient_suspended']);
    expect(await send(mara, z)).toBe('CONVERSATION_LIMIT');
    await world.sweep(31_000);
    expect(await send(mara, z)).toBe('OK');
  });
});

describe('two members who write first to each other through two gateways at once', () => {
  afterEach(async () => {
    vi.restoreAllMocks();
    await world.settle();
    expect(await world.violations()).toEqual([]);
  });

  /** Both take their holds before either continues, so neither sees a message of the other. */
  async function writeAtOnce(mara: AddedMember, jonas: AddedMember): Promise<string[]> {
    const { promise: both, resolve: isBoth } = Promise.withResolvers<void>();
    let holding = 0;
    for (const { core } of [a, b]) {
      const { hold } = core.credits;
      vi.spyOn(core.credits, 'hold').mockImplementationOnce(async (wish) => {
        const held = await hold(wish);
        holding += 1;
        if (holding === 2) isBoth();
        await both;
        return held;
      });
    }
    return Promise.all([send(mara, jonas, a), send(jonas, mara, b)]);
  }

  it('use one place together, that of the sender whose message is stored first', async () => {
    const everybody = await world.people({ credits: 9 }, { credits: 9 }, {}, {}, {});
    const [mara, jonas, x, y, z] = everybody as [
      AddedMember,
      AddedMember,
      AddedMember,
      AddedMember,
      AddedMember,
    ];
    expect(await writeAtOnce(mara, jonas)).toEqual(['OK', 'OK']);
    const conversation = a.core.messaging.conversationOf(mara.id, jonas.id);
    for (const one of [mara, jonas]) {
      expect((await a.core.credits.statusOf(one.id)).started).toEqual([conversation]);
    }
    const rows = (
      await a.mongo.connection.collection('messages').find({ owner: conversation }).toArray()
    ).toSorted((one, other) => one['n'] - other['n']);
    const [first, second] = rows[0]?.['sender'] === mara.id ? [mara, jonas] : [jonas, mara];
    expect(await before(first, x)).toEqual({ counts: true, left: 1 });
    expect(await before(second, x)).toEqual({ counts: true, left: 2 });
    expect([await send(first, x), await send(first, y)]).toEqual(['OK', 'CONVERSATION_LIMIT']);
    expect([await send(second, x), await send(second, y), await send(second, z)]).toEqual([
      'OK',
      'OK',
      'CONVERSATION_LIMIT',
    ]);
    expect(await send(second, first)).toBe('OK');
    expect(await before(second, z)).toEqual({ counts: true, left: 0 });
  });
});

describe('a member who had Premium and got all of it refunded', () => {
  /** Their payments belong to no provider here. All other invariants hold. */
  afterEach(async () => {
    await world.settle();
    const wrong = await world.violations();
    expect(wrong.filter(({ invariant }) => invariant !== 'C5' && invariant !== 'C6')).toEqual([]);
  });

  async function buyAndRefund(mara: AddedMember, meanwhile = async () => {}): Promise<void> {
    const { credits } = a.core;
    const payment = randomUUID();
    await credits.purchase(mara.id, { payment, credits: 25, money: { cents: 900, currency: 'EUR' } });
    expect((await credits.statusOf(mara.id)).premium).toBe(true);
    await meanwhile();
    const [offer] = await b.core.credits.refundOffers(mara.id, { days: 14, zone: 'UTC' });
    if (!offer) throw new Error('nothing can be refunded');
    const wish = { ...offer, period: { days: 14, zone: 'UTC' }, decideBy: Number.MAX_SAFE_INTEGER };
    expect(await b.core.credits.takeRefund(mara.id, wish)).toMatchObject({ kind: 'refund', premium: false });
  }

  it('has used the places used before, for any number of purchases', async () => {
    const { mara, x, y, z } = await bothTaken();
    for (let round = 0; round < 2; round += 1) {
      await buyAndRefund(mara);
      expect(await before(mara, z)).toEqual({ counts: true, left: 0 });
      expect([await send(mara, x), await send(mara, y, b), await send(mara, z)]).toEqual([
        'OK',
        'OK',
        'CONVERSATION_LIMIT',
      ]);
    }
  });

  it('has used the places of Premium time with granted credits, freed when members go', async () => {
    const everybody = await world.people({ credits: 9 }, {}, {}, {});
    const [mara, x, y, z] = everybody as [AddedMember, AddedMember, AddedMember, AddedMember];
    const conversation = (other: AddedMember) => a.core.messaging.conversationOf(mara.id, other.id);
    await buyAndRefund(mara, async () => {
      expect([await send(mara, x), await send(mara, y, b), await send(mara, z)]).toEqual(['OK', 'OK', 'OK']);
    });
    expect((await a.core.credits.statusOf(mara.id)).started).toEqual([x, y, z].map(conversation));
    expect(await before(mara, x)).toEqual({ counts: false, left: 0 });
    await close(x);
    expect((await a.core.credits.statusOf(mara.id)).started).toEqual([y, z].map(conversation));
    await buyAndRefund(mara, () => close(y));
    expect((await a.core.credits.statusOf(mara.id)).started).toEqual([conversation(z)]);
    await letIn(y);
    expect(await before(mara, y)).toEqual({ counts: true, left: 1 });
  });

  it('may start the remaining conversations, once', async () => {
    const everybody = await world.people({ credits: 9 }, {}, {}, {});
    const [mara, x, y, z] = everybody as [AddedMember, AddedMember, AddedMember, AddedMember];
    await buyAndRefund(mara);
    expect(await send(mara, x)).toBe('OK');
    await buyAndRefund(mara);
    expect([await send(mara, y), await send(mara, z)]).toEqual(['OK', 'CONVERSATION_LIMIT']);
  });
});
