import { randomUUID } from 'node:crypto';
import {
  getRefund,
  getUser,
  type PackageId,
  postMessage,
  type RefundOffer,
  startPayment,
  startRefund,
} from '@heartline/contracts';
import { type Person, until, type WorldWithStubs } from '@heartline/testing';
import { providerIdOf } from './provider-in-test.ts';

const DAY = 86_400_000;

/** Purchases, spending and refunds of members in a world, and the amounts that the provider paid back. */
export function createPurchases(world: WorldWithStubs) {
  const core = () => world.gateways[0].core;

  /** Buys one pack and waits for its credits. */
  /** `how` is what the payer does on the provider’s page. */
  async function buy(who: Person, pack: PackageId, how: 'pay' | 'abroad' = 'pay') {
    const { payment, redirect } = await who.http.call(startPayment, {
      key: randomUUID(),
      package: pack,
      method: 'creditcard',
    });
    const providerId = providerIdOf(redirect);
    world.stubs.payments.act(providerId, how);
    const granted = async () =>
      (await core().credits.ledger.find(who.id, `payment:${payment}`)) !== undefined;
    await until(granted, (done) => done);
    return { payment, providerId };
  }

  /** A member who bought packs, and the payments at the provider. */
  async function buyer(packs: PackageId[] = ['p0'], bonus = 0) {
    const [who, other] = await world.people({ account: { createdAt: world.clock.now() - DAY } }, {});
    if (bonus > 0) await core().credits.grant(who.id, { key: 'signup', credits: bonus, reason: 'signup' });
    const payments: { payment: string; providerId: string }[] = [];
    for (const pack of packs) payments.push(await buy(who, pack));
    await until(
      () => who.http.call(getUser, {}),
      ({ user }) => user.paid_user,
    );
    return { who, other, payments };
  }

  const offersOf = async (who: Person) => (await who.http.call(getRefund, {})).offers;
  const ask = (who: Person, { payment, turn, credits, cents }: RefundOffer) =>
    who.http.call(startRefund, { payment, turn, credits, cents });
  const spend = (who: Person, other: Person) =>
    who.http.call(postMessage, { clientId: randomUUID(), profile: other.id, text: 'Hi', credits: 1 });
  const paidBack = (providerId: string) =>
    (world.stubs.payments.find(providerId)?.refunds ?? [])
      .filter(({ state }) => state === 'done')
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const settled = (who: Person, state: 'completed' | 'failed' | 'bounced', turn = 1) =>
    until(
      async () => (await who.http.call(getRefund, {})).refunds.find((one) => one.turn === turn)?.state,
      (now) => now === state,
    );
  return { buy, buyer, offersOf, ask, spend, paidBack, settled };
}
