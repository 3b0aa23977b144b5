import { ProviderUnavailable } from '@heartline/platform';
import { senderOf } from '@heartline/testing';
import { describe, expect, it, vi } from 'vitest';

import { createDisputes } from './disputes-in-test.ts';
import { accountsOf, createProviderInTest } from './provider-in-test.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

const DAY = 86_400_000;

const provider = createProviderInTest();
const cores = twoCores({ payments: accountsOf({ bridge: provider }) });
const { world, a, b } = cores;
booksAddUp(world);
const stage = createDisputes({ ...cores, provider });
const { buy, says, look, spend, stands, buyer, disputesOf, receiptsOf, linesOf } = stage;

describe('money that a bank takes back', () => {
  it('takes the credits of its payment once, whatever is repeated [C11]', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    expect(await stands(who)).toBe('25 debt 0 premium');
    provider.dispute(payment, { id: `dp_${payment}`, state: 'taken', at: world.clock.now() });
    await Promise.all([look(payment), b.core.payments.followDisputes(), a.core.payments.reconcileDay()]);
    for (let time = 0; time < 5; time += 1) await look(payment);
    expect(await stands(who)).toBe('0 debt 0');
    expect(await disputesOf(payment)).toMatchObject([
      { state: 'taken', ledger: 'done', credits: 25, debt: 0, lossCents: 0, reason: 'fraudulent' },
    ]);
    expect(await linesOf(who)).toEqual(['chargeback dispute -25 0', 'purchase purchase 25 0']);
    expect(await receiptsOf(payment)).toEqual(['payment 999', 'dispute -999']);
  });

  it('makes a debt of spent credits, which stops messages until a purchase repays it', async () => {
    const [who, other] = await buyer();
    const payment = await buy(who);
    await spend(who, other, 10);
    await says(payment, 'taken');
    expect(await stands(who)).toBe('0 debt 10');
    const message = { clientId: 'x', profile: other.id, text: 'Hi', credits: 1 };
    expect(await a.core.messaging.sendMessage(senderOf(who), message)).toMatchObject({
      refusal: { code: 'NOT_ENOUGH_CREDITS' },
    });
    expect(await a.core.credits.getStatement(who.id)).toMatchObject({ credits: 0, debt: 10 });
    await buy(who);
    expect(await stands(who)).toBe('15 debt 0 premium');
    expect((await linesOf(who)).slice(0, 2)).toEqual([
      'purchase purchase 15 -10',
      'chargeback dispute -15 10',
    ]);
    // Free credits are never owed.
    await a.core.credits.grant(who.id, { key: 'gift', credits: 3, reason: 'signup' });
    expect(await stands(who)).toBe('18 debt 0 premium');
  });

  it('gives everything back when the dispute is won, also after its debt was repaid', async () => {
    const [who, other] = await buyer();
    const payment = await buy(who);
    await spend(who, other, 10);
    await says(payment, 'taken');
    await buy(who);
    await says(payment, 'given-back');
    await look(payment);
    expect(await stands(who)).toBe('40 debt 0 premium');
    expect(await disputesOf(payment)).toMatchObject([
      { state: 'given-back', ledger: 'back-done', credits: 0 },
    ]);
    expect((await linesOf(who))[0]).toBe('return dispute_won 25 0');
    expect(await receiptsOf(payment)).toEqual(['payment 999', 'dispute -999', 'dispute-won 999']);
    const { offers } = await a.core.payments.getRefund(senderOf(who));
    expect(offers.map(({ credits, cents }) => [credits, cents])).toEqual([
      [15, 599],
      [25, 999],
    ]);
  });

  it('takes them again when a won dispute is lost in the end', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    for (const state of ['taken', 'given-back', 'lost', 'lost'] as const) await says(payment, state);
    expect(await stands(who)).toBe('0 debt 0');
    expect(await linesOf(who)).toEqual([
      'chargeback dispute -25 0',
      'return dispute_won 25 0',
      'chargeback dispute -25 0',
      'purchase purchase 25 0',
    ]);
    await says(payment, 'given-back');
    expect(await stands(who)).toBe('25 debt 0 premium');
  });

  it('moves nothing for an inquiry', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    for (const state of ['inquiry', 'closed'] as const) {
      await says(payment, state);
      expect(await stands(who)).toBe('25 debt 0 premium');
    }
    expect(await linesOf(who)).toHaveLength(1);
    await says(payment, 'taken');
    expect(await stands(who)).toBe('0 debt 0');
  });

  it('takes a share for a part, and all for more than the price', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await says(payment, 'taken', { cents: 499 });
    expect(await stands(who)).toBe('12 debt 0 premium');
    await says(payment, 'taken', { id: `dp_two_${payment}`, cents: 1 });
    expect(await stands(who)).toBe('11 debt 0');
    await says(payment, 'taken', { id: `dp_three_${payment}`, cents: 2_000 });
    expect(await stands(who)).toBe('0 debt 0');
    expect((await receiptsOf(payment)).slice(1)).toEqual(['dispute -499', 'dispute -1', 'dispute -499']);
    const found = await disputesOf(payment);
    expect(found.map(({ lossCents }) => lossCents).toSorted((x, y) => x - y)).toEqual([0, 0, 1_501]);
  });

  it('takes two disputes of one payment back in any order', async () => {
    const [who, other] = await buyer();
    const payment = await buy(who);
    await spend(who, other, 20);
    const second = { id: `dp_two_${payment}`, cents: 599 };
    await says(payment, 'taken', { cents: 400 });
    await says(payment, 'taken', second);
    expect(await stands(who)).toBe('0 debt 20');
    await says(payment, 'given-back', { cents: 400 });
    expect(await stands(who)).toBe('0 debt 9');
    await says(payment, 'given-back', second);
    expect(await stands(who)).toBe('5 debt 0 premium');
  });

  it('keeps Premium while another purchase is kept', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await buy(who);
    await says(payment, 'taken');
    expect(await stands(who)).toBe('25 debt 0 premium');
  });

  it('takes nothing of a refunded payment, and notes the loss', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    const [offer] = (await a.core.payments.getRefund(senderOf(who))).offers;
    await a.core.payments.startRefund(senderOf(who), offer!);
    expect(provider.paidBack(payment)).toBe(999);
    await says(payment, 'lost');
    expect(await stands(who)).toBe('0 debt 0');
    expect(await disputesOf(payment)).toMatchObject([{ credits: 0, debt: 0, lossCents: 999 }]);
    expect(await receiptsOf(payment)).toEqual(['payment 999', 'refund -999']);
  });

  it('takes what a refund left', async () => {
    const [who, other] = await buyer();
    const payment = await buy(who);
    await spend(who, other, 10);
    const [offer] = (await a.core.payments.getRefund(senderOf(who))).offers;
    await a.core.payments.startRefund(senderOf(who), offer!);
    await says(payment, 'taken');
    expect(await stands(who)).toBe('0 debt 10');
    expect(await disputesOf(payment)).toMatchObject([{ credits: 10, debt: 10, lossCents: 599 }]);
    expect(await receiptsOf(payment)).toEqual(['payment 999', 'refund -599', 'dispute -400']);
  });

  it('leaves nothing to refund, and ends a refund that waits', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    provider.dispute(payment, { id: `dp_${payment}`, state: 'inquiry', at: world.clock.now() });
    const [offer] = (await a.core.payments.getRefund(senderOf(who))).offers;
    await a.core.payments.startRefund(senderOf(who), offer!);
    const refunds = async () => (await a.core.payments.getRefund(senderOf(who))).refunds;
    expect(await refunds()).toMatchObject([{ state: 'pending', waits: 'dispute' }]);
    await says(payment, 'lost');
    world.later(60_000);
    await a.core.payments.reconcilePayments();
    expect(await refunds()).toMatchObject([{ state: 'completed' }]);
    expect(provider.paidBack(payment)).toBe(0);
    expect(await stands(who)).toBe('0 debt 0');
    expect(await disputesOf(payment)).toMatchObject([{ credits: 0, lossCents: 0 }]);
  });

  it('lets an operator pay a disputed refund by hand, after a last question', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    provider.dispute(payment, { id: `dp_${payment}`, state: 'inquiry', at: world.clock.now() });
    const [offer] = (await a.core.payments.getRefund(senderOf(who))).offers;
    await a.core.payments.startRefund(senderOf(who), offer!);
    const away = vi.spyOn(provider, 'look').mockRejectedValueOnce(new ProviderUnavailable('away'));
    const byHand = () => a.core.payments.handleRefund(`${payment}:1`, 'paid');
    expect(await byHand()).toMatchObject({ problem: expect.stringContaining('does not answer') });
    away.mockRestore();
    expect(await byHand()).toMatchObject({ done: { state: 'completed' } });
    provider.dispute(payment, { id: `dp_${payment}`, state: 'closed' });
    world.later(61_000);
    await a.core.payments.reconcilePayments();
    expect(provider.paidBack(payment)).toBe(0);
    const second = await buy(who);
    provider.dispute(second, { id: `dp_${second}`, state: 'inquiry', at: world.clock.now() });
    const [again] = (await a.core.payments.getRefund(senderOf(who))).offers;
    await a.core.payments.startRefund(senderOf(who), again!);
    provider.dispute(second, { id: `dp_${second}`, state: 'closed' });
    // The provider pays it by now: an operator must not.
    await a.core.payments.handleRefund(`${second}:1`, 'paid');
    expect(provider.paidBack(second)).toBe(999);
  });

  it('takes all credits of a payment with a code, for the price that was paid', async () => {
    await a.core.payments.addCodes(
      'default',
      JSON.stringify([{ code: 'TAKEN20', percent: 20, until: '2099-01-01T00:00:00Z' }]),
    );
    const [who] = await buyer();
    const payment = await buy(who, 'p1', 'TAKEN20');
    await says(payment, 'taken');
    expect(await stands(who)).toBe('0 debt 0');
    const [, note] = await receiptsOf(payment);
    expect(note).toBe('dispute -1599');
  });

  it('is found later where its account was away', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await a.core.payments.followDisputes();
    provider.dispute(payment, { id: `dp_${payment}`, state: 'taken', at: world.clock.now() });
    const away = vi.spyOn(provider, 'disputedSince').mockRejectedValue(new ProviderUnavailable('away'));
    world.later(3 * DAY);
    expect(await a.core.payments.followDisputes()).toBe(0);
    away.mockRestore();
    await a.core.payments.followDisputes();
    expect(await stands(who)).toBe('0 debt 0');
  });

  it('believes the later of two questions whose answers are stored in the wrong order', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await says(payment, 'taken');
    const ask = provider.look;
    const late = await ask(await providerIdOf(payment));
    const stale = vi.spyOn(provider, 'look').mockImplementationOnce(async (id) => {
      // While this question is under way, the dispute is won, and another question says so.
      stale.mockRestore();
      world.later(1_000);
      await says(payment, 'given-back');
      return id === late?.id ? late : ask(id);
    });
    await look(payment);
    expect(await stands(who)).toBe('25 debt 0 premium');
    world.later(61_000);
    await a.core.payments.reconcilePayments();
    expect(await stands(who)).toBe('25 debt 0 premium');
  });
});

