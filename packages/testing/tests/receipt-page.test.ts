import {
  CONSTANTS,
  getPayment,
  getStatement,
  LOCALES,
  type Locale,
  RECEIPT_FILE_PATH,
} from '@heartline/contracts';
import { type Person, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPurchases } from './purchases-in-test.ts';

const WORDS: Readonly<Record<Locale, string>> = {
  en: 'Receipt number',
  de: 'Belegnummer',
  nl: 'Nummer betaalbewijs',
  fr: 'Numéro du reçu',
  it: 'Numero della ricevuta',
  es: 'Número del recibo',
  pl: 'Numer potwierdzenia',
};

describe('the page of a receipt', () => {
  let world: WorldWithStubs;
  let purchases: ReturnType<typeof createPurchases>;
  let mara: Person;
  let payment: string;
  let number: string;

  beforeAll(async () => {
    world = await startWorld({ here: true, workers: 1, stubs: true });
    purchases = createPurchases(world);
    await world.inside.mongo.connection
      .collection<{ _id: string }>('sites')
      .insertOne({ _id: 'default', company: { name: '<b>Sample</b>' } } as { _id: string });
    world.clock.advance(10_000);
    const bought = await purchases.buyer(['p1']);
    mara = bought.who;
    payment = bought.payments[0]!.payment;
    const receiptOf = async () => (await mara.http.call(getPayment, { id: payment })).payment.receipt;
    number = (await until(receiptOf, (one) => one !== null))!;
  });
  afterAll(() => world?.stop());

  const open = (who: Pick<Person, 'http'>, query: string) =>
    who.http.send('GET', `${RECEIPT_FILE_PATH}${query}`);

  it('shows its member what was paid, and runs nothing', async () => {
    const { status, headers, body } = await open(mara, `?payment=${payment}`);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers['cache-control']).toBe('private, no-store');
    const page = String(body);
    for (const part of [`<h1>Receipt ${number}</h1>`, '€19.99', '€3.47', mara.id, payment, '60 credits'])
      expect(page).toContain(part);
    expect(page).toContain('&lt;b&gt;Sample&lt;/b&gt;');
    expect(page).not.toMatch(/<script|<b>|<img|\son\w+=|undefined|\{\w+\}/);
  });

  it.each(LOCALES)('is written in %s', async (locale) => {
    mara.http.cookies.set(CONSTANTS.languageCookie, locale);
    const page = String((await open(mara, `?payment=${payment}`)).body);
    mara.http.cookies.delete(CONSTANTS.languageCookie);
    expect(page).toContain(`<html lang="${locale}">`);
    expect(page).toContain(WORDS[locale]);
    expect(page).not.toMatch(/undefined|\{\w+\}/);
  });

  it('is not found for another member, and closed to visitors', async () => {
    const [other] = await world.people({});
    expect(await open(other, `?payment=${payment}`)).toMatchObject({ status: 404 });
    expect((await open({ http: world.browser() }, `?payment=${payment}`)).status).toBeGreaterThanOrEqual(401);
  });

  it.each([
    '',
    '?payment=',
    `?payment=${'f'.repeat(24)}`,
    '?payment[$gt]=',
    '?payment=a&payment=b',
    `?payment=${'x'.repeat(10_000)}`,
  ])('is not found for %s', async (query) => {
    expect((await open(mara, query)).status).toBeGreaterThanOrEqual(404);
  });

  it.each(['0', '-1', '1.5', '2', '$ne', '99999'])('is not found for turn %s', async (turn) => {
    expect(await open(mara, `?payment=${payment}&turn=${turn}`)).toMatchObject({ status: 404 });
  });

  it('is linked in the statement, as is the credit note of a refund', async () => {
    const { who, payments } = await purchases.buyer(['p0']);
    const [offer] = await purchases.offersOf(who);
    await purchases.ask(who, offer!);
    await purchases.settled(who, 'completed');
    const { entries } = await who.http.call(getStatement, {});
    const links = entries.map(({ kind, receipt }) => [kind, receipt?.path]);
    const path = `${RECEIPT_FILE_PATH}?payment=${payments[0]!.payment}`;
    expect(links).toEqual([
      ['refund', `${path}&turn=1`],
      ['purchase', path],
    ]);
    const note = String((await open(who, links[0]![1]!.slice(RECEIPT_FILE_PATH.length))).body);
    expect(note).toMatch(/<h1>Credit note HL-\d{4}-\d{6}<\/h1>/);
    expect(note).toContain(entries[1]!.receipt!.number);
    expect(note).toContain('-€9.99');
  });
});
