import { randomUUID } from 'node:crypto';
import { getPayment, LOCALES, type Locale } from '@heartline/contracts';
import { type Person, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payer, providerIdOf } from './provider-in-test.ts';
import { createPurchases } from './purchases-in-test.ts';

const DAY = 86_400_000;

describe('the confirmation of an order', () => {
  let world: WorldWithStubs;
  let purchases: ReturnType<typeof createPurchases>;

  beforeAll(async () => {
    world = await startWorld({ here: true, workers: 1, stubs: true });
    purchases = createPurchases(world);
    const company = {
      name: 'Sample & Sons B.V.',
      address: 'Keizersgracht 1',
      city: 'Amsterdam',
      country: 'Netherlands',
      kvk: '12345678',
      vat_numbers: ['NL001234567B01'],
    };
    await world.inside.mongo.connection
      .collection<{ _id: string }>('sites')
      .insertOne({ _id: 'default', company, support_email: 'help@site.example' } as { _id: string });
    world.clock.advance(10_000);
  });
  afterAll(() => world?.stop());

  async function bought(language: Locale, country = 'NL') {
    const createdAt = world.clock.now() - DAY;
    const [who] = await world.people({ account: { createdAt, language, country } });
    const { payment } = await purchases.buy(who, 'p1');
    const mails = () => world.stubs.mailbox.mails(who.email);
    const [mail] = await until(mails, (all) => all.length > 0, 20_000);
    const receiptOf = async () => (await who.http.call(getPayment, { id: payment })).payment.receipt;
    const number = (await until(receiptOf, (one) => one !== null))!;
    return { who, payment, number, mail: mail!, mails };
  }

  /** The words of a mail as a screen reader says them. */
  const wordsOf = (html: string) =>
    html
      .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replace(/\s+/g, ' ');

  /** Its subject, the words of the withdrawal and the title of the model form. */
  const WORDS: Readonly<Record<Locale, readonly string[]>> = {
    en: ['Order confirmation', 'Withdraw from contract here', 'Model withdrawal form'],
    de: ['Bestellbestätigung', 'Vertrag hier widerrufen', 'Muster-Widerrufsformular'],
    nl: ['Bestelbevestiging', 'Hier de overeenkomst herroepen', 'Modelformulier voor herroeping'],
    fr: ['Confirmation de commande', 'Renoncer au contrat ici', 'Formulaire type de rétractation'],
    it: ['Conferma dell’ordine', 'Recedere dal contratto qui', 'Modulo tipo di recesso'],
    es: ['Confirmación del pedido', 'Desistir del contrato aquí', 'Modelo de formulario de desistimiento'],
    pl: ['Potwierdzenie zamówienia', 'Odstąp od umowy tutaj', 'Wzór formularza odstąpienia'],
  };

  it.each(LOCALES)('holds all the law asks for itself, in %s', async (language) => {
    const { number, payment, mail } = await bought(language);
    const [subject, link, form] = WORDS[language];
    expect(mail.subject).toBe(`${subject} ${number}`);
    const price = new Intl.NumberFormat(`${language}-NL`, { style: 'currency', currency: 'EUR' });
    for (const words of [mail.text, wordsOf(mail.html)]) {
      const plain = words.replace(/\s+/g, ' ');
      for (const part of [
        number,
        payment,
        price.format(19.99).replace(/\s/g, ' '),
        price.format(3.47).replace(/\s/g, ' '),
        'Sample & Sons B.V.',
        'Keizersgracht 1, Amsterdam, Netherlands',
        'NL001234567B01',
        'help@site.example',
        link!,
        form!,
      ])
        expect(plain).toContain(part);
      expect(plain).not.toMatch(/\{\w+[,}]|undefined|Invalid Date/);
    }
    const withdraw = `/withdraw?receipt=${number}`;
    expect(mail.text).toContain(withdraw);
    expect(mail.html).toContain(`${withdraw}"`);
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(mail.html).toContain('<th scope="row"');
    const [terms, ...others] = mail.attachments;
    expect(others).toEqual([]);
    expect(terms).toMatchObject({ contentType: 'text/html' });
    expect(terms!.filename).toMatch(/^[\p{L}\p{N}-]+\.html$/u);
    expect(terms!.text).toContain('<html lang="en">');
    expect(terms!.text).toContain('Sample &amp; Sons B.V.');
    expect(terms!.text).not.toMatch(/<script|<img|\{\w+\}/);
  });

  it('is sent once, however often the payment is looked at', async () => {
    const { who, payment, mails } = await bought('en');
    const grantAgain = { $set: { grantedAt: null } };
    await world.inside.mongo.connection
      .collection<{ _id: string }>('payments')
      .updateOne({ _id: payment }, grantAgain);
    await who.http.call(getPayment, { id: payment });
    await purchases.buy(who, 'p0');
    await until(mails, (all) => all.length >= 2, 20_000);
    const numbers = mails().map(({ subject }) => subject);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toHaveLength(2);
  });

  it('links to the host that the order was made on', async () => {
    const [who] = await world.people({ account: { createdAt: world.clock.now() - DAY } });
    const buyer = { ...payer(who.id), host: 'love.example:8443' };
    const wish = { key: randomUUID(), package: 'p1', method: 'creditcard' } as const;
    const started = await world.gateways[0].core.payments.startPayment(buyer, wish);
    if (!started.ok) throw new Error(started.refusal.code);
    world.stubs.payments.act(providerIdOf(started.value.redirect), 'pay');
    const mails = () => world.stubs.mailbox.mails(who.email);
    const [mail] = await until(mails, (all) => all.length > 0, 20_000);
    for (const path of ['withdraw?receipt=', `transactions/${started.value.payment}`])
      expect(mail!.text).toContain(`http://love.example:8443/${path}`);
    expect(mail!.html).not.toContain(`${world.gateways[0].origin}/`);
  });

  it('names no VAT where none is due', async () => {
    const { mail } = await bought('en', 'US');
    expect(mail.text).toContain('Total: $21.99');
    expect(mail.text).not.toContain('VAT 0%');
  });

  it('is followed by the number of the credit note when a refund was paid', async () => {
    const { who, mails }: { who: Person; mails: typeof world.stubs.mailbox.mails } = await bought('en');
    const [offer] = await purchases.offersOf(who);
    await purchases.ask(who, offer!);
    await purchases.settled(who, 'completed');
    const note = () => mails().find(({ text }) => /Credit note HL-\d{4}-\d{6} for payment/.test(text));
    await until(note, (one) => one !== undefined, 20_000);
  });
});
