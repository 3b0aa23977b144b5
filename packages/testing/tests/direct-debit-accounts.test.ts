import { directDebit, getPayment } from '@heartline/contracts';
import { type Person, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DebitInput, formOf, textedCode } from './debits-in-test.ts';

const DAY = 86_400_000;

describe.each(['bridge', 'stripe', 'mollie'] as const)('direct debit by the form at %s', (payments) => {
  let world: WorldWithStubs;

  beforeAll(async () => {
    world = await startWorld({ here: true, stubs: true, payments });
  });
  afterAll(() => world?.stop());

  async function member(): Promise<Person> {
    const [one] = await world.people({ account: { createdAt: world.clock.now() - DAY, country: 'NL' } });
    return one;
  }

  /** Fills in the form, reads the code in the mailbox, and orders with it. */
  async function order(who: Person, form: DebitInput = formOf()): Promise<string> {
    expect(await who.http.call(directDebit, form)).toMatchObject({ sent: true });
    const otp = await textedCode(world.stubs, form.phone);
    const placed = await who.http.call(directDebit, { ...form, otp });
    if (placed.sent) throw new Error('the code was not taken');
    return placed.payment;
  }

  const act = (payment: string, action: Parameters<typeof world.stubs.payments.act>[1]) => {
    const debit = world.stubs.payments.list().find(({ reference }) => reference === payment);
    if (!debit) throw new Error('the provider has no such debit');
    world.stubs.payments.act(debit.id, action);
  };

  const payment = async (who: Person, id: string) => (await who.http.call(getPayment, { id })).payment;

  const purchaseOf = (who: Person, id: string) =>
    world.inside.core.credits.ledger.find(who.id, `payment:${id}`);

  it('gives credits once it is collected, with the bank as evidence', async () => {
    const who = await member();
    const id = await order(who);
    expect(await payment(who, id)).toMatchObject({ state: 'pending', method: 'sdd' });
    act(id, 'collected');
    const done = await until(
      () => payment(who, id),
      ({ state }) => state === 'completed',
    );
    expect(done).toMatchObject({ state: 'completed' });
    expect(await purchaseOf(who, id)).toBeDefined();
    const receipts = world.inside.mongo.connection.collection('receipts');
    const receipt = await until(
      () => receipts.findOne({ payment: id }),
      (row) => row !== null,
    );
    expect(receipt?.['evidence']).toMatchObject({ payer: 'NL' });
  });

  it('fails with the return of the bank, and gives nothing', async () => {
    const who = await member();
    const id = await order(who);
    act(id, 'noFunds');
    const failed = await until(
      () => payment(who, id),
      ({ state }) => state === 'failed',
    );
    expect(failed).toMatchObject({ state: 'failed' });
    expect(await purchaseOf(who, id)).toBeUndefined();
  });

  it('takes the credits of a debit that came back after it was paid', async () => {
    const who = await member();
    const id = await order(who);
    act(id, 'collected');
    await until(
      () => payment(who, id),
      ({ state }) => state === 'completed',
    );
    act(id, 'accountClosed');
    const disputes = world.inside.mongo.connection.collection('disputes');
    const dispute = await until(
      () => disputes.findOne({ payment: id }),
      (row) => row?.['ledger'] === 'done',
    );
    expect(dispute).toMatchObject({ state: 'taken', ledger: 'done' });
  });

  it('names the field of an account that can’t be debited', async () => {
    const who = await member();
    const form = formOf({ iban: 'NL67ABNA0417999999' });
    await who.http.call(directDebit, form);
    const otp = await textedCode(world.stubs, form.phone);
    await expect(who.http.call(directDebit, { ...form, otp })).rejects.toMatchObject({
      error: { code: 'VALIDATION_FAILED', fields: { iban: 'IBAN_INVALID' } },
    });
  });
});
