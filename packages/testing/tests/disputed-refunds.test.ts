import { senderOf } from '@heartline/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDisputes } from './disputes-in-test.ts';
import { accountsOf, createProviderInTest } from './provider-in-test.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

const DAY = 86_400_000;

const provider = createProviderInTest();
const cores = twoCores({ payments: accountsOf({ bridge: provider }) });
const { world, a } = cores;
booksAddUp(world);
const { buy, promise, says, look, stands, buyer, disputesOf, receiptsOf } = createDisputes({
  ...cores,
  provider,
});

/** Asks for the refund that is offered, and returns the offer. */
async function withdraw(who: Parameters<typeof senderOf>[0]) {
  const [offer] = (await a.core.payments.getRefund(senderOf(who))).offers;
  await a.core.payments.startRefund(senderOf(who), offer!);
  return offer!;
}

const refundsOf = async (who: Parameters<typeof senderOf>[0]) =>
  (await a.core.payments.getRefund(senderOf(who))).refunds;

/** A pass after all pauses between questions. */
async function later(ms = DAY) {
  world.later(ms);
  await a.core.payments.reconcilePayments();
}

describe('a refund of a payment that a bank takes money of', () => {
  it('pays the rest of the price after a partly lost dispute', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await says(payment, 'lost', { cents: 499 });
    expect(await stands(who)).toBe('12 debt 0 premium');
    const { cents } = await withdraw(who);
    expect(await refundsOf(who)).toMatchObject([{ state: 'completed', cents }]);
    expect(provider.paidBack(payment)).toBe(cents);
    expect(await stands(who)).toBe('0 debt 0');
  });

  it('pays what the bank did not take of it', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await says(payment, 'inquiry', { cents: 499 });
    await withdraw(who);
    expect(await refundsOf(who)).toMatchObject([{ state: 'pending', waits: 'dispute' }]);
    await says(payment, 'lost', { cents: 499 });
    await later();
    expect(await refundsOf(who)).toMatchObject([{ state: 'completed' }]);
    expect(provider.paidBack(payment)).toBe(500);
  });

  it('pays it when the bank gives back what it had taken for good', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await says(payment, 'inquiry');
    await withdraw(who);
    await says(payment, 'lost');
    await later();
    expect(await refundsOf(who)).toMatchObject([{ state: 'completed' }]);
    await later();
    expect(provider.paidBack(payment)).toBe(0);
    await says(payment, 'given-back');
    await later();
    await later();
    expect(await refundsOf(who)).toMatchObject([{ state: 'completed' }]);
    expect(provider.paidBack(payment)).toBe(999);
    expect(await stands(who)).toBe('0 debt 0');
    expect(await receiptsOf(payment)).toEqual(['payment 999', 'refund -999']);
  });

  it('pays it when a returned debit is collected after all', async () => {
    const [who] = await buyer();
    const payment = await promise(who);
    await withdraw(who);
    provider.returnDebit(payment, 'AM04');
    await look(payment);
    await later();
    expect(await refundsOf(who)).toMatchObject([{ state: 'completed' }]);
    provider.pay(payment);
    await look(payment);
    await later();
    expect(await refundsOf(who)).toMatchObject([{ state: 'completed' }]);
    expect(provider.paidBack(payment)).toBe(999);
    expect(await stands(who)).toBe('0 debt 0');
  });

  it('is not paid by hand once a dispute began, and counts as a loss where it was', async () => {
    const [who, other] = await buyer();
    const payment = await buy(who);
    const { can } = provider;
    Object.assign(provider, { can: { ...can, creditcard: { refund: 'no', close: 'always' } } });
    onTestFinished(() => void Object.assign(provider, { can }));
    await withdraw(who);
    expect(await refundsOf(who)).toMatchObject([{ state: 'pending', waits: 'person' }]);
    provider.dispute(payment, { id: `dp_${payment}`, state: 'inquiry', at: world.clock.now() });
    const paid = () => a.core.payments.handleRefund(`${payment}:1`, 'paid');
    expect(await paid()).toMatchObject({ problem: expect.stringContaining('waits on a dispute now') });
    provider.dispute(payment, { id: `dp_${payment}`, state: 'closed' });
    await later();
    expect(await refundsOf(who)).toMatchObject([{ state: 'pending', waits: 'person' }]);
    expect(await paid()).toMatchObject({ done: { state: 'completed' } });
    await says(payment, 'lost');
    expect(await disputesOf(payment)).toMatchObject([{ credits: 0, lossCents: 999 }]);
    // The bank took another one while it waited for a person: it ends without a second payout.
    const second = await buy(other);
    await withdraw(other);
    await says(second, 'lost');
    await later();
    expect(await refundsOf(other)).toMatchObject([{ state: 'completed' }]);
    expect(await disputesOf(second)).toMatchObject([{ lossCents: 0 }]);
  });

  it('ends by the word of an operator whose bank took it, and is paid if it comes back', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await says(payment, 'inquiry');
    await withdraw(who);
    await says(payment, 'taken');
    const byBank = () => a.core.payments.handleRefund(`${payment}:1`, 'by-bank');
    expect(await byBank()).toMatchObject({ done: { state: 'completed', byBank: true } });
    await says(payment, 'given-back');
    await later();
    await later();
    expect(provider.paidBack(payment)).toBe(999);
  });

  it('is asked about ever less often while it waits', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await says(payment, 'inquiry');
    await withdraw(who);
    world.later(10 * DAY);
    await a.core.payments.reconcilePayments();
    const asked = vi.spyOn(provider, 'look');
    onTestFinished(() => asked.mockRestore());
    await later(60_000);
    expect(asked).not.toHaveBeenCalled();
    provider.dispute(payment, { id: `dp_${payment}`, state: 'closed' });
    await later(2 * DAY);
    expect(provider.paidBack(payment)).toBe(999);
  });
});
