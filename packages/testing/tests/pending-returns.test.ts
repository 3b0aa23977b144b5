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

const pendingReturns = () => a.mongo.connection.collection<{ _id: string; runAt: number }>('owedReturns');
const sweep = ({ core }: CoreInTest) => core.messaging.sweepReturns();

/** Mara wrote three messages to Jonas, whose account was closed then. All returns to her are pending. */
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

describe('pending returns', () => {
  it('are carried out once, by one pass at a time, for any duration', async () => {
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
    // It takes minutes: the worker extends its claim again and again.
    for (let round = 0; round < 6; round += 1) {
      world.later(20_000);
      vi.advanceTimersByTime(20_000);
      const isTaken = async () => ((await pendingReturns().findOne({ _id }))?.runAt ?? 0) > world.clock.now();
      await expect.poll(isTaken).toBe(true);
      await sweep(b);
    }
    expect(byOther).not.toHaveBeenCalled();
    // Messages do not wait for it either.
    expect(await a.core.messaging.sweepMessages(86_400_000)).toMatchObject({ debits: 3 });
    going.resolve();
    await first;
    expect(byOne).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
    world.later(70_000);
    await Promise.all([sweep(a), sweep(b)]);
    expect(await world.returns(mara)).toEqual(Array.from({ length: 3 }, () => 'recipient_suspended'));
    expect(await world.balance(mara)).toBe(5);
    expect(await pendingReturns().countDocuments()).toBe(0);
  });

  it('move behind all others after a database timeout, and are retried', async () => {
    const [[mara, jonas], [nele]] = [await closed(), await closed()];
    const tooSlow = Object.assign(new Error('time limit'), { code: 50 });
    const { returnDebit } = a.core.credits;
    const asked = vi.spyOn(a.core.credits, 'returnDebit').mockImplementation((member, ...of) => {
      return member === mara.id ? Promise.reject(tooSlow) : returnDebit(member, ...of);
    });
    await pendingReturns().updateOne({ _id: `undelivered:${jonas.id}` }, { $set: { runAt: 0 } });
    // The database may be down, so this pass ends.
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
