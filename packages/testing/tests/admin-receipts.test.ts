import { startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPurchases } from './purchases-in-test.ts';

interface Report {
  sums: { country: string; percent: number; currency: string; receipts: number; creditNotes: number }[];
  unclear: { number: string }[];
}

describe('npm run admin receipts', () => {
  let world: WorldWithStubs;
  let admin: ReturnType<typeof adminOf>;
  let purchases: ReturnType<typeof createPurchases>;
  let month: string;
  /** Number of the receipt of a Dutch member whose purchase was refunded. */
  let number: string;
  let payment: string;

  const receipts = () =>
    world.inside.mongo.connection.collection<{ _id: string; number: string; payment: string }>('receipts');

  beforeAll(async () => {
    world = await startWorld({ here: true, stubs: true });
    admin = adminOf(world);
    purchases = createPurchases(world);
    const { who, payments } = await purchases.buyer(['p1']);
    payment = payments[0]!.payment;
    const first = () => receipts().findOne({ payment });
    number = (await until(first, (row) => row !== null))!.number;
    const [offer] = await purchases.offersOf(who);
    await purchases.ask(who, offer!);
    await purchases.settled(who, 'completed');
    const createdAt = world.clock.now() - 86_400_000;
    const [abroad] = await world.people({ account: { createdAt, country: 'PL' } });
    await purchases.buy(abroad, 'p1', 'abroad');
    await until(
      () => receipts().countDocuments(),
      (count) => count === 3,
    );
    month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' })
      .format(world.clock.now())
      .slice(0, 7);
  });
  afterAll(() => world?.stop());

  it('sums a month by country and rate, and lists rows whose evidence disagrees', async () => {
    const { out, code } = await admin('receipts', 'export', '--month', month);
    expect(code).toBe(0);
    const [head, dutch, polish, gap, unclearHead, unclear, ...others] = out.trimEnd().split('\n');
    expect(head).toBe('seller,country,rate,currency,receipts,credit_notes,net,vat,gross');
    expect(dutch).toBe('Heartline,NL,21,EUR,1,1,0.00,0.00,0.00');
    expect(polish).toBe('Heartline,PL,23,PLN,1,0,69.10,15.89,84.99');
    expect(gap).toBe('');
    expect(unclearHead).toBe('number,date,country,account,address,payer,currency,gross');
    expect(unclear).toMatch(/^HL-\d{4}-000003,\d{4}-.*Z,PL,PL,,AT,PLN,84\.99$/);
    expect(others).toEqual([]);
    const json = await admin('receipts', 'export', '--month', month, '--format', 'json');
    const report = JSON.parse(json.out) as Report;
    expect(report.sums).toMatchObject([
      { country: 'NL', percent: 21, currency: 'EUR', receipts: 1, creditNotes: 1 },
      { country: 'PL', percent: 23, currency: 'PLN', receipts: 1, creditNotes: 0 },
    ]);
    expect(report.unclear).toHaveLength(1);
  });

  it('has nothing for another month, and refuses what is none', async () => {
    expect((await admin('receipts', 'export', '--month', '2001-01')).out.trim()).toBe('');
    for (const wrong of ['2026-13', '2026', 'November', '2026-11-01'])
      expect((await admin('receipts', 'export', '--month', wrong)).code).not.toBe(0);
  });

  it('lists and shows receipts by number and payment', async () => {
    const byPayment = await admin('receipts', 'list', payment);
    expect(byPayment.out).toContain(number);
    expect(byPayment.out).toContain('credit-note');
    const shown = await admin('receipts', 'show', number.toLowerCase());
    expect(shown.out).toContain('3.47 EUR');
    expect(shown.out).toContain('version 0 (en)');
    const none = await admin('receipts', 'show', 'HL-2001-000001');
    expect([none.code, none.err]).toEqual([
      1,
      expect.stringContaining('There is no receipt HL-2001-000001.'),
    ]);
  });
});
