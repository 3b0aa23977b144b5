import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { type AddedMember, senderOf } from '../src/index.ts';
import { accountsOf, createProviderInTest, payer } from './provider-in-test.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

const provider = createProviderInTest();
const { world, a, b } = twoCores({ payments: accountsOf({ bridge: provider }) });
booksAddUp(world);

describe('a refund whose gateway stalled between its request and the ledger', () => {
  /** A member who paid for 25 credits, with a request to refund them. */
  async function buyer() {
    const [mara] = await world.people({});
    const payment = mara.id;
    const money = { cents: 999, currency: 'EUR' };
    await a.mongo.connection.collection<{ _id: string; [field: string]: unknown }>('payments').insertOne({
      _id: payment,
      member: mara.id,
      priceCents: money.cents,
      currency: money.currency,
      credits: 25,
      state: 'completed',
      providerId: `tr_${payment}`,
      createdAt: world.clock.now(),
      checkedAt: 0,
      grantedAt: world.clock.now(),
    });
    await a.core.credits.purchase(mara.id, { payment, credits: 25, money });
    return { mara, wish: { payment, turn: 1, credits: 25, cents: 999 } };
  }

  const refundsOf = async ({ id }: AddedMember) =>
    a.mongo.connection.collection('refunds').countDocuments({ member: id });

  it('takes nothing once the request may have expired, and can be requested again', async () => {
    const { mara, wish } = await buyer();
    const { ledger } = a.core.credits;
    const append = ledger.append.bind(ledger);
    const stalled = vi.spyOn(ledger, 'append').mockImplementationOnce(async (...row) => {
      world.later(61_000);
      await b.core.payments.reconcilePayments();
      return append(...row);
    });
    // It dies as soon as the ledger has answered.
    const { takeRefund } = a.core.credits;
    const dies = vi.spyOn(a.core.credits, 'takeRefund').mockImplementationOnce(async (...asked) => {
      const row = await takeRefund(...asked);
      if ('code' in row) return row;
      throw new Error('died');
    });
    const answer = await a.core.payments
      .startRefund(senderOf(mara), wish)
      .catch((error: Error) => error.message);
    stalled.mockRestore();
    dies.mockRestore();
    expect(await refundsOf(mara)).toBe(0);
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'UNAVAILABLE' } });
    expect(await world.balance(mara)).toBe(25);
    expect((await b.core.payments.getRefund(senderOf(mara))).offers).toHaveLength(1);
  });
});

describe('a refund that the provider refused', () => {
  it('is not sent again after a crash once its credits were returned', async () => {
    const [mara] = await world.people({ account: { createdAt: world.clock.now() - 86_400_000 } });
    const started = await a.core.payments.startPayment(payer(mara.id), {
      key: randomUUID(),
      package: 'p0',
      method: 'creditcard',
    });
    if (!started.ok) throw new Error(started.refusal.code);
    const { payment } = started.value;
    provider.pay(payment);
    world.later(2_000);
    expect(await a.core.payments.getPayment(mara.id, payment)).toMatchObject({ ok: true });
    const [offer] = (await a.core.payments.getRefund(senderOf(mara))).offers;
    if (!offer) throw new Error('nothing can be refunded');
    const { turn, credits, cents } = offer;
    provider.refundsBecome(() => 'refused');
    const undo = a.core.credits.undoTakenRefund.bind(a.core.credits);
    vi.spyOn(a.core.credits, 'undoTakenRefund').mockImplementationOnce(async (...refund) => {
      await undo(...refund);
      throw new Error('died');
    });
    const asked = a.core.payments.startRefund(senderOf(mara), { payment, turn, credits, cents });
    await expect(asked).rejects.toThrow('died');
    expect(await world.balance(mara)).toBe(25);
    // Now the provider would accept it.
    provider.refundsBecome(() => 'done');
    world.later(60_000);
    await b.core.payments.reconcilePayments();
    expect(provider.paidBack(payment)).toBe(0);
    expect(await world.balance(mara)).toBe(25);
    const { refunds, offers } = await b.core.payments.getRefund(senderOf(mara));
    expect(refunds).toMatchObject([{ state: 'failed' }]);
    expect(offers).toMatchObject([{ payment, turn: 2, credits, cents }]);
  });
});
