import { createPasswords, ProviderUnavailable } from '@heartline/platform';
import { PASSWORD, senderOf } from '@heartline/testing';
import { describe, expect, it, vi } from 'vitest';
import { createDisputes } from './disputes-in-test.ts';
import { accountsOf, createProviderInTest } from './provider-in-test.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

const DAY = 86_400_000;

const provider = createProviderInTest();
const cores = twoCores({ payments: accountsOf({ bridge: provider }) });
const { world, a } = cores;
booksAddUp(world);
const stage = createDisputes({ ...cores, provider });
const { buy, says, look, spend, stands, buyer, disputesOf, receiptsOf, linesOf } = stage;

async function providerIdOf(payment: string): Promise<string> {
  const [row] = await stage.rows<{ providerId: string }>('payments', { _id: payment });
  return row!.providerId;
}

/** Progress and credits of the disputes of a payment. */
const progressOf = async (payment: string) =>
  (await disputesOf(payment)).map(({ ledger, credits }) => `${ledger} ${credits}`).toSorted();

describe('several disputes', () => {
  it('takes a payment once for two whole disputes, until both are won [C11]', async () => {
    const [who, other] = await buyer();
    const payment = await buy(who);
    await spend(who, other, 10);
    const second = { id: `dp_two_${payment}` };
    await says(payment, 'taken');
    await says(payment, 'lost', second);
    expect(await stands(who)).toBe('0 debt 10');
    await says(payment, 'given-back');
    expect(await stands(who)).toBe('0 debt 10');
    expect(await progressOf(payment)).toEqual(['back-done 0', 'done 25']);
    expect((await receiptsOf(payment)).slice(1)).toEqual(['dispute -999', 'dispute-won 999', 'dispute -999']);
    await says(payment, 'given-back', second);
    expect(await stands(who)).toBe('15 debt 0 premium');
  });

  it('takes the part that another dispute gives back [C11]', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await says(payment, 'taken', { cents: 400 });
    await says(payment, 'taken', { id: `dp_two_${payment}` });
    expect(await stands(who)).toBe('0 debt 0');
    await says(payment, 'given-back', { cents: 400 });
    await look(payment);
    expect(await stands(who)).toBe('0 debt 0');
    expect(await progressOf(payment)).toEqual(['back-done 0', 'done 25']);
    const notes = await receiptsOf(payment);
    expect(notes.reduce((sum, one) => sum + Number(one.split(' ')[1]), 0)).toBe(0);
  });

  it('is followed although the account does not show another one [C11]', async () => {
    const [who] = await buyer();
    const [first, second] = [await buy(who), await buy(who)];
    await a.core.payments.followDisputes();
    world.later(3 * DAY);
    for (const payment of [first, second])
      provider.dispute(payment, { id: `dp_${payment}`, state: 'taken', at: world.clock.now() });
    const ask = provider.look;
    const hidden = await providerIdOf(first);
    const away = vi.spyOn(provider, 'look').mockImplementation(async (id) => {
      if (id === hidden) throw new ProviderUnavailable('away');
      return ask(id);
    });
    await a.core.payments.followDisputes();
    expect(await stands(who)).toBe('25 debt 0 premium');
    away.mockRestore();
    const asked = vi.spyOn(provider, 'disputedSince');
    world.later(60_000);
    await a.core.payments.reconcilePayments();
    expect(await stands(who)).toBe('0 debt 0');
    await a.core.payments.followDisputes();
    // The failed one did not hold up the account: the next question is about the time after it.
    expect(asked.mock.lastCall?.[0]).toBeGreaterThan(world.clock.now() - DAY);
    asked.mockRestore();
  });
});

describe('a refund of a disputed payment', () => {
  it('is listed among those that wait, until the dispute ends', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    await says(payment, 'inquiry');
    const [offer] = (await a.core.payments.getRefund(senderOf(who))).offers;
    await a.core.payments.startRefund(senderOf(who), offer!);
    const listed = async () => {
      const waiting = await a.core.payments.waitingRefunds(100);
      return waiting.filter((one) => one.payment === payment).map(({ waits }) => waits);
    };
    expect(await listed()).toEqual(['dispute']);
    await says(payment, 'closed');
    world.later(61_000);
    await a.core.payments.reconcilePayments();
    expect(await listed()).toEqual([]);
    expect(provider.paidBack(payment)).toBe(999);
  });
});

describe('a debit on trust', () => {
  it('is asked about until there is a word, and is listed for a person after 90 days', async () => {
    const [who] = await buyer();
    const payment = await stage.promise(who);
    const isListed = async () => {
      const overdue = await a.core.payments.overdueDebits(100);
      return overdue.some(({ _id }) => _id === payment);
    };
    world.later(60 * DAY);
    await a.core.payments.reconcilePayments();
    expect(await isListed()).toBe(false);
    for (let time = 0; time < 4; time += 1) {
      world.later(30 * DAY);
      await a.core.payments.reconcilePayments();
    }
    expect(await isListed()).toBe(true);
    provider.returnDebit(payment, 'AM04');
    world.later(30 * DAY);
    await a.core.payments.reconcilePayments();
    expect(await stands(who)).toBe('0 debt 0');
    expect(await isListed()).toBe(false);
  });

  it('takes credits once if its bank returned it, paid it, and took it back', async () => {
    const [who] = await buyer();
    const payment = await stage.promise(who);
    provider.returnDebit(payment, 'AM04');
    await look(payment);
    expect(await stands(who)).toBe('0 debt 0');
    provider.payReturned(payment);
    await says(payment, 'lost');
    expect(await stands(who)).toBe('0 debt 0');
    expect(await progressOf(payment)).toEqual(['back-done 0', 'done 25']);
    expect((await linesOf(who)).slice(0, 2)).toEqual(['chargeback dispute -25 0', 'return debit_paid 25 0']);
  });
});