async function providerIdOf(payment: string): Promise<string> {
  const [row] = await stage.rows<{ providerId: string }>('payments', { _id: payment });
  return row!.providerId;
}

describe('a direct debit on trust that comes back', () => {
  it('gives credits at once, which count as paid once the money comes', async () => {
    const [who] = await buyer();
    const payment = await stage.promise(who);
    expect(await stands(who)).toBe('25 debt 0 premium');
    const settlement = async () => {
      const shown = await a.core.payments.getPayment(who.id, payment);
      return shown.ok && [shown.value.payment.state, shown.value.payment.settlement].join(' ');
    };
    expect(await settlement()).toBe('completed promised');
    world.later(8 * DAY);
    await a.core.payments.reconcilePayments();
    expect(await settlement()).toBe('completed promised');
    provider.pay(payment);
    world.later(2 * DAY);
    await a.core.payments.reconcilePayments();
    expect(await settlement()).toBe('completed paid');
    expect(await disputesOf(payment)).toEqual([]);
  });

  it.each([
    [3, 'AM04'],
    [55, 'AC04'],
  ])('takes the credits once when it returns on day %i with %s', async (day, reason) => {
    const [who, other] = await buyer();
    const payment = await stage.promise(who);
    await spend(who, other, 10);
    world.later(day * DAY);
    provider.returnDebit(payment, reason);
    for (let time = 0; time < 3; time += 1) await a.core.payments.reconcilePayments();
    expect(await stands(who)).toBe('0 debt 10');
    expect(await disputesOf(payment)).toMatchObject([{ state: 'lost', reason, credits: 25, debt: 10 }]);
    expect((await linesOf(who))[0]).toBe('chargeback debit_returned -15 10');
    const shown = await a.core.payments.getPayment(who.id, payment);
    expect(shown).toMatchObject({ value: { payment: { state: 'completed', settlement: 'returned' } } });
  });

  it('gives the credits back when the money comes after all', async () => {
    const [who] = await buyer();
    const payment = await stage.promise(who);
    provider.returnDebit(payment, 'AM04');
    await look(payment);
    expect(await stands(who)).toBe('0 debt 0');
    vi.spyOn(provider, 'look').mockImplementationOnce(async () => ({
      ...(await provider.look(await providerIdOf(payment)))!,
      state: 'paid',
      receivedCents: 999,
      failure: null,
    }));
    await look(payment);
    expect(await stands(who)).toBe('25 debt 0 premium');
    expect((await linesOf(who))[0]).toBe('return debit_paid 25 0');
  });

  it('is one debt when its bank disputes it first and returns it then', async () => {
    const [who, other] = await buyer();
    const payment = await stage.promise(who);
    await spend(who, other, 5);
    await says(payment, 'taken', { reason: 'MD06' });
    expect(await stands(who)).toBe('0 debt 5');
    provider.returnDebit(payment, 'MD06');
    await look(payment);
    expect(await stands(who)).toBe('0 debt 5');
    expect(await disputesOf(payment)).toHaveLength(1);
  });

  it('takes no credits that a refund took, and pays no refund', async () => {
    const [who] = await buyer();
    const payment = await stage.promise(who);
    const [offer] = (await a.core.payments.getRefund(senderOf(who))).offers;
    await a.core.payments.startRefund(senderOf(who), offer!);
    expect((await a.core.payments.getRefund(senderOf(who))).refunds).toMatchObject([{ waits: 'payment' }]);
    provider.returnDebit(payment, 'AM04');
    await look(payment);
    world.later(60_000);
    await a.core.payments.reconcilePayments();
    expect(await stands(who)).toBe('0 debt 0');
    expect(provider.paidBack(payment)).toBe(0);
    expect((await a.core.payments.getRefund(senderOf(who))).refunds).toMatchObject([{ state: 'completed' }]);
  });
});

describe('a dispute of an old payment', () => {
  it('is found two months after the purchase, without a webhook', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await a.core.payments.followDisputes();
    world.later(60 * DAY);
    provider.dispute(payment, { id: `dp_${payment}`, state: 'taken', at: world.clock.now() });
    await a.core.payments.reconcilePayments();
    expect(await stands(who)).toBe('25 debt 0 premium');
    expect(await a.core.payments.followDisputes()).toBeGreaterThan(0);
    expect(await stands(who)).toBe('0 debt 0');
  });
});
