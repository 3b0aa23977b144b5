import { randomUUID } from 'node:crypto';
import { directDebit, getPayment, LOCALES, type Locale, postMessage } from '@heartline/contracts';
import { MANDATE_VERSION, mandateText } from '@heartline/i18n/mandates';
import { startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formOf, textedCode } from './debits-in-test.ts';
import { createPurchases } from './purchases-in-test.ts';

const DAY = 86_400_000;
/** Credits of a message here: one spends nearly all. */
const PRICE = 80;
const CREDITOR = { name: 'Northlight B.V.', identifier: 'NL08ZZZ502057730000' };

/** Mails about direct debits: the announcement with the mandate, and the return. */
describe('mails about a direct debit', () => {
  let world: WorldWithStubs;
  let purchases: ReturnType<typeof createPurchases>;

  beforeAll(async () => {
    world = await startWorld({ here: true, stubs: true, workers: 1 });
    purchases = createPurchases(world);
    const { operate } = world.inside.core.site;
    await operate.set('default', 'creditor_name', CREDITOR.name);
    await operate.set('default', 'creditor_id', CREDITOR.identifier);
    await operate.set('default', 'message_credits', String(PRICE));
    world.clock.advance(10_000);
  });
  afterAll(() => world?.stop());

  /** A member who ordered 60 credits by direct debit. `trusted`: after a paid purchase, so the credits are there. */
  async function debited(language: Locale, trusted = false) {
    const [who, other] = await world.people(
      { account: { createdAt: world.clock.now() - DAY, language, country: 'NL' } },
      {},
    );
    if (trusted) await purchases.buy(who, 'p0');
    const form = formOf({ package: 'p1' });
    await who.http.call(directDebit, form);
    const otp = await textedCode(world.stubs, form.phone);
    const answer = await who.http.call(directDebit, { ...form, otp });
    if (answer.sent) throw new Error('no debit was ordered');
    return { who, other, payment: answer.payment };
  }
  type Debited = Awaited<ReturnType<typeof debited>>;

  const mailed = ({ who }: Debited, words: RegExp) => {
    const found = () => world.stubs.mailbox.mails(who.email).find(({ text }) => words.test(text));
    return until(found, (mail) => mail !== undefined, 20_000);
  };

  it.each(LOCALES)('announce amount and day with the whole mandate, in %s', async (language) => {
    const order = await debited(language);
    const { payment } = await order.who.http.call(getPayment, { id: order.payment });
    const { reference = '', ibanEnd = '', on = '' } = payment.debit ?? {};
    const values = { creditor: CREDITOR, reference, ibanEnd, holder: 'A. de Vries' };
    const mandate = mandateText(language, MANDATE_VERSION, values);
    const mail = await mailed(order, new RegExp(reference));
    const day = new Intl.DateTimeFormat(`${language}-NL`, { dateStyle: 'long', timeZone: 'UTC' });
    const parts = [
      ...mandate.paragraphs,
      ...mandate.facts.map(({ value }) => value),
      day.format(Date.parse(on)),
    ];
    for (const part of parts) expect(mail?.text).toContain(part);
    expect(mail?.html).toContain(`<html lang="${language}">`);
    expect(mail?.html).toContain('<th scope="row"');
    expect(mail?.subject).not.toContain('Heartline');
    await world.gateways[0].core.payments.reconcilePayments();
    const all = world.stubs.mailbox.mails(order.who.email).filter(({ text }) => text.includes(reference));
    expect(all).toHaveLength(1);
  });

  it.each(LOCALES)('say that the bank returned it, and what is open, in %s', async (language) => {
    const order = await debited(language, true);
    const { credits } = world.gateways[0].core;
    const purchased = async () => (await credits.statusOf(order.who.id)).purchased;
    await until(purchased, (now) => now === 85);
    const message = { clientId: randomUUID(), profile: order.other.id, text: 'Hi', credits: PRICE };
    await order.who.http.call(postMessage, message);
    const known = world.stubs.payments.list().find(({ reference }) => reference === order.payment);
    world.stubs.payments.act(known?.id ?? '', 'noFunds');
    await until(
      () => credits.statusOf(order.who.id),
      ({ debt }) => debt === 55,
    );
    const mail = await mailed(order, /\b55\b/);
    expect(mail?.html).toContain(`<html lang="${language}">`);
    expect(mail?.text).toMatch(/\/credits\n/);
    expect(mail?.text).not.toMatch(/AM04|\{\w/);
  });

  it('break no invariant', async () => {
    expect(await world.violations()).toEqual([]);
  });
});
