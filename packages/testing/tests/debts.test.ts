import { randomUUID } from 'node:crypto';
import { LOCALES, type Locale } from '@heartline/contracts';
import { type Person, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payer, providerIdOf } from './provider-in-test.ts';
import { createPurchases } from './purchases-in-test.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Members who owe credits that a bank took back. */
describe('a debt', () => {
  let world: WorldWithStubs;
  let purchases: ReturnType<typeof createPurchases>;
  let admin: ReturnType<typeof adminOf>;

  beforeAll(async () => {
    world = await startWorld({ here: true, stubs: true, workers: 1 });
    purchases = createPurchases(world);
    admin = adminOf(world);
  });
  afterAll(() => world?.stop());

  const core = () => world.gateways[0].core;
  const debtOf = async (who: Person) => (await core().credits.statusOf(who.id)).debt;
  const mailsOf = (who: Person) => world.stubs.mailbox.mails(who.email);
  const remind = () => core().payments.remindDebtors();
  const figures = async () => (await core().payments.figures()).debts;

  /** A mail that came, found by words of its subject. */
  const mailed = async (who: Person, subject: RegExp, times = 1) => {
    const found = () => mailsOf(who).filter((mail) => subject.test(mail.subject));
    return until(found, (all) => all.length >= times, 20_000);
  };

  /** A member who bought 25 credits, spent two of them, and whose bank took the money back. */
  async function disputed(language: Locale = 'en', spent = 2) {
    const [who, other] = await world.people(
      { account: { createdAt: world.clock.now() - DAY, language, country: 'NL' } },
      {},
    );
    const { payment, providerId } = await purchases.buy(who, 'p0');
    for (let sent = 0; sent < spent; sent += 1) await purchases.spend(who, other);
    world.stubs.payments.act(providerId, 'disputed');
    await until(
      () => core().credits.statusOf(who.id),
      ({ purchased }) => purchased === 0,
    );
    return { who, payment, providerId };
  }

  /** Buys 25 credits, and returns the provider’s id of the payment. */
  async function buyAgain(who: Person): Promise<string> {
    const wish = { key: randomUUID(), package: 'p0', method: 'creditcard' } as const;
    const started = await core().payments.startPayment(payer(who.id), wish);
    if (!started.ok) throw new Error(started.refusal.code);
    const providerId = providerIdOf(started.value.redirect);
    world.stubs.payments.act(providerId, 'pay');
    await until(
      () => debtOf(who),
      (debt) => debt === 0,
    );
    return providerId;
  }

  const list = async (...more: string[]) => {
    const { code, out, err } = await admin('--json', 'debts', 'list', ...more);
    if (code !== 0) throw new Error(err);
    return JSON.parse(out) as { member: string; credits: number; reminders: number }[];
  };

  const SUBJECTS: Readonly<Record<Locale, RegExp>> = {
    en: /^About your payment of /,
    de: /^Zu deiner Zahlung vom /,
    nl: /^Over je betaling van /,
    fr: /^À propos de ton paiement du /,
    it: /^Il tuo pagamento del /,
    es: /^Sobre tu pago del /,
    pl: /^W sprawie płatności z dnia /,
  };

  it.each(LOCALES)('is mailed on the day itself with one quiet button, in %s', async (language) => {
    const { who } = await disputed(language);
    const [mail] = await mailed(who, SUBJECTS[language]);
    expect(mail?.html).toContain(`<html lang="${language}">`);
    expect(mail?.text).toMatch(/\/credits\n/);
    expect(mail?.text).toMatch(/\b2\b/);
    expect(mail?.subject).not.toContain('Heartline');
  });

  it('asks for nothing where no credits were spent', async () => {
    const { who } = await disputed('en', 0);
    const [mail] = await mailed(who, SUBJECTS.en);
    expect(mail?.text).toContain('We took 25 credits back.');
    expect(mail?.text).toContain('/credits/statement\n');
    expect((await list('--all')).some(({ member }) => member === who.id)).toBe(false);
  });

  it('ends by any purchase that repays it, and begins anew with the next one', async () => {
    const { who } = await disputed();
    const again = await buyAgain(who);
    world.clock.advance(8 * DAY);
    await remind();
    expect((await list('--all')).some(({ member }) => member === who.id)).toBe(false);
    expect(mailsOf(who).some(({ subject }) => subject.startsWith('A reminder'))).toBe(false);
    const debts = world.inside.mongo.connection.collection<{ _id: string; state: string; turn: number }>(
      'debts',
    );
    expect(await debts.findOne({ _id: who.id })).toMatchObject({ state: 'ended', turn: 1 });
    world.stubs.payments.act(again, 'disputed');
    const turn = () => debts.findOne({ _id: who.id });
    expect(await until(turn, (row) => row?.state === 'open')).toMatchObject({ turn: 2 });
    expect(await debtOf(who)).toBe(2);
  });

  it('ends when the bank gives the money back, and the member reads that', async () => {
    const { who, providerId } = await disputed();
    await mailed(who, SUBJECTS.en);
    world.stubs.payments.act(providerId, 'disputeWon');
    await until(
      () => debtOf(who),
      (debt) => debt === 0,
    );
    const mails = await mailed(who, SUBJECTS.en, 2);
    const won = mails.find(({ text }) => text.includes('stands'));
    expect(won?.text).toContain('23 credits are in your account again.');
    await remind();
    expect((await list('--all')).some(({ member }) => member === who.id)).toBe(false);
  });

  it('is reminded of on day 7 and 21, not a minute before, then listed for a person', async () => {
    const { who, payment } = await disputed();
    await mailed(who, SUBJECTS.en);
    const before = await figures();
    world.clock.advance(7 * DAY - MINUTE);
    await remind();
    expect(await list('--all')).toContainEqual(expect.objectContaining({ member: who.id, reminders: 0 }));
    world.clock.advance(MINUTE);
    for (let time = 0; time < 2; time += 1) await remind();
    const [first, ...others] = await mailed(who, /^A reminder about your order of /);
    expect(others).toEqual([]);
    expect(first?.text).toContain('2 credits that you’ve used already');
    world.clock.advance(14 * DAY - MINUTE);
    await remind();
    expect((await list()).some(({ member }) => member === who.id)).toBe(false);
    world.clock.advance(MINUTE);
    for (let time = 0; time < 2; time += 1) await remind();
    const reminders = await mailed(who, /^A reminder about your order of /, 2);
    expect(reminders).toHaveLength(2);
    expect(reminders.filter(({ text }) => text.includes('This is our last reminder'))).toHaveLength(1);
    expect(await list()).toContainEqual(
      expect.objectContaining({ member: who.id, credits: 2, reminders: 2 }),
    );
    const { out } = await admin('debts', 'list');
    expect(out).toMatch(new RegExp(`${who.id} +2 credits +${payment}`));
    // The debts of the members before are older.
    expect(await figures()).toEqual({ reminding: 0, person: before.reminding + before.person });
    world.clock.advance(30 * DAY);
    await remind();
    expect(await mailed(who, /^A reminder about your order of /, 2)).toHaveLength(2);
  });

  it('breaks no invariant', async () => {
    expect(await world.violations()).toEqual([]);
  });
});
