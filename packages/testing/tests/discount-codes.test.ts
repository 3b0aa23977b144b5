import { randomUUID } from 'node:crypto';
import {
  bonusEnded,
  type DiscountCode,
  getDiscountCode,
  getPackages,
  getUser,
  startPayment,
  winBack,
} from '@heartline/contracts';
import { connectDevice, type Person, startWorld, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { payer, providerIdOf } from './provider-in-test.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

let world: WorldWithStubs;
let numbered = 0;

beforeAll(async () => {
  world = await startWorld({ here: true, stubs: true });
});
afterAll(() => world?.stop());
beforeEach(() => onTestFinished(async () => expect(await world.violations()).toEqual([])));

const payments = () => world.gateways[0].core.payments;
const rows = (collection: string) => world.inside.mongo.connection.collection<{ _id: string }>(collection);
const at = (ms: number) => `${new Date(world.clock.now() + ms).toISOString().slice(0, 19)}Z`;

/** Adds a code to a site; its name. */
async function add(terms: object = {}, site = 'default'): Promise<string> {
  const code = `CODE${(numbered += 1)}`;
  const file = JSON.stringify([{ code, percent: 10, until: at(DAY), ...terms }]);
  const added = await payments().addCodes(site, file);
  if ('problem' in added) throw new Error(added.problem);
  return code;
}

/** An unpaid member whose time bonus is over, unless the age of the account says otherwise. */
async function guest(account: { country?: string; ageMs?: number } = {}): Promise<Person> {
  const { country = 'NL', ageMs = 5 * HOUR } = account;
  const [who] = await world.people({ account: { createdAt: world.clock.now() - ageMs, country } });
  return who;
}

const wish = (code?: string) => ({
  key: randomUUID(),
  package: 'p1' as const,
  method: 'creditcard' as const,
  ...(code !== undefined && { code }),
});

/** Opens a checkout in the core, past the limit of tries. */
const start = (who: Person, code?: string) => payments().startPayment(payer(who.id), wish(code));

async function outcome(who: Person, code?: string): Promise<string> {
  const started = await start(who, code);
  return started.ok ? String(rowAt(started.value.redirect)?.amountCents) : started.refusal.code;
}

const rowAt = (redirect: string | null) => world.stubs.payments.find(providerIdOf(redirect));
const openCheckouts = (ids: readonly string[]) =>
  world.stubs.payments.list().filter(({ reference, state }) => ids.includes(reference) && state === 'open');

async function pay(who: Person, code?: string): Promise<string> {
  const started = await start(who, code);
  if (!started.ok) throw new Error(started.refusal.code);
  const { payment, redirect } = started.value;
  world.stubs.payments.act(providerIdOf(redirect), 'pay');
  await granted(payment);
  return payment;
}

async function granted(payment: string): Promise<void> {
  await expect
    .poll(async () => await rows('payments').findOne({ _id: payment }), { timeout: 10_000 })
    .toMatchObject({ state: 'completed', grantedAt: expect.any(Number) });
}

const read = (who: Person, code: string) =>
  payments().getDiscountCode({ member: who.id, site: 'default' }, { code });
const answerTo = async (who: Person, code: string) => {
  const found = await read(who, code);
  return found.ok ? 'found' : found.refusal.code;
};

describe('GET /api/discountcode.php', () => {
  it('answers a code with percentage, minimum and country [S3-171 S3-172 S3-173 S7-033]', async () => {
    const code = await add({
      percent: 30,
      minimumCents: 1_000,
      currency: 'EUR',
      countries: ['NL', 'BE'],
      methods: ['ideal'],
      packages: ['p1', 'p2'],
    });
    const who = await guest();
    const { discountcode } = await who.http.call(getDiscountCode, { code: ` ${code.toLowerCase()} ` });
    expect(discountcode).toEqual<DiscountCode>({
      code,
      kind: 'code',
      value_percentage: 30,
      minimum_order_value: 1_000,
      country: 'NL',
      currency: 'EUR',
      user_id: who.id,
      expires: expect.any(Number) as number,
      status: 'active',
      validity: 'once-per-user',
      expired: false,
      paymentmethods: ['ideal'],
      packages: ['p1', 'p2'],
    });
  });

  it('says Code not found for codes that are not this member’s [S5-018 S7-076 S8-010]', async () => {
    const who = await guest();
    const refused = who.http.call(getDiscountCode, { code: 'NOSUCHCODE' });
    await expect(refused).rejects.toMatchObject({ status: 404, error: { message: 'Code not found' } });
    const codes = [
      await add({}, 'other.example'),
      await add({ countries: ['DE'] }),
      await add({ from: at(HOUR) }),
      await add({ member: 'a'.repeat(24) }),
      'СODE1',
    ];
    for (const code of codes) expect(await answerTo(who, code), code).toBe('CODE_NOT_FOUND');
    const ended = await add();
    expect(await answerTo(who, ended)).toBe('found');
    await payments().endCode('default', ended);
    expect(await answerTo(who, ended)).toBe('CODE_NOT_FOUND');
  });

  it('says Code already used after a paid order, and for no other member [S5-019 S8-011]', async () => {
    const [who, other] = [await guest(), await guest()];
    const code = await add();
    await pay(who, code);
    const refused = who.http.call(getDiscountCode, { code });
    await expect(refused).rejects.toMatchObject({ status: 409, error: { message: 'Code already used' } });
    expect(await outcome(who, code)).toBe('CODE_USED');
    expect(await answerTo(other, code)).toBe('found');
  });

  it('is over at its end, to the second', async () => {
    onTestFinished(world.clock.hold());
    const who = await guest();
    const code = await add({ until: at(60 * SECOND) });
    const end = ((await rows('codes').findOne({ _id: `default:${code}` })) as unknown as { until: number })
      .until;
    world.clock.advance(end - world.clock.now() - 1);
    expect(await answerTo(who, code)).toBe('found');
    world.clock.advance(1);
    expect(await answerTo(who, code)).toBe('CODE_NOT_FOUND');
    expect(await outcome(who, code)).toBe('CODE_NOT_FOUND');
  });

  it.each(['code[$gt]=', 'code=AAA&code=BBB', `code=${'A'.repeat(10_000)}`, 'code=', 'code=AAA&$where=1'])(
    'refuses the query %#: it is no code',
    async (query) => {
      const who = await guest();
      const { status } = await who.http.send('GET', `/api/discountcode.php?${query}`);
      expect(status).toBe(400);
    },
  );

  it('stops at the 21st try in an hour, wrong or right', async () => {
    const who = await guest();
    const code = await add();
    const tries = Array.from({ length: 20 }, (_, n) => (n === 7 ? code : `GUESS-${n}`));
    for (const one of tries) await who.http.call(getDiscountCode, { code: one }).catch(() => undefined);
    const over = { status: 429, error: { code: 'CODE_LIMIT' } };
    await expect(who.http.call(getDiscountCode, { code })).rejects.toMatchObject(over);
    await expect(who.http.call(startPayment, wish(code))).rejects.toMatchObject(over);
    expect((await who.http.call(getDiscountCode, {})).discountcode).toBeNull();
    await who.http.call(startPayment, wish());
  });
});

describe('the active discount', () => {
  it('is the time bonus, also where a welcome code is worth more [S4-043 S7-035 S7-077]', async () => {
    const code = await add({ kind: 'welcome', percent: 40, countries: ['AT'] });
    const who = await guest({ country: 'AT', ageMs: HOUR });
    const { discountcode } = await who.http.call(getDiscountCode, { welcome: 'true' });
    expect(discountcode).toMatchObject({ code, kind: 'welcome', value_percentage: 40, country: 'AT' });
    expect((await who.http.call(getDiscountCode, {})).discountcode).toMatchObject({ code: 'TIMEBONUS25' });
    const { packages, discount } = await who.http.call(getPackages, {});
    expect(discount).toMatchObject({ code: 'TIMEBONUS25' });
    expect(packages[1]).toMatchObject({ priceCents: 1_499, fullPriceCents: 1_999 });
    expect(await outcome(who)).toBe('1499');
  });

  it('is the best welcome code of the country once 4 hours are over [S4-044 S4-037]', async () => {
    onTestFinished(world.clock.hold());
    await add({ kind: 'welcome', percent: 5, countries: ['IE'] });
    const code = await add({ kind: 'welcome', percent: 10, countries: ['IE', 'PL'] });
    const [who, elsewhere] = [
      await guest({ country: 'IE', ageMs: 14_399 * SECOND }),
      await guest({ country: 'DE' }),
    ];
    expect((await who.http.call(getPackages, {})).discount).toMatchObject({ code: 'TIMEBONUS25' });
    world.clock.advance(SECOND);
    const { packages, discount } = await who.http.call(getPackages, {});
    expect(discount).toMatchObject({ code });
    expect(packages[1]?.priceCents).toBe(1_799);
    expect((await elsewhere.http.call(getPackages, {})).discount).toBeNull();
    const payment = await pay(who);
    expect(await rows('payments').findOne({ _id: payment })).toMatchObject({
      code: { code, percent: 10 },
      fullCents: 1_999,
      priceCents: 1_799,
    });
    // A member who paid gets no welcome code, not even after a refund.
    expect((await who.http.call(getDiscountCode, { welcome: 'true' })).discountcode).toBeNull();
    expect(await outcome(who)).toBe('1999');
  });

  it('comes with the order as a typed code if that is worth more [S7-062]', async () => {
    const [less, more] = [await add({ percent: 20 }), await add({ percent: 50 })];
    const [one, other] = [await guest({ ageMs: HOUR }), await guest({ ageMs: HOUR })];
    expect(await outcome(one, less)).toBe('1499');
    expect(await outcome(other, more)).toBe('999');
  });

  it('is refused for an order that the typed code does not hold for', async () => {
    const who = await guest();
    const codes = [
      await add({ minimumCents: 2_000, currency: 'EUR' }),
      await add({ packages: ['p2'] }),
      await add({ methods: ['ideal'] }),
      await add({ currency: 'EUR', minimumCents: 1_999 }),
    ];
    const outcomes = await Promise.all(codes.slice(0, 3).map((code) => outcome(who, code)));
    expect(outcomes).toEqual(['CODE_NOT_FOUND', 'CODE_NOT_FOUND', 'CODE_NOT_FOUND']);
    expect(await outcome(who, codes[3])).toBe('1799');
  });

  it('is not changed by another code under the same key', async () => {
    const who = await guest();
    const [one, other] = [await add(), await add({ percent: 20 })];
    const first = { ...wish(one) };
    const { payment } = await who.http.call(startPayment, first);
    expect((await who.http.call(startPayment, first)).payment).toBe(payment);
    const again = who.http.call(startPayment, { ...first, code: other });
    await expect(again).rejects.toMatchObject({ error: { code: 'KEY_REUSED' } });
  });
});

describe('a code', () => {
  it('is used once for fifty windows at the same time', async () => {
    const who = await guest();
    const code = await add();
    const tries = await Promise.all(Array.from({ length: 50 }, () => start(who, code)));
    const ids = tries.flatMap((one) => (one.ok ? [one.value.payment] : []));
    expect(openCheckouts(ids)).toHaveLength(1);
    const device = await connectDevice(who.http);
    await pay(who, code);
    expect(openCheckouts(ids)).toEqual([]);
    expect(await device.wait(bonusEnded)).toMatchObject({ code });
    device.close();
    expect(await rows('codeUses').countDocuments({ _id: `default:${code}:${who.id}` })).toBe(1);
    expect(await outcome(who, code)).toBe('CODE_USED');
  });

  it('gives one discount for two codes in two tabs', async () => {
    const who = await guest({ ageMs: HOUR });
    const code = await add({ percent: 40 });
    const tries = await Promise.all([start(who), start(who, code)]);
    const more = [await start(who), await start(who, code)];
    const ids = [...tries, ...more].flatMap((one) => (one.ok ? [one.value.payment] : []));
    const [open, ...others] = openCheckouts(ids);
    expect(others).toEqual([]);
    world.stubs.payments.act(open?.id ?? '', 'pay');
    await granted(open?.reference ?? '');
    expect(await outcome(who)).toBe('1999');
  });

  it('is used at most as often as its limit, in a race of members', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => guest()));
    const code = await add({ maxUses: 5 });
    const tries = await Promise.all(members.map((who) => start(who, code)));
    const opened = tries.flatMap((one) => (one.ok ? [one.value.payment] : []));
    expect(opened).toHaveLength(5);
    for (const { id } of openCheckouts(opened)) world.stubs.payments.act(id, 'pay');
    for (const payment of opened) await granted(payment);
    expect(await answerTo(members.at(-1)!, code)).toBe('CODE_USED');
    expect(await rows('codeUses').countDocuments({ _id: { $regex: `^default:${code}:` } })).toBe(5);
    const once = await add({ validity: 'once' });
    const both = await Promise.all(members.slice(0, 4).map((who) => start(who, once)));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('is free again after its checkout ended, or never came to be', async () => {
    onTestFinished(world.clock.hold());
    const [one, other] = [await guest(), await guest()];
    const code = await add({ validity: 'once' });
    const first = await start(one, code);
    if (!first.ok) throw new Error(first.refusal.code);
    expect(await outcome(other, code)).toBe('CODE_USED');
    world.clock.advance(DAY / 2);
    await payments().reconcilePayments();
    await payments().reconcilePayments();
    expect(await outcome(other, code)).toBe('1799');
    // A crash after the use was reserved: the payment is not there.
    await rows('codeSlots').updateMany(
      { _id: { $regex: `^default:${code}#` } },
      { $set: { payment: 'gone' } },
    );
    world.clock.advance(29 * SECOND);
    await payments().reconcilePayments();
    expect(await answerTo(one, code)).toBe('CODE_USED');
    world.clock.advance(2 * SECOND);
    await payments().reconcilePayments();
    expect(await answerTo(one, code)).toBe('found');
  });

  it('moves with the member from one checkout to the next, and stays theirs', async () => {
    const [one, other] = [await guest(), await guest()];
    const code = await add({ validity: 'once' });
    const [first, second] = [await start(one, code), await start(one, code)];
    if (!first.ok || !second.ok) throw new Error('not opened');
    expect(rowAt(first.value.redirect)?.state).toBe('cancelled');
    expect(await outcome(other, code)).toBe('CODE_USED');
    world.stubs.payments.act(providerIdOf(second.value.redirect), 'pay');
    await granted(second.value.payment);
    expect(await outcome(other, code)).toBe('CODE_USED');
  });

  it('can be used many times where it says so, up to its limit', async () => {
    const who = await guest();
    const code = await add({ validity: 'many', maxUses: 2 });
    await pay(who, code);
    await pay(who, code);
    expect(await outcome(who, code)).toBe('CODE_USED');
  });

  it('for a first purchase is refused to a member who paid, also after a refund', async () => {
    const who = await guest();
    const code = await add({ validity: 'first-purchase' });
    expect(await answerTo(who, code)).toBe('found');
    await pay(who);
    expect(await answerTo(who, code)).toBe('CODE_NOT_FOUND');
    expect(await outcome(who, 'TIMEBONUS25')).toBe('CODE_NOT_FOUND');
  });
});

