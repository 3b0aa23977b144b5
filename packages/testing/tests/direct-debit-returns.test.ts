import { randomUUID } from 'node:crypto';
import { type AddedMember, senderOf } from '@heartline/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DebitInput, type Debits, formOf, openDebits } from './debits-in-test.ts';

const DAY = 86_400_000;

let debits: Debits;

beforeAll(async () => {
  debits = await openDebits();
});
afterAll(() => debits?.stop());
beforeEach(() => debits.reset());

/** The bank returns a debit after this time, and its payment is followed. */
async function returned(payment: string, failure: string, days = 3): Promise<void> {
  debits.advance(days * DAY);
  debits.provider.returnDebit(payment, failure);
  await debits.inside.core.payments.reconcilePayments();
}

/** One message at this price; members of other tests keep the usual one. */
async function spend(who: AddedMember, credits: number): Promise<void> {
  const { core } = debits.inside;
  await core.site.operate.set('default', 'message_credits', String(credits));
  debits.advance(6_000);
  const { id: profile } = await debits.guest();
  const message = { clientId: randomUUID(), profile, text: 'Hello', credits };
  await expect.poll(async () => (await core.messaging.sendMessage(senderOf(who), message)).ok).toBe(true);
  await core.site.operate.unset('default', 'message_credits');
  debits.advance(6_000);
}

const blocks = async () => {
  const all = await debits.inside.core.payments.debits.blocks(100);
  return all.map(({ _id, why, note, isOpen }) => ({ kind: _id.split(':')[0], why, note, isOpen }));
};
const clear = () => debits.rows('paymentBlocks').deleteMany({});
const outcomeOfFresh = (who: AddedMember, form?: Partial<DebitInput>) => debits.outcome(who, formOf(form));

describe('a returned debit', () => {
  it('blocks its member until a purchase repays it', async () => {
    const who = await debits.trusted();
    const input = formOf();
    const payment = await debits.order(who, input);
    await spend(who, 80);
    await returned(payment, 'AM04');
    expect(await debits.card.stateOf(who, payment)).toMatchObject({ settlement: 'returned' });
    expect(await debits.inside.core.credits.statusOf(who.id)).toMatchObject({ debt: 20 });
    expect(await blocks()).toEqual([{ kind: 'returned', why: 'returned', note: 'AM04', isOpen: false }]);
    expect(await outcomeOfFresh(who)).toBe('DIRECT_DEBIT_BLOCKED');
    // Another member may use that account.
    expect(await outcomeOfFresh(await debits.guest(), { iban: input.iban })).toBe('sent');
    await debits.paid(who, await debits.card.order(who, { method: 'creditcard' }));
    expect(await debits.inside.core.credits.statusOf(who.id)).toMatchObject({ debt: 0 });
    expect(await outcomeOfFresh(who)).toBe('sent');
    expect(await blocks()).toEqual([]);
  });

  it('blocks the account, day 55 or not, if the bank says it is closed', async () => {
    const who = await debits.trusted();
    const input = formOf();
    await returned(await debits.order(who, input), 'AC04', 55);
    expect(await outcomeOfFresh(await debits.guest(), { iban: input.iban })).toBe('DIRECT_DEBIT_BLOCKED');
    expect(await blocks()).toEqual([
      { kind: 'returned', why: 'returned', note: 'AC04', isOpen: false },
      { kind: 'iban', why: 'account', note: 'AC04', isOpen: false },
    ]);
    await clear();
  });

  it('blocks account and member if the payer refused it, and waits for an operator', async () => {
    const who = await debits.trusted();
    const input = formOf();
    const payment = await debits.order(who, input);
    await returned(payment, 'MD01');
    await debits.inside.core.payments.reconcilePayments();
    expect((await blocks()).toSorted((a, b) => (String(a.kind) < String(b.kind) ? -1 : 1))).toEqual([
      { kind: 'iban', why: 'refused', note: 'MD01', isOpen: true },
      { kind: 'member', why: 'refused', note: 'MD01', isOpen: true },
      { kind: 'returned', why: 'returned', note: 'MD01', isOpen: false },
    ]);
    await debits.paid(who, await debits.card.order(who, { method: 'creditcard' }));
    expect(await outcomeOfFresh(who)).toBe('DIRECT_DEBIT_BLOCKED');
    expect(await outcomeOfFresh(await debits.guest(), { iban: input.iban })).toBe('DIRECT_DEBIT_BLOCKED');
    await clear();
  });

  it('blocks a member who got no credits for it as well, once for each payment', async () => {
    const who = await debits.guest();
    const payment = await debits.order(who);
    await returned(payment, 'AM04');
    expect(await debits.card.stateOf(who, payment)).toMatchObject({ state: 'failed', reason: 'declined' });
    expect(await outcomeOfFresh(who)).toBe('DIRECT_DEBIT_BLOCKED');
    const { operate } = debits.inside.core.site;
    await operate.set('default', 'direct_debit_returns', '2');
    debits.advance(6_000);
    await debits.inside.core.site.settingsFor('default');
    expect(await outcomeOfFresh(who)).toBe('sent');
    await operate.unset('default', 'direct_debit_returns');
    debits.advance(6_000);
    await clear();
  });

  it('blocks nobody any more once its money comes after all', async () => {
    const who = await debits.trusted();
    const payment = await debits.order(who);
    await returned(payment, 'AM04');
    expect(await outcomeOfFresh(who)).toBe('DIRECT_DEBIT_BLOCKED');
    debits.provider.pay(payment);
    debits.advance(DAY);
    await debits.inside.core.payments.reconcilePayments();
    expect(await debits.card.stateOf(who, payment)).toMatchObject({ settlement: 'paid' });
    expect(await outcomeOfFresh(who)).toBe('sent');
  });
});
