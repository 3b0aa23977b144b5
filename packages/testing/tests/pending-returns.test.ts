import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AddedMember, type CoreInTest, senderOf } from '../src/index.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

const { world, a, b } = twoCores();
booksAddUp(world);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const owed = () => a.mongo.connection.collection<{ _id: string; runAt: number }>('owedReturns');
const sweep = ({ core }: CoreInTest) => core.messaging.sweepReturns();

/** Mara wrote three messages to Jonas, who was closed then: all of it is owed to her by now. */
async function closed(): Promise<[AddedMember, AddedMember]> {
  const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
  for (let n = 0; n < 3; n += 1) {
    const input = { clientId: randomUUID(), profile: jonas.id, text: `Hello ${n}`, credits: 1 };
    expect(await a.core.messaging.sendMessage(senderOf(mara), input)).toMatchObject({ ok: true });
  }
  await a.core.accounts.suspend(jonas.id);
  world.later(31_000);
  return [mara, jonas];
}

describe('what is owed', () => {
  it('is carried out by one pass at a time, for as long as it takes, and comes back once', async () => {
    const [mara, jonas] = await closed();
    const _id = `undelivered:${jonas.id}`;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const going = Promise.withResolvers<void>();
    const { returnDebit } = a.core.credits;
    const byOne = vi.spyOn(a.core.credits, 'returnDebit').mockImplementationOnce(async (...of) => {
      await going.promise;
      return returnDebit(...of);
    });
    const byOther = vi.spyOn(b.core.credits, 'returnDebit');
    const first = sweep(a);
    await expect.poll(() => byOne.mock.calls.length).toBe(1);
    await sweep(b);
    expect(byOther).not.toHaveBeenCalled();
    // It takes minutes: whoever is at it says so again and again.
    for (let round = 0; round < 6; round += 1) {
      world.later(20_000);
      vi.advanceTimersByTime(20_000);
      const isTaken = async () => ((await owed().findOne({ _id }))?.runAt ?? 0) > world.clock.now();
      await expect.poll(isTaken).toBe(true);
      await sweep(b);
    }
    expect(byOther).not.toHaveBeenCalled();
    // Nor are messages kept waiting for it.
    expect(await a.core.messaging.sweepMessages(86_400_000)).toMatchObject({ debits: 3 });
    going.resolve();
    await first;
    expect(byOne).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
    world.later(70_000);
    await Promise.all([sweep(a), sweep(b)]);
    expect(await world.returns(mara)).toEqual(Array.from({ length: 3 }, () => 'recipient_suspended'));
    expect(await world.balance(mara)).toBe(5);
    expect(await owed().countDocuments()).toBe(0);
  });

  it('stands behind all others once it takes longer than the engine lets it, and is tried again', async () => {
    const [[mara, jonas], [nele]] = [await closed(), await closed()];
    const tooSlow = Object.assign(new Error('time limit'), { code: 50 });
    const { returnDebit } = a.core.credits;
    const asked = vi.spyOn(a.core.credits, 'returnDebit').mockImplementation((member, ...of) => {
      return member === mara.id ? Promise.reject(tooSlow) : returnDebit(member, ...of);
    });
    await owed().updateOne({ _id: `undelivered:${jonas.id}` }, { $set: { runAt: 0 } });
    // It may as well be the engine that is away: this pass is over.
    await expect(sweep(a)).rejects.toThrow('time limit');
    expect(await world.balance(nele)).toBe(2);
    await sweep(a);
    expect(await world.balance(nele)).toBe(5);
    world.later(60_000);
    asked.mockRestore();
    await sweep(a);
    expect([await world.balance(mara), await world.balance(nele)]).toEqual([5, 5]);
  });
});
