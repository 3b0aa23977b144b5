import {
  type CallContract,
  getRefund,
  getUser,
  getWithdrawal,
  LIMITS,
  type OutputOf,
  withdraw,
} from '@heartline/contracts';
import { outcomeOf, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPurchases } from './purchases-in-test.ts';

const DAY = 86_400_000;

describe('a withdrawal without a session', () => {
  let world: WorldWithStubs;
  let purchases: ReturnType<typeof createPurchases>;

  beforeAll(async () => {
    world = await startWorld({ here: true, workers: 1, stubs: true });
    purchases = createPurchases(world);
  });
  afterAll(() => world?.stop());

  const core = () => world.gateways[0].core;

  /** A member who bought, with the number of the receipt. */
  async function buyer() {
    const { who, other, payments } = await purchases.buyer();
    const { payment, providerId } = payments[0]!;
    const receipts = world.inside.mongo.connection.collection<{ number: string; payment: string }>(
      'receipts',
    );
    const receipt = await until(
      () => receipts.findOne({ payment }),
      (row) => row !== null,
    );
    return { who, other, payment, providerId, number: receipt!.number };
  }

  /** A call without a session. */
  const ask = <C extends CallContract>(contract: C, input: object) =>
    world.browser().call(contract, input as never) as Promise<OutputOf<C>>;
  const open = (number: string, email: string) => ask(getWithdrawal, { number, email });
  const offerOf = ({ withdrawal: { offer } }: OutputOf<typeof getWithdrawal>) => {
    if (!offer) throw new Error('no offer');
    const { turn, credits, cents, endsPremium } = offer;
    return { turn, credits, cents, endsPremium };
  };
  /** Mails about withdrawals, the latest first; those about the order came before. */
  const mails = ({ email }: { email: string }) =>
    world.stubs.mailbox.mails(email).filter(({ subject }) => !subject.startsWith('Order confirmation'));
  const acknowledgements = (to: { email: string }) =>
    mails(to).filter(({ subject }) => subject.startsWith('We’ve received your withdrawal'));
  const stored = () =>
    world.inside.mongo.connection.collection<{ number: string; why: string }>('withdrawals');

  it('opens by receipt number and address, refunds once and mails the acknowledgement', async () => {
    const { who, number, providerId } = await buyer();
    const found = await open(` ${number.toLowerCase()} `, who.email.toUpperCase());
    expect(found.withdrawal).toMatchObject({ number, credits: 25, none: null, refunds: [] });
    const statement = { number, email: who.email, offer: offerOf(found) };
    // Two tabs and a double click.
    const answers = await Promise.all([1, 2, 3].map(() => ask(withdraw, statement)));
    expect(new Set(answers.map(({ refund }) => refund?.turn))).toEqual(new Set([1]));
    expect(new Set(answers.map(({ at }) => at)).size).toBe(1);
    await purchases.settled(who, 'completed');
    expect(purchases.paidBack(providerId)).toBe(found.withdrawal.offer?.cents);
    await until(
      () => mails(who),
      (some) => some.length === 2,
    );
    expect(acknowledgements(who)).toHaveLength(1);
    const again = await open(number, who.email);
    expect(again.withdrawal).toMatchObject({ offer: null, none: 'spent', refunds: [{ turn: 1 }] });
    expect((await ask(withdraw, statement)).at).toBe(answers[0]?.at);
    expect((await who.http.call(getUser, {})).user.credits).toBe(0);
  });

  it('answers a wrong number, a wrong address and another’s receipt alike', async () => {
    const [mara, jonas] = [await buyer(), await buyer()];
    const misses = [
      ['HL-2026-999999', mara.who.email],
      [mara.number, 'nobody@mail.example'],
      [mara.number, jonas.who.email],
    ] as const;
    for (const [number, email] of misses) expect(await outcomeOf(open(number, email))).toBe('NOT_FOUND');
  });

  it('refuses input that is no number or address, and stores nothing', async () => {
    const before = await stored().countDocuments();
    const good = { number: 'HL-2026-000001', email: 'a@mail.example' };
    const wrong: object[] = [
      { number: { $gt: '' } },
      { number: ['HL'] },
      { number: '' },
      { number: 'H'.repeat(10_000) },
      { email: 'nobody' },
      { email: { $ne: null } },
      { email: `a@${'b'.repeat(400)}` },
      { member: 'f'.repeat(24) },
      { offer: { turn: 0, credits: 1, cents: 1 } },
    ];
    for (const one of wrong)
      expect(await outcomeOf(ask(withdraw, { ...good, ...one }))).toBe('VALIDATION_FAILED');
    expect(await stored().countDocuments()).toBe(before);
  });

  it('takes the statement for a person when number and address open nothing', async () => {
    const statement = { number: 'HL-2026-424242', email: 'gone@mail.example', name: 'Mara' };
    const first = await ask(withdraw, statement);
    expect(first).toMatchObject({ refund: null });
    world.clock.advance(1_000);
    expect(await ask(withdraw, statement)).toEqual(first);
    const admin = adminOf(world);
    const [row] = JSON.parse((await admin('--json', 'withdrawals', 'list')).out) as { _id: string }[];
    expect(row).toMatchObject({ ...statement, why: 'unmatched' });
    expect((await core().payments.figures()).withdrawals).toBeGreaterThan(0);
    const why = ['--reason', 'Refunded by hand'];
    expect((await admin('withdrawals', 'handled', row!._id, ...why)).code).toBe(0);
    expect((await admin('withdrawals', 'list')).out).not.toContain('424242');
    expect((await admin('withdrawals', 'handled', 'none', ...why)).code).toBe(1);
    // Stated again: it waits for a person again, and counts from the first time.
    expect(await ask(withdraw, statement)).toEqual(first);
    expect((await admin('withdrawals', 'list')).out).toContain('424242');
  });

  it('is in the archive of the member whose address was named', async () => {
    const { who } = await buyer();
    async function archive() {
      for await (const part of core().payments.personalData.gather(who.id))
        if (part.kind === 'data' && part.name === 'withdrawals') return part;
      return undefined;
    }
    expect(await archive()).toBeUndefined();
    const [local, domain] = who.email.split('@');
    const email = `${local}+shop@${domain}`;
    const { at } = await ask(withdraw, { number: 'HL-2026-515151', email, name: 'Mara' });
    expect(await archive()).toMatchObject({
      title: 'withdrawals',
      data: [{ at, number: 'HL-2026-515151', email, name: 'Mara', state: 'pending' }],
    });
  });

  it('takes the statement of a suspended account, acknowledges it and moves nothing', async () => {
    const { who, number, providerId, payment } = await buyer();
    const offer = offerOf(await open(number, who.email));
    await core().accounts.suspend(who.id);
    // The caller chose these amounts: the company never states them.
    const forged = { ...offer, turn: 7, credits: 99_999, cents: 99_999_900 };
    expect((await ask(withdraw, { number, email: who.email, offer: forged })).refund).toBeNull();
    const [first] = await until(
      () => acknowledgements(who),
      (some) => some.length === 1,
    );
    expect(first?.text).toContain(number);
    expect(first?.text).not.toMatch(/99[.,]999|999[.,]999/);
    const answer = await ask(withdraw, { number, email: who.email, offer });
    expect(answer.refund).toBeNull();
    expect(await stored().findOne({ number })).toMatchObject({ why: 'locked', payment });
    const [mail] = await until(
      () => acknowledgements(who),
      (some) => some.length === 2,
    );
    expect(mail?.text).toContain(payment);
    expect(mail?.text).toContain('25 unused credits');
    expect(purchases.paidBack(providerId)).toBe(0);
  });

  it('acknowledges a statement that opens nothing, without amounts, three times a day', async () => {
    const to = { email: 'stranger@mail.example' };
    const number = 'HL-2026-31337';
    await ask(withdraw, { number: 'SEE HTTPS://X.EXAMPLE', ...to });
    const [mail] = await until(
      () => acknowledgements(to),
      (some) => some.length === 1,
    );
    expect(mail?.text).not.toContain('X.EXAMPLE');
    for (let n = 0; n < 3; n += 1) await ask(withdraw, { number: `${number}${n}`, ...to });
    const texts = await until(
      () => acknowledgements(to).map(({ text }) => text),
      (some) => some.length === 3,
    );
    expect(texts.join()).toContain(`${number}0`);
    expect(texts.join()).toContain(`${number}1`);
    expect(texts.join()).not.toMatch(/€|credits/);
    const sent = world.inside.mongo.connection.collection('mails').countDocuments({ to: to.email });
    expect(await sent).toBe(3);
  });

  it('says that a spent pack has nothing left, and that the time is over', async () => {
    const spent = await buyer();
    for (let n = 0; n < 25; n += 1) await purchases.spend(spent.who, spent.other);
    expect((await open(spent.number, spent.who.email)).withdrawal).toMatchObject({
      offer: null,
      none: 'spent',
    });
    onTestFinished(world.clock.hold());
    const late = await buyer();
    const found = await open(late.number, late.who.email);
    const { until: end } = found.withdrawal;
    world.clock.advance(end - world.clock.now());
    expect((await open(late.number, late.who.email)).withdrawal.offer).not.toBeNull();
    world.clock.advance(1);
    expect((await open(late.number, late.who.email)).withdrawal).toMatchObject({ offer: null, none: 'over' });
    const statement = { number: late.number, email: late.who.email, offer: offerOf(found) };
    expect(await outcomeOf(ask(withdraw, statement))).toBe('REFUND_CHANGED');
  });

  it('refuses terms that changed since step one, and refunds nothing', async () => {
    const { who, other, number, providerId } = await buyer();
    const offer = offerOf(await open(number, who.email));
    await purchases.spend(who, other);
    expect(await outcomeOf(ask(withdraw, { number, email: who.email, offer }))).toBe('REFUND_CHANGED');
    expect((await who.http.call(getRefund, {})).refunds).toEqual([]);
    expect(purchases.paidBack(providerId)).toBe(0);
  });

  it('stops the 21st guess of a network, and of a number from anywhere', async () => {
    expect(LIMITS.withdrawal).toEqual({ points: 20, seconds: 3_600, by: 'network', failClosed: true });
    const { who, number } = await buyer();
    const browser = world.browser();
    const guess = (n: number) =>
      outcomeOf(browser.call(getWithdrawal, { number, email: `guess${n}@mail.example` }));
    for (let n = 0; n < 20; n += 1) expect(await guess(n)).toBe('NOT_FOUND');
    expect(await guess(20)).toBe('RATE_LIMITED');
    // From another network as well, the number stays closed for an hour.
    expect(await outcomeOf(open(number, who.email))).toBe('NOT_FOUND');
    world.clock.advance(DAY / 24);
    expect((await open(number, who.email)).withdrawal.number).toBe(number);
  });

  it('stops the 11th guess of an address in a day, also when it has tags', async () => {
    const { who, number } = await buyer();
    const [local, domain] = who.email.split('@');
    const spelt = (n: number) => `${local?.toUpperCase()}+${n}@${domain}`;
    // Each from a network of its own.
    for (let n = 0; n < 10; n += 1) expect(await outcomeOf(open(`HL-1999-${n}`, spelt(n)))).toBe('NOT_FOUND');
    expect(await outcomeOf(open(number, spelt(10)))).toBe('NOT_FOUND');
    const statement = { number, email: who.email, offer: { turn: 1, credits: 25, cents: 999 } };
    expect(await ask(withdraw, statement)).toMatchObject({ refund: null });
    expect(await stored().findOne({ number })).toMatchObject({ why: 'unmatched' });
    world.clock.advance(DAY);
    expect((await open(number, who.email)).withdrawal.number).toBe(number);
  });
});