describe('the win-back code', () => {
  it('is offered once, is personal, and ends after 24 hours', async () => {
    onTestFinished(world.clock.hold());
    const [who, other] = [await guest(), await guest()];
    expect((await who.http.call(winBack, {})).discountcode).toBeNull();
    await world.gateways[0].core.site.operate.set('default', 'company.delete_discount', '30');
    world.clock.advance(10 * SECOND);
    const offers = await Promise.all(Array.from({ length: 5 }, () => who.http.call(winBack, {})));
    const [first] = offers;
    const code = first?.discountcode?.code ?? '';
    expect(new Set(offers.map(({ discountcode }) => JSON.stringify(discountcode))).size).toBe(1);
    expect(first?.discountcode).toMatchObject({ kind: 'win-back', value_percentage: 30, user_id: who.id });
    expect(await answerTo(other, code)).toBe('CODE_NOT_FOUND');
    expect(await outcome(who, code)).toBe('1399');
    const device = await connectDevice(who.http);
    world.clock.advance(DAY);
    await payments().reconcilePayments();
    await expect.poll(() => device.all(bonusEnded).map((ended) => ended.code)).toContain(code);
    device.close();
    expect((await who.http.call(winBack, {})).discountcode).toBeNull();
    expect(await answerTo(who, code)).toBe('CODE_NOT_FOUND');
    await world.gateways[0].core.site.operate.unset('default', 'company.delete_discount');
  });
});

it('refuses what is no code with every payment', async () => {
  const who = await guest();
  for (const code of [{ $gt: '' }, ['TEN'], 'A'.repeat(10_000), '', null]) {
    const tried = who.http.call(startPayment, { ...wish(), code } as never);
    await expect(tried).rejects.toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
  }
  expect((await who.http.call(getUser, {})).user.credits).toBe(0);
});
