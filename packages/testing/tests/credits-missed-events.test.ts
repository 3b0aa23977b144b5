import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AddedMember } from '../src/index.ts';
import { twoCores } from './two-cores-in-test.ts';

const { world, a } = twoCores();

/** The number of the member's latest event. */
const notified = async ({ id }: AddedMember) => (await a.core.credits.getStatement(id)).version.n;

/**
 * The ledger row exists, but its writer died before it published the event. The next process that finds the row
 * publishes it.
 */
describe('events of credit movements whose writer died', () => {
  it('are published by the sweep for a void that was decided and not yet returned', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const clientId = randomUUID();
    await world.hold(mara, jonas, { clientId });
    await a.mongo.connection
      .collection<{ _id: string; outcome: string; at: number }>('settlements')
      .insertOne({ _id: `${mara.id}:${clientId}`, outcome: 'void', at: world.clock.now() });
    const before = await notified(mara);
    world.later(25_000);
    await a.core.messaging.sweepMessages(60_000);
    expect(await world.balance(mara)).toBe(5);
    expect(await notified(mara)).toBe(before + 1);
  });

  it('are published by the sweep for a void that was returned', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const held = await world.hold(mara, jonas);
    await a.core.credits.voidHold(held, 'not_delivered');
    const before = await notified(mara);
    world.later(25_000);
    await a.core.messaging.sweepMessages(60_000);
    expect(await world.balance(mara)).toBe(5);
    expect(await notified(mara)).toBe(before + 1);
  });

  it('are skipped by the sweep for a message in a conversation closed since', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hello', credits: 1 };
    const sent = await a.core.messaging.sendMessage({ member: mara.id, site: 'default' }, input);
    if (!sent.ok) throw new Error(sent.refusal.code);
    await a.core.messaging.flush();
    // It arrived, so it stays paid.
    const { conversation, seq } = sent.value.message;
    await a.core.messaging.markReceived(jonas.id, conversation, seq);
    await a.core.safety.blockProfile(jonas.id, mara.id);
    const before = await Promise.all([notified(mara), notified(jonas)]);
    world.later(25_000);
    expect(await a.core.messaging.sweepMessages(60_000)).toMatchObject({ debits: 1 });
    expect(await Promise.all([notified(mara), notified(jonas)])).toEqual(before);
    expect(await world.balance(mara)).toBe(4);
  });

  it('are published by the next return of a message, which returns it once', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hello', credits: 1 };
    const sent = await a.core.messaging.sendMessage({ member: mara.id, site: 'default' }, input);
    expect(sent.ok).toBe(true);
    await a.core.messaging.flush();
    const giveBack = () => a.core.credits.returnDebit(mara.id, input.clientId, 'unsent');
    expect(await giveBack()).toBe(true);
    const before = await notified(mara);
    expect(await giveBack()).toBe(false);
    expect(await notified(mara)).toBe(before + 1);
    expect(await world.balance(mara)).toBe(5);
  });

  it('are published by the next purchase or grant under the key, which grants once', async () => {
    const [mara] = await world.people({ credits: 5 });
    const bought = { payment: 'a'.repeat(24), credits: 25, money: { cents: 999, currency: 'EUR' } };
    for (const give of [
      () => a.core.credits.grant(mara.id, { key: 'gift', credits: 2, reason: 'gift' }),
      () => a.core.credits.purchase(mara.id, bought),
    ]) {
      await give();
      const before = await notified(mara);
      await give();
      expect(await notified(mara)).toBe(before + 1);
    }
    expect(await world.balance(mara)).toBe(32);
  });

  it('are published by the repeated operator command, which grants once', async () => {
    const [mara] = await world.people({ credits: 5 });
    const wish = { key: randomUUID(), credits: 3, reason: 'operator' };
    await a.core.credits.adjust(mara.id, wish);
    const before = await notified(mara);
    await a.core.credits.adjust(mara.id, wish);
    expect(await notified(mara)).toBe(before + 1);
    expect(await world.balance(mara)).toBe(8);
  });

  it('are published by the next undo of a failed refund, which undoes it once', async () => {
    const [mara] = await world.people({ credits: 25, premium: true });
    const [offer] = await a.core.credits.refundOffers(mara.id, { days: 14, zone: 'UTC' });
    if (!offer) throw new Error('nothing is refunded');
    const wish = { ...offer, period: { days: 14, zone: 'UTC' }, decideBy: world.clock.now() + 30_000 };
    expect(await a.core.credits.takeRefund(mara.id, wish)).toMatchObject({ purchased: -25 });
    await a.core.credits.undoTakenRefund(mara.id, offer);
    const before = await notified(mara);
    await a.core.credits.undoTakenRefund(mara.id, offer);
    expect(await notified(mara)).toBe(before + 1);
    expect(await world.balance(mara)).toBe(25);
  });
});
