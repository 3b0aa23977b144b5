import { randomUUID } from 'node:crypto';
import { getPayment, LOCALES, type Locale, paymentChanged, startPayment } from '@heartline/contracts';
import { paymentEnvironment } from '@heartline/local/payment-accounts';
import { type Person, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PRICE = 1_999;

/**
 * Providers that serve bank transfers.
 *
 * - `showsPart`: it shows how much of a transfer came. Mollie waits until all came.
 * - `keepsRest`: what is too much stays with us. Stripe and Mollie send it back to the payer.
 * - `showsLate`: it shows the account to transfer to once the payer chose a transfer on its page.
 */
const DIALECTS = [
  { dialect: 'bridge', showsPart: true, keepsRest: true, showsLate: false },
  { dialect: 'stripe', showsPart: true, keepsRest: false, showsLate: true },
  { dialect: 'mollie', showsPart: false, keepsRest: false, showsLate: false },
] as const;

const SUBJECTS: Readonly<Record<Locale, string>> = {
  en: 'Details for your bank transfer',
  de: 'Daten für deine Überweisung',
  nl: 'Gegevens voor je overschrijving',
  fr: 'Coordonnées pour ton virement',
  it: 'Dati per il tuo bonifico',
  es: 'Datos para tu transferencia',
  pl: 'Dane do przelewu',
};

describe.each(DIALECTS)('bank transfers at $dialect', ({ dialect, showsPart, keepsRest, showsLate }) => {
  let world: WorldWithStubs;
  let admin: ReturnType<typeof adminOf>;

  beforeAll(async () => {
    world = await startWorld({ here: true, stubs: true, workers: 1, payments: dialect });
    admin = adminOf(world, paymentEnvironment(world.stubs.payments.origin, world.secrets, dialect));
  });
  afterAll(() => world?.stop());

  const why = ['--reason', 'Asked for by the member'];
  const core = () => world.gateways[0].core.payments;
  const act = (id: string, action: Parameters<WorldWithStubs['stubs']['payments']['act']>[1]) =>
    world.stubs.payments.act(id, action);

  async function order(language: Locale = 'en') {
    const [who] = await world.people({
      account: { country: 'NL', language, createdAt: world.clock.now() - DAY },
    });
    const wish = { key: randomUUID(), package: 'p1', method: 'sct' } as const;
    const { payment } = await who.http.call(startPayment, wish);
    const opened = world.stubs.payments.list().find(({ reference }) => reference === payment);
    if (!opened) throw new Error('nothing was opened');
    // The payer chooses the transfer on the page of a provider that has one.
    if (showsLate) act(opened.id, 'submit');
    return { who, payment, id: opened.id };
  }

  const shown = async (who: Person, payment: string) =>
    (await who.http.call(getPayment, { id: payment })).payment;

  interface Row {
    state: string;
    reason: string | null;
    grantedAt: number | null;
  }
  /** The stored row; sessions of members end when the clock moves by weeks. */
  const rowOf = async (payment: string) =>
    world.inside.mongo.connection
      .collection<Row & { _id: string }>('payments')
      .findOne({ _id: payment }) as Promise<Row>;
  const granted = (payment: string) =>
    until(
      () => rowOf(payment),
      (row) => row.state === 'completed' && row.grantedAt !== null,
    );

  async function json<T>(...args: string[]): Promise<T> {
    const { code, out, err } = await admin('--json', ...args);
    if (code !== 0) throw new Error(`exit ${code}: ${err}`);
    return JSON.parse(out) as T;
  }

  interface Stray {
    _id: string;
    why: string;
    state: string;
    cents: number;
    reference: string;
    payment?: string;
  }
  const strays = (...args: string[]) => json<Stray[]>('strays', 'list', ...args);
  const strayOf = async (reference: string, ...args: string[]) =>
    (await strays(...args)).filter((one) => one.reference === reference);

  const languages: readonly Locale[] = dialect === 'bridge' ? LOCALES : ['en'];

  it.each(languages)('mails where to transfer to once, in %s', async (language) => {
    const { who, payment } = await order(language);
    const view = await until(
      () => shown(who, payment),
      ({ transfer }) => transfer !== null,
    );
    expect(view.transfer).toMatchObject({ holder: 'Stichting Sandbox Payments', cents: PRICE });
    const mails = () => world.stubs.mailbox.mails(who.email);
    const [mail] = await until(mails, (all) => all.length > 0, 20_000);
    expect(mail?.subject).toBe(SUBJECTS[language]);
    expect(mail?.html).toContain(`<html lang="${language}">`);
    expect(mail?.html).toContain('<th scope="row"');
    for (const part of [
      'Stichting Sandbox Payments',
      'NL91 ABNA 0417 1643 00',
      'ABNANL2A',
      view.transfer?.reference ?? 'none',
      `/transactions/${payment}`,
    ])
      expect(mail?.text).toContain(part);
    await shown(who, payment);
    await core().reconcilePayments();
    expect(mails()).toHaveLength(1);
  });

  it.runIf(showsPart)('shows what came so far on every device, and what is left', async () => {
    const { who, payment, id } = await order();
    const device = await who.device();
    act(id, 'partial');
    const event = await device.wait(paymentChanged, ({ payment: about }) => about === payment);
    expect(event.state).toBe('pending');
    const view = await shown(who, payment);
    expect(view).toMatchObject({ state: 'pending', receivedCents: 999, priceCents: PRICE });
    expect(view.transfer?.cents).toBe(1_000);
    device.close();
  });

  it('grants a transfer that came in two parts, once', async () => {
    const { who, payment, id } = await order();
    act(id, 'partial');
    act(id, 'arrive');
    await granted(payment);
    expect(await shown(who, payment)).toMatchObject({ receivedCents: PRICE, transfer: null });
  });

  it('grants a transfer with too much', async () => {
    const { payment, id } = await order();
    act(id, 'over');
    await granted(payment);
    const rest = keepsRest ? [{ why: 'over', state: 'seen', cents: 500 }] : [];
    expect(await strayOf(payment)).toMatchObject(rest);
  });

  it.runIf(keepsRest)('shows the rest to a person, who gives it back once', async () => {
    const { payment, id } = await order();
    const before = (await core().figures()).strays.over;
    act(id, 'over');
    await granted(payment);
    const rest = await strayOf(payment);
    expect((await core().figures()).strays.over).toBe(before + 1);
    expect((await admin('strays', 'list')).out).toMatch(/more than ordered .* return\n/);
    // Nothing goes back without a person, and no second row is made.
    await core().reconcilePayments();
    expect(await strayOf(payment)).toEqual(rest);
    for (let time = 0; time < 2; time += 1)
      expect((await admin('strays', 'return', rest[0]?._id ?? '', ...why)).code).toBe(0);
    const { refunds = [] } = world.stubs.payments.find(id) ?? {};
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual([500]);
    expect((await core().figures()).strays.over).toBe(before);
  });

  it.runIf(keepsRest)('finds the rest again after a crash before its row', async () => {
    const { payment, id } = await order();
    act(id, 'over');
    await granted(payment);
    const [row] = await strayOf(payment);
    // The state after a crash between the move and the row.
    const { connection } = world.inside.mongo;
    await connection.collection<Stray>('strays').deleteOne({ _id: row?._id ?? '' });
    await connection
      .collection<Row & { _id: string }>('payments')
      .updateOne({ _id: payment }, { $set: { grantedAt: null } });
    await core().reconcilePayments();
    expect(await strayOf(payment)).toMatchObject([{ _id: row?._id, cents: 500, state: 'seen' }]);
  });

  it('gives money under a wrong reference to its order when a person matches it', async () => {
    const { payment, id } = await order();
    act(id, 'misread');
    const wrong = [...payment].reverse().join('');
    world.clock.advance(2 * HOUR);
    await core().reconcileDay();
    const [stray] = await strayOf(wrong);
    expect(stray).toMatchObject({ why: 'unknown', state: 'seen', cents: PRICE });
    expect((await core().figures()).strays.unknown).toBe(1);
    const match = (to: string) => admin('strays', 'match', stray?._id ?? '', to, ...why);
    expect(await match('0'.repeat(24))).toMatchObject({
      code: 1,
      err: expect.stringContaining('no payment'),
    });
    for (let time = 0; time < 2; time += 1)
      expect(await match(payment)).toMatchObject({ code: 0, out: expect.stringContaining('60 credits') });
    await granted(payment);
    expect(await strayOf(wrong, '--state', 'ended')).toMatchObject([{ state: 'matched', payment }]);
    expect((await core().figures()).strays.unknown).toBe(0);
    // Its own checkout is closed, or its money goes back as a second payment.
    expect(await match('1'.repeat(24))).toMatchObject({ code: 1 });
    const paid = await order();
    act(paid.id, 'arrive');
    await granted(paid.payment);
    expect(await match(paid.payment)).toMatchObject({ code: 1, err: expect.stringContaining('already') });
  });

  it('continues a match that a crash cut off', async () => {
    const { payment, id } = await order();
    act(id, 'misread');
    world.clock.advance(2 * HOUR);
    await core().reconcileDay();
    const [stray] = await strayOf([...payment].reverse().join(''));
    await world.inside.mongo.connection
      .collection<Stray>('strays')
      .updateOne({ _id: stray?._id ?? '' }, { $set: { state: 'matched', payment } });
    expect((await rowOf(payment)).state).toBe('pending');
    expect((await admin('strays', 'match', stray?._id ?? '', payment, ...why)).code).toBe(0);
    await granted(payment);
  });

  it('refuses to match money that does not cover an order, or an order that is paid', async () => {
    const { payment, id } = await order();
    act(id, 'misread');
    world.clock.advance(2 * HOUR);
    await core().reconcileDay();
    const [stray] = await strayOf([...payment].reverse().join(''));
    const match = (to: string) => admin('strays', 'match', stray?._id ?? '', to, ...why);
    const [rich] = await world.people({ account: { country: 'NL', createdAt: world.clock.now() - DAY } });
    const wish = { key: randomUUID(), package: 'p3', method: 'sct' } as const;
    const { payment: dear } = await rich.http.call(startPayment, wish);
    expect(await match(dear)).toMatchObject({ code: 1, err: expect.stringContaining('costs 99.99 EUR') });
    expect((await rowOf(dear)).state).toBe('pending');
    act(id, 'arrive');
    await granted(payment);
    expect(await match(payment)).toMatchObject({ code: 1, err: expect.stringContaining('is paid already') });
    expect((await strayOf([...payment].reverse().join('')))[0]?.state).toBe('seen');
  });

  it.runIf(showsPart)('holds a part for a person once the time is up, and shows it to them', async () => {
    const { payment, id } = await order();
    act(id, 'partial');
    await until(
      () => rowOf(payment),
      (row) => (row as { receivedCents?: number }).receivedCents === 999,
    );
    world.clock.advance(14 * DAY - HOUR);
    await core().reconcilePayments();
    expect((await rowOf(payment)).state).toBe('pending');
    world.clock.advance(HOUR + 60_000 + DAY);
    await core().reconcilePayments();
    expect(await rowOf(payment)).toMatchObject({ state: 'review', reason: 'amount', grantedAt: null });
    const held = await json<{ _id: string; receivedCents: number }[]>('payments', 'list');
    expect(held.find((one) => one._id === payment)?.receivedCents).toBe(999);
    expect((await admin('payments', 'list')).out).toMatch(/9\.99/);
    expect((await core().figures()).review).toBeGreaterThan(0);
    const accepted = await admin('payments', 'accept', payment, '--paid', '9.99', ...why);
    expect(accepted).toMatchObject({ code: 0, out: expect.stringContaining('60 credits are given') });
  });

  it.each([1, 60])('grants a transfer that comes %i days after its end', async (days) => {
    const { payment, id } = await order();
    act(id, 'expire');
    await until(
      () => rowOf(payment),
      ({ state }) => state === 'cancelled',
    );
    world.clock.advance(days * DAY);
    await core().reconcilePayments();
    act(id, 'arrive');
    await granted(payment);
  });

  it('breaks no invariant', async () => {
    expect(await world.violations()).toEqual([]);
  });
});