describe('a debt that was repaid before any pass saw it', () => {
  const debtOf = async (id: string) => {
    const [row] = await stage.rows<{ state: string; turn: number; reminders: number }>('debts', { _id: id });
    return row && `${row.state} ${row.turn} ${row.reminders}`;
  };

  it('begins anew with the next dispute, and reminds a week apart', async () => {
    const [who, other] = await buyer();
    const first = await buy(who);
    await spend(who, other, 10);
    await says(first, 'taken');
    await look(first);
    expect(await debtOf(who.id)).toBe('open 1 0');
    world.later(20 * DAY);
    const second = await buy(who);
    await spend(who, other, 1);
    await says(second, 'taken');
    expect(await debtOf(who.id)).toBe('open 2 0');
    world.later(2 * DAY);
    await a.core.payments.remindDebtors();
    expect(await debtOf(who.id)).toBe('open 2 0');
    // No worker runs for three weeks.
    world.later(21 * DAY);
    for (const wanted of ['open 2 1', 'open 2 1']) {
      await a.core.payments.remindDebtors();
      expect(await debtOf(who.id)).toBe(wanted);
    }
    world.later(7 * DAY);
    await a.core.payments.remindDebtors();
    expect(await debtOf(who.id)).toBe('open 2 2');
  });
});

describe('the money that members paid', () => {
  const paid = async (id: string) => {
    const all = await a.core.payments.paidBy([id]);
    return all.get(id)?.get('EUR');
  };

  it('is less what banks took back, and not what is only promised', async () => {
    const [who] = await buyer();
    const payment = await buy(who);
    expect(await paid(who.id)).toBe(999);
    await says(payment, 'taken', { cents: 400 });
    expect(await paid(who.id)).toBe(599);
    await says(payment, 'given-back', { cents: 400 });
    expect(await paid(who.id)).toBe(999);
    const debit = await stage.promise(who);
    expect(await paid(who.id)).toBe(999);
    provider.pay(debit);
    await look(debit);
    expect(await paid(who.id)).toBe(1_998);
  });
});

describe('the erasure of a member with open money', () => {
  const statusOf = async (id: string) => {
    const [row] = await stage.rows<{ status: string }>('accounts', { _id: id });
    return row?.status ?? 'erased';
  };
  async function gone(isOpen: 'debt' | 'debit') {
    const [who, other] = await buyer();
    const payment = isOpen === 'debit' ? await stage.promise(who) : await buy(who);
    if (isOpen === 'debt') {
      await spend(who, other, 3);
      await says(payment, 'taken');
    }
    await a.mongo.connection
      .collection<{ _id: string }>('accounts')
      .updateOne({ _id: who.id }, { $set: { passwordHash: await createPasswords().hash(PASSWORD) } });
    expect(await a.core.accounts.deleteAccount(who.id, PASSWORD)).toMatchObject({ ok: true });
    world.later(15 * DAY);
    await a.core.accounts.sweepAccounts();
    return { who, payment };
  }

  it('waits for the money of a debit, and follows it', async () => {
    const { who, payment } = await gone('debit');
    expect(await statusOf(who.id)).toBe('deleted');
    provider.pay(payment);
    await look(payment);
    world.later(1.1 * DAY);
    await a.core.accounts.sweepAccounts();
    expect(await statusOf(who.id)).toBe('erased');
    expect(await stage.rows('payments', { _id: payment })).toHaveLength(1);
  });

  it('waits for a debt, until an operator erases it', async () => {
    const { who } = await gone('debt');
    world.later(2 * DAY);
    await a.core.accounts.sweepAccounts();
    expect(await statusOf(who.id)).toBe('deleted');
    expect(await a.core.accounts.eraseNow(who.id)).toBe(true);
    expect(await statusOf(who.id)).toBe('erased');
    expect(await a.core.accounts.eraseNow(who.id)).toBe(false);
    expect(await stands(who)).toBe('0 debt 3');
  });

  it('leaves no debt behind, also after another dispute', async () => {
    const { who, payment } = await gone('debt');
    await a.core.accounts.eraseNow(who.id);
    expect(await stage.rows('debts', { _id: who.id })).toEqual([]);
    await says(payment, 'given-back');
    await says(payment, 'lost');
    expect(await stands(who)).toBe('0 debt 3');
    expect(await stage.rows('debts', { _id: who.id })).toEqual([]);
  });

  it('removes a debt that was opened meanwhile', async () => {
    const { who } = await gone('debt');
    const [row] = await stage.rows<{ _id: string }>('debts', { _id: who.id });
    await a.core.accounts.eraseNow(who.id);
    await a.mongo.connection.collection<{ _id: string }>('debts').insertOne(row!);
    await a.core.payments.remindDebtors();
    expect(await stage.rows('debts', { _id: who.id })).toEqual([]);
  });
});
