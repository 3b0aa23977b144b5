import { randomUUID } from 'node:crypto';
import type { Mongo } from '@heartline/platform';
import { type AddedMember, startTwoCores, type TwoCores } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsOf, createProviderInTest, payer } from './provider-in-test.ts';

const DAY = 86_400_000;

interface Stored {
  _id: string;
  [field: string]: unknown;
}

describe('receipts', () => {
  const provider = createProviderInTest();
  let cores: TwoCores;
  let mongo: Mongo;

  beforeAll(async () => {
    cores = await startTwoCores({ payments: accountsOf({ bridge: provider }) });
    ({ mongo } = cores.a);
  });
  afterAll(() => cores?.stop());

  const rows = (name: string) => mongo.connection.collection<Stored>(name);
  const receiptsOf = (who: AddedMember) => rows('receipts').find({ member: who.id }).sort({ n: 1 }).toArray();

  /** An unpaid member, too old for the welcome discount. */
  async function buyer(country = 'NL'): Promise<AddedMember> {
    const [one] = await cores.people({ account: { createdAt: cores.clock.now() - DAY, country } });
    return one;
  }

  async function start(who: AddedMember, country?: string, paidIn?: string): Promise<string> {
    const order = { key: randomUUID(), package: 'p1', method: 'creditcard' } as const;
    const wish = { ...order, ...(paidIn && { country: paidIn }) };
    const started = await cores.a.core.payments.startPayment({ ...payer(who.id), country }, wish);
    if (!started.ok) throw new Error(started.refusal.code);
    provider.pay(started.value.payment);
    return started.value.payment;
  }

  /** Looks at a payment that was paid, as its result page does. */
  async function look(who: AddedMember, payment: string, at = cores.a) {
    cores.clock.advance(2_000);
    const shown = await at.core.payments.getPayment(who.id, payment);
    return shown.ok ? shown.value.payment : undefined;
  }

  async function refund(who: AddedMember) {
    const viewer = { member: who.id, site: 'default' };
    const [offer] = (await cores.a.core.payments.getRefund(viewer)).offers;
    const { payment, turn, credits, cents } = offer!;
    await cores.a.core.payments.startRefund(viewer, { payment, turn, credits, cents });
    return offer!;
  }

  it('says who sold what to whom, the VAT, the evidence and the terms', async () => {
    const who = await buyer();
    const payment = await start(who, 'BE');
    const { receipt } = (await look(who, payment))!;
    expect(receipt).toMatch(/^HL-\d{4}-\d{6}$/);
    expect(await receiptsOf(who)).toMatchObject([
      {
        kind: 'receipt',
        key: `payment:${payment}`,
        number: receipt,
        of: null,
        package: 'p1',
        credits: 60,
        method: 'creditcard',
        country: 'NL',
        currency: 'EUR',
        grossCents: 1_999,
        netCents: 1_652,
        vatCents: 347,
        vatPercent: 21,
        seller: { name: 'Heartline', site: 'Heartline' },
        evidence: { account: 'NL', ip: 'BE', payer: null },
        terms: { version: 0, locale: 'en' },
      },
    ]);
  });

  it.each([
    ['paid', { country: 'DE', ibanEnd: null }, 'DE'],
    ['a payer of whom the provider says nothing', { country: null, ibanEnd: null }, null],
  ] as const)('keep the country of the card or bank as evidence: %s', async (_case, known, expected) => {
    const who = await buyer();
    const payment = await start(who, 'NL');
    provider.paidBy(payment, known);
    await look(who, payment);
    expect(await receiptsOf(who)).toMatchObject([
      { country: 'NL', evidence: { account: 'NL', ip: 'NL', payer: expected } },
    ]);
  });

  it('are numbered without gaps when two gateways grant 50 payments at once', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => buyer()));
    const payments = await Promise.all(people.map((who) => start(who)));
    cores.clock.advance(2_000);
    const looks = people.flatMap((who, at) =>
      [cores.a, cores.b].map(({ core }) => core.payments.getPayment(who.id, payments[at])),
    );
    await Promise.all(looks);
    const all = await rows('receipts').find({}).sort({ n: 1 }).toArray();
    expect(all.map(({ n }) => n)).toEqual(all.map((_, at) => at + 1));
    const issued = all.filter(({ payment }) => payments.includes(payment as string));
    expect(new Set(issued.map(({ payment }) => payment)).size).toBe(50);
    expect(issued).toHaveLength(50);
  });

  it('begin anew each year, by the calendar of the site', async () => {
    const who = await buyer();
    const [last] = await rows('receipts').find({}).sort({ n: -1 }).limit(1).toArray();
    const year = Number(String(last!.number).split('-')[1]);
    // Amsterdam is an hour ahead: 23:30 there is still the old year.
    cores.clock.advance(Date.UTC(year, 11, 31, 22, 30) - cores.clock.now() - 2_000);
    const before = await look(who, await start(who));
    expect(before?.receipt).toBe(`HL-${year}-${String((last!.n as number) + 1).padStart(6, '0')}`);
    cores.clock.advance(3_600_000);
    const after = await look(who, await start(who));
    expect(after?.receipt).toBe(`HL-${year + 1}-000001`);
  });

  it('are taken back by a credit note when a refund completes', async () => {
    const who = await buyer();
    const { receipt } = (await look(who, await start(who)))!;
    const offer = await refund(who);
    const [, note] = await receiptsOf(who);
    expect(note).toMatchObject({
      kind: 'credit-note',
      key: `refund:${offer.payment}:${offer.turn}`,
      of: receipt,
      credits: -60,
      grossCents: -1_999,
      netCents: -1_652,
      vatCents: -347,
      vatPercent: 21,
    });
    expect(await receiptsOf(who)).toHaveLength(2);
  });

  it('are not taken back while a refund has not paid out', async () => {
    const who = await buyer();
    await look(who, await start(who));
    provider.refundsBecome(() => 'pending');
    await refund(who);
    expect(await receiptsOf(who)).toHaveLength(1);
    provider.endRefunds(() => 'done');
    provider.refundsBecome(() => 'done');
    cores.clock.advance(60_000);
    await cores.a.core.payments.reconcilePayments();
    expect(await receiptsOf(who)).toHaveLength(2);
  });

  it('keep the VAT rate of their day', async () => {
    const who = await buyer();
    await look(who, await start(who));
    await rows('sites').insertOne({ _id: 'default', vat_rates: { NL: 25 }, receipt_prefix: 'NX' });
    cores.clock.advance(10_000);
    await refund(who);
    const [receipt, note] = await receiptsOf(who);
    expect([receipt!.vatPercent, note!.vatPercent]).toEqual([21, 21]);
    const dearer = await buyer();
    expect((await look(dearer, await start(dearer)))?.receipt).toMatch(/^NX-/);
    expect(await receiptsOf(dearer)).toMatchObject([{ vatPercent: 25, vatCents: 400, netCents: 1_599 }]);
    await rows('sites').deleteOne({ _id: 'default' });
  });

  it.each([
    ['DE', 'DE', 'BE', 'DE', 19],
    ['DE', 'NL', 'BE', 'BE', 21],
    ['DE', undefined, 'BE', 'BE', 21],
  ])('have the VAT of account %s and address %s, paid in %s: %s', async (account, ip, paidIn, ...vat) => {
    const who = await buyer(account);
    await look(who, await start(who, ip, paidIn));
    const [receipt] = await receiptsOf(who);
    expect([receipt!.country, receipt!.vatPercent]).toEqual(vat);
    const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' })
      .format(receipt!.at as number)
      .slice(0, 7);
    const { unclear } = await cores.a.core.payments.reportMonth(month);
    expect(unclear.some(({ key }) => key === receipt!.key)).toBe(vat[0] !== account);
  });

  it('have the VAT of the account where a former payment names no country', async () => {
    const who = await buyer('DE');
    const payment = await start(who);
    await rows('payments').updateOne({ _id: payment }, { $set: { country: '' }, $unset: { evidence: '' } });
    await look(who, payment);
    expect(await receiptsOf(who)).toMatchObject([{ country: 'DE', vatPercent: 19 }]);
  });

  it('keep rate and country of their place when a crash comes before the row', async () => {
    const who = await buyer();
    const payment = await start(who);
    const [sample] = await rows('receiptPlaces').find({}).sort({ at: -1 }).limit(1).toArray();
    const tax = { country: 'AT', percent: 20 };
    await rows('receiptPlaces').insertOne({ ...sample, _id: `payment:${payment}`, tax });
    await look(who, payment);
    expect(await receiptsOf(who)).toMatchObject([{ country: 'AT', vatPercent: 20, vatCents: 333 }]);
  });

  it('never print a number twice when the company changes its name or register number', async () => {
    const who = await buyer();
    const before = (await look(who, await start(who)))!.receipt!;
    await rows('sites').insertOne({ _id: 'default', company: { name: 'Other B.V.', kvk: '12345678' } });
    cores.clock.advance(10_000);
    const after = (await look(who, await start(who)))!.receipt!;
    expect(Number(after.slice(-6))).toBe(Number(before.slice(-6)) + 1);
    expect((await receiptsOf(who))[1]).toMatchObject({ seller: { name: 'Other B.V.', kvk: '12345678' } });
    await rows('sites').deleteOne({ _id: 'default' });
    cores.clock.advance(10_000);
  });

  it('are taken back to the last cent of VAT by two credit notes', async () => {
    const who = await buyer();
    const payment = await start(who);
    await look(who, payment);
    const [other] = await cores.people({});
    const held = await cores.hold(who, other, { credits: 26 });
    await refund(who);
    await cores.a.core.credits.returnDebit(who.id, held.key.slice('hold:'.length), 'unsent');
    await refund(who);
    const all = await receiptsOf(who);
    const sum = (of: string) => all.reduce((total, row) => total + (row[of] as number), 0);
    expect(all).toHaveLength(3);
    expect(['grossCents', 'netCents', 'vatCents', 'credits'].map(sum)).toEqual([0, 0, 0, 0]);
  });

  it('have none for a purchase from before there were receipts, and no credit note', async () => {
    const who = await buyer();
    const payment = await start(who);
    await look(who, payment);
    await rows('payments').updateOne({ _id: payment }, { $unset: { receipt: '', evidence: '', terms: '' } });
    await rows('receipts').updateOne({ payment }, { $set: { member: 'x' } });
    await rows('receiptPlaces').deleteOne({ _id: `payment:${payment}` });
    expect((await look(who, payment))?.receipt).toBeNull();
    await refund(who);
    expect(await receiptsOf(who)).toEqual([]);
  });

  describe('by number', () => {
    const find = (number: string, email: string, site = 'default') =>
      cores.a.core.payments.findReceiptByNumber(site, number, email);

    it('are found with the address of their buyer, however they are typed', async () => {
      const who = await buyer();
      const { receipt, id } = (await look(who, await start(who)))!;
      const spaced = ` ${receipt!.toLowerCase().replaceAll('-', ' - ')} `;
      for (const typed of [receipt!, spaced])
        expect(await find(typed, ` ${who.email.toUpperCase()}`)).toMatchObject({ payment: id });
    });

    it('stay unknown with another address, site or number, and as a credit note', async () => {
      const [who, other] = [await buyer(), await buyer()];
      const { receipt } = (await look(who, await start(who)))!;
      await refund(who);
      const note = (await receiptsOf(who))[1]!.number as string;
      const misses = [
        find(receipt!, other.email),
        find(receipt!, 'no address'),
        find(receipt!, who.email, 'elsewhere'),
        find('HL-2026-999999', who.email),
        find('', who.email),
        find(note, who.email),
        find('x'.repeat(100_000), who.email),
      ];
      expect(await Promise.all(misses)).toEqual(misses.map(() => undefined));
    });
  });
});
