import { describe, expect, it, vi } from 'vitest';
import { type AddedMember, senderOf } from '../src/index.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

const { house, a, b } = twoCores();
booksAddUp(house);

describe('a refund whose gateway stood still between its wish and the ledger', () => {
  /** Somebody who paid for 25 credits, with the wish to have them refunded. */
  async function buyer() {
    const [mara] = await house.people({});
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
      createdAt: house.clock.now(),
      checkedAt: 0,
      grantedAt: house.clock.now(),
    });
    await a.core.credits.purchase(mara.id, { payment, credits: 25, money });
    return { mara, wish: { payment, turn: 1, credits: 25, cents: 999 } };
  }

  const refundsOf = async ({ id }: AddedMember) =>
    a.mongo.connection.collection('refunds').countDocuments({ member: id });

  it('takes nothing once the wish may have been given up, and can be asked for again', async () => {
    const { mara, wish } = await buyer();
    const { ledger } = a.core.credits;
    const append = ledger.append.bind(ledger);
    const stalled = vi.spyOn(ledger, 'append').mockImplementationOnce(async (...row) => {
      house.later(61_000);
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
    expect(await house.balance(mara)).toBe(25);
    expect((await b.core.payments.getRefund(senderOf(mara))).offers).toHaveLength(1);
  });
});
