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

/** The returns that workers carry out, while no sweep looks at holds. */
async function returned(laterMs: number): Promise<void> {
  world.later(laterMs);
  await Promise.all([a, b].map(({ core }) => core.messaging.sweepReturns()));
}

/** The account is closed, and all returns for it have been carried out. */
async function closed(whom: AddedMember): Promise<void> {
  expect(await b.core.accounts.suspend(whom.id)).toBe(true);
  await returned(11_000);
  await returned(70_000);
  expect(await b.mongo.connection.collection('owedReturns').countDocuments({ member: whom.id })).toBe(0);
}

/** Runs an action with the next send, right before its hold or between hold and message. */
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

describe('a send whose recipient was closed after the checks', () => {
  it.each(['hold', 'message'] as const)(
    'expires without a charge when its gateway stalled before its %s',
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

  it('is given up on its repeat although its credits were held', async () => {
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
    expect(await send(mara, jonas)).toBe('OK');
    const clientId = randomUUID();
    // The database stored the hold, and the answer was lost.
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

  it('is reported as sent on every repeat once its message is stored', async () => {
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

describe('an expired send whose gateway died before the return', () => {
  it.each(['unchanged', 'with another text'] as const)(
    'gets its credits back when it is repeated %s, before any sweep',
    async (how) => {
      const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
      happens('message', () => world.later(25_000));
      vi.spyOn(a.core.credits, 'voidHold').mockRejectedValueOnce(new Error('died'));
      const clientId = randomUUID();
      await expect(send(mara, jonas, clientId)).rejects.toThrow('died');
      expect(await world.balance(mara)).toBe(4);
      const text = how === 'unchanged' ? 'Hello' : 'Good morning';
      expect(await send(mara, jonas, clientId, b, text)).toBe('SEND_EXPIRED');
      expect(await world.balance(mara)).toBe(5);
      expect(await send(mara, jonas, clientId, a, text)).toBe('SEND_EXPIRED');
      expect(await world.balance(mara)).toBe(5);
    },
  );
});

describe('the first message to a closed account, without conversation lists', () => {
  it('is paid back also when the sweep finds it after all other returns', async () => {
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
