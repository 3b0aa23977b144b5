import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AddedMember, type CoreInTest, senderOf } from '../src/index.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

const { world, a, b } = twoCores();
booksAddUp(world);
afterEach(() => {
  vi.restoreAllMocks();
});

async function send(
  from: AddedMember,
  to: AddedMember,
  clientId: string = randomUUID(),
  by: CoreInTest = a,
  text = 'Hello',
) {
  const input = { clientId, profile: to.id, text, credits: 1 };
  const sent = await by.core.messaging.sendMessage(senderOf(from), input);
  return sent.ok ? 'OK' : sent.refusal.code;
}

const messagesBetween = (one: AddedMember, other: AddedMember) =>
  a.mongo.connection
    .collection('messages')
    .countDocuments({ owner: a.core.messaging.conversationOf(one.id, other.id), kind: 'text' });

/** What workers do about what is owed, while no sweep comes by any hold. */
async function returned(laterMs: number): Promise<void> {
  world.later(laterMs);
  await Promise.all([a, b].map(({ core }) => core.messaging.sweepReturns()));
}

/** The account is closed, and all that was owed for it has been paid back. */
async function closed(whom: AddedMember): Promise<void> {
  expect(await b.core.accounts.suspend(whom.id)).toBe(true);
  await returned(11_000);
  await returned(70_000);
  expect(await b.mongo.connection.collection('owedReturns').countDocuments({ member: whom.id })).toBe(0);
}

/** Lets something happen to the next send, right before its hold or between that and its message. */
function happens(step: 'hold' | 'message', what: () => Promise<void> | void): void {
  const { credits } = a.core;
  const hold = credits.hold.bind(credits);
  vi.spyOn(credits, 'hold').mockImplementationOnce(async (wish) => {
    if (step === 'hold') await what();
    const held = await hold(wish);
    if (step === 'message') await what();
    return held;
  });
}

describe('a send whose recipient went after its rules were looked at', () => {
  it.each(['hold', 'message'] as const)(
    'and whose gateway stood still before its %s, expires: nothing is charged for what nobody reads',
    async (step) => {
      const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
      happens(step, () => closed(jonas));
      const clientId = randomUUID();
      expect(await send(mara, jonas, clientId)).toBe('SEND_EXPIRED');
      expect(await send(mara, jonas, `${clientId}.2`)).toBe('RECIPIENT_GONE');
      expect(await messagesBetween(mara, jonas)).toBe(0);
      expect(await world.balance(mara)).toBe(5);
    },
  );

  it('and that comes again with its price held, is given up: what the rules refuse by now is not sent', async () => {
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
    expect(await send(mara, jonas)).toBe('OK');
    const clientId = randomUUID();
    // The engine took the hold, and the answer was lost.
    const ledger = a.mongo.groupCommit('ledger');
    const insert = ledger.insert.bind(ledger);
    vi.spyOn(ledger, 'insert').mockImplementationOnce(async (run) => {
      await insert(run);
      throw new Error('died');
    });
    await expect(send(mara, jonas, clientId)).rejects.toThrow('died');
    expect(await b.core.accounts.suspend(jonas.id)).toBe(true);
    world.later(10_000);
    expect(await send(mara, jonas, clientId)).toBe('SEND_EXPIRED');
    expect(await send(mara, jonas, clientId, b)).toBe('SEND_EXPIRED');
    expect(await send(mara, jonas, `${clientId}.2`)).toBe('RECIPIENT_GONE');
    expect(await messagesBetween(mara, jonas)).toBe(1);
  });

  it('and whose message stands is told as sent, however often it comes and whatever the rules say by now', async () => {
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
    const clientId = randomUUID();
    expect(await send(mara, jonas, clientId)).toBe('OK');
    await closed(jonas);
    world.later(60_000);
    expect(await send(mara, jonas, clientId)).toBe('OK');
    expect(await send(mara, jonas, clientId, b)).toBe('OK');
    expect(await world.balance(mara)).toBe(5);
  });
});

describe('a send that was given up, and whose gateway died before its credits were back', () => {
  it.each(['again', 'with other words'] as const)(
    'has them back once it comes %s, before any sweep',
    async (how) => {
      const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
      happens('message', () => world.later(25_000));
      vi.spyOn(a.core.credits, 'voidHold').mockRejectedValueOnce(new Error('died'));
      const clientId = randomUUID();
      await expect(send(mara, jonas, clientId)).rejects.toThrow('died');
      expect(await world.balance(mara)).toBe(4);
      const text = how === 'again' ? 'Hello' : 'Good morning';
      expect(await send(mara, jonas, clientId, b, text)).toBe('SEND_EXPIRED');
      expect(await world.balance(mara)).toBe(5);
      expect(await send(mara, jonas, clientId, a, text)).toBe('SEND_EXPIRED');
      expect(await world.balance(mara)).toBe(5);
    },
  );
});

describe('the first message to somebody who is gone, whose lists were never opened', () => {
  it('is paid back also where the sweep finds it after all that was owed', async () => {
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
    expect(await send(mara, jonas)).toBe('OK');
    // The gateway died between the message and the lists.
    await a.mongo.connection.collection('inbox').deleteMany({ member: { $in: [mara.id, jonas.id] } });
    await closed(jonas);
    expect(await world.balance(mara)).toBe(4);
    await world.sweep(25_000);
    await world.sweep(25_000);
    expect(await world.returns(mara)).toEqual(['recipient_suspended']);
    expect(await world.balance(mara)).toBe(5);
  });
});
