import { randomUUID } from 'node:crypto';
import { getPackages, getPage, getPrices, getSettings, startPayment } from '@heartline/contracts';
import { HttpClient, startWorld, type WorldWithStubs } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Prices of sites: set by operators, kept as history, shown with VAT and the price before a reduction. */
let world: WorldWithStubs;
let admin: ReturnType<typeof adminOf>;

beforeAll(async () => {
  world = await startWorld({ here: true, stubs: true, gateways: 2 });
  admin = adminOf(world);
  for (const host of ['amora.example', 'bella.example', 'cara.example'])
    expect(await admin('site', 'add', host, ...WHY)).toMatchObject({ code: 0 });
});
afterAll(() => world?.stop());

const WHY = ['--reason', 'Prices of the new season'];
const DAY_MS = 86_400_000;

const set = (
  site: string,
  currency: string,
  pack: string,
  cents: number | string,
  credits: number | string,
) => admin('prices', 'set', site, currency, pack, '--cents', `${cents}`, '--credits', `${credits}`, ...WHY);

async function json<T>(...args: string[]): Promise<T> {
  const { code, out, err } = await admin('--json', ...args);
  if (code !== 0) throw new Error(`exit ${code}: ${err}`);
  return JSON.parse(out) as T;
}

/** A visitor of a host at each gateway, once their caches have expired. */
function visitors(host: string): HttpClient[] {
  world.clock.advance(5_001);
  return world.gateways.map(({ address }) => new HttpClient({ address, origin: `http://${host}` }));
}

/** The prices of a site in a country, as both gateways tell them. */
async function pricesIn(host: string, country = 'NL') {
  const [one, other] = await Promise.all(
    visitors(host).map((visitor) => visitor.call(getPrices, { country })),
  );
  expect(other).toEqual(one);
  return one!;
}
const packOf = async (host: string, id: string, country?: string) =>
  (await pricesIn(host, country)).packages.find((pack) => pack.id === id)!;

describe('npm run admin prices', () => {
  it('sets the price of one site in one currency, everywhere it is named', async () => {
    const done = await set('amora.example', 'eur', 'p0', 1_099, 25);
    expect(done).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('p0 costs 10.99 EUR for 25 credits'),
    });
    expect(await set('amora.example', 'EUR', 'p3', 8_800, 400)).toMatchObject({ code: 0 });
    expect(await packOf('amora.example', 'p0')).toMatchObject({
      priceCents: 1_099,
      credits: 25,
      currency: 'EUR',
    });
    expect(await packOf('amora.example', 'p0', 'GB')).toMatchObject({ priceCents: 899 });
    expect(await packOf('bella.example', 'p0')).toMatchObject({ priceCents: 999 });
    const [visitor] = visitors('amora.example');
    const { settings } = await visitor!.call(getSettings, {});
    expect(settings.minimum_message_costs).toMatchObject({ NL: { costs: 0.22, currency: 'EUR' } });
    const help = JSON.stringify(await visitor!.call(getPage, { slug: 'faq', locale: 'nl' }));
    expect(help.replaceAll('\u{a0}', ' ')).toContain('€ 10,99');
  });

  it('shows prices and their history, and writes the audit log first', async () => {
    expect(await set('bella.example', 'EUR', 'p1', 1_899, 60)).toMatchObject({ code: 0 });
    expect(await set('bella.example', 'EUR', 'p1', 1_999, 61)).toMatchObject({ code: 0 });
    const shown = await json<{ prices: object[] }>('prices', 'show', 'bella.example', 'EUR');
    expect(shown.prices).toMatchObject([
      { pack: 'p0', cents: 999, since: null },
      { pack: 'p1', cents: 1_999, credits: 61 },
      { pack: 'p2', cents: 4_499, since: null },
      { pack: 'p3', cents: 9_999, since: null },
    ]);
    const history = await json<object[]>('prices', 'history', 'bella.example', 'EUR', 'p1');
    expect(history).toMatchObject([
      { cents: 1_999, credits: 61, by: 'olga', reason: WHY[1] },
      { cents: 1_899, credits: 60, by: 'olga', reason: WHY[1] },
    ]);
    expect((await admin('prices', 'history', 'bella.example')).out).toMatch(/p1 +61 +19\.99 EUR +olga/);
    expect((await admin('prices', 'history', 'bella.example', 'USD')).out).toContain('the defaults hold');
    const acts = await json<object[]>('audit', '--target', 'bella.example');
    expect(acts).toContainEqual(
      expect.objectContaining({
        act: 'price.set',
        state: 'done',
        operator: 'olga',
        detail: { currency: 'EUR', pack: 'p1', cents: 1_999, credits: 61 },
      }),
    );
  });

  it('adds no row when the price is set again', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect(await set('bella.example', 'USD', 'p0', 1_199, 25)).toMatchObject({ code: 0 });
      expect(await json('prices', 'history', 'bella.example', 'USD', 'p0')).toHaveLength(1);
    }
  });

  it.each([
    ['a price of 0', ['EUR', 'p1', '--cents', '0', '--credits', '60'], /whole number of cents from 1/],
    ['a price of 1.5', ['EUR', 'p1', '--cents', '1.5', '--credits', '60'], /--cents 1999/],
    ['a price in words', ['EUR', 'p1', '--cents', 'ten', '--credits', '60'], /whole number of cents/],
    ['a negative price', ['EUR', 'p1', '--cents=-5', '--credits', '60'], /whole number of cents/],
    ['a slip of two digits', ['EUR', 'p1', '--cents', '19990000', '--credits', '60'], /to 1000000/],
    ['no credits at all', ['EUR', 'p1', '--cents', '1999', '--credits', '0'], /credits of a pack/],
    ['no price', ['EUR', 'p1', '--credits', '60'], /Name the price and the credits/],
    [
      'a larger pack that is dearer per credit',
      ['EUR', 'p3', '--cents', '12100', '--credits', '400'],
      /p3 would cost more per credit than the smaller p2/,
    ],
    [
      'a smaller pack that is cheaper per credit',
      ['EUR', 'p0', '--cents', '800', '--credits', '25'],
      /p1 would cost more per credit than the smaller p0/,
    ],
    [
      'a larger pack with fewer credits',
      ['EUR', 'p2', '--cents', '1000', '--credits', '60'],
      /p2 would not hold more credits than p1/,
    ],
    [
      'an unknown currency',
      ['BTC', 'p1', '--cents', '1999', '--credits', '60'],
      /No site sells in "BTC"\. Currencies: EUR, USD/,
    ],
    ['an unknown pack', ['EUR', 'p9', '--cents', '1999', '--credits', '60'], /no pack "p9"\. Packs: p0, p1/],
  ])('refuses %s, and changes nothing', async (_what, args, words) => {
    const { code, out, err } = await admin('prices', 'set', 'cara.example', ...args, ...WHY);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(words);
    expect(await json('prices', 'history', 'cara.example')).toEqual([]);
  });

  it.each([
    ['without a reason', [], /reason of at least/],
    ['with too short a reason', ['--reason', 'short'], /reason of at least/],
  ])('refuses a price %s', async (_what, reason, words) => {
    const price = ['EUR', 'p1', '--cents', '1899', '--credits', '60'];
    const { code, err } = await admin('prices', 'set', 'cara.example', ...price, ...reason);
    expect(code).toBe(1);
    expect(err).toMatch(words);
  });

  it('needs a site that is set up, and a currency that there is', async () => {
    for (const command of ['show', 'history']) {
      expect(await admin('prices', command, 'carra.example')).toMatchObject({ code: 1, out: '' });
      expect((await admin('prices', command, 'cara.example', 'BTC')).err).toContain('No site sells in "BTC"');
    }
    expect((await admin('prices', 'history', 'cara.example', 'EUR', 'p9')).err).toContain('no pack "p9"');
  });

  it('keeps every one of many prices that are set at once, and the last one holds', async () => {
    const { prices } = world.inside.core.payments;
    const wanted = Array.from({ length: 20 }, (_, index) => 2_000 + index);
    const by = { by: 'olga', reason: 'Many at once' };
    await Promise.all(
      wanted.map((cents) =>
        prices.set('cara.example', { currency: 'CHF', pack: 'p1', cents, credits: 60 }, by),
      ),
    );
    const history = await json<{ cents: number }[]>('prices', 'history', 'cara.example', 'CHF', 'p1');
    expect(history.map(({ cents }) => cents).sort((one, other) => one - other)).toEqual(wanted);
    expect(await packOf('cara.example', 'p1', 'CH')).toMatchObject({ priceCents: history[0]!.cents });
  });

  it('tells at least one of two operators whose prices do not fit together', async () => {
    const { prices } = world.inside.core.payments;
    const by = { by: 'olga', reason: 'Two at once' };
    const outcomes = await Promise.all([
      prices.set('cara.example', { currency: 'AUD', pack: 'p0', cents: 1_420, credits: 25 }, by),
      prices.set('cara.example', { currency: 'AUD', pack: 'p1', cents: 4_000, credits: 60 }, by),
    ]);
    expect(outcomes.some((outcome) => 'problem' in outcome)).toBe(true);
  });
});

describe('a purchase while a price changes', () => {
  const setPrice = (cents: number, credits: number) =>
    world.inside.core.payments.prices.set(
      'default',
      { currency: 'EUR', pack: 'p0', cents, credits },
      { by: 'olga', reason: 'Changed while members buy' },
    );
  const rows = () =>
    world.inside.mongo.connection.collection<{ _id: string; priceCents: number; credits: number }>(
      'payments',
    );

  it('charges no more and gives no less than was shown', async () => {
    const [mara] = await world.people({ name: 'Mara' });
    world.clock.advance(14_400_000);
    const shown = async () => {
      world.clock.advance(5_001);
      const { packages, vat } = await mara.http.call(getPackages, {});
      expect(vat).toBe(21);
      const { credits, priceCents, currency } = packages[0]!;
      return { credits, priceCents, currency };
    };
    const pay = (seen: Awaited<ReturnType<typeof shown>>) =>
      mara.http.call(startPayment, { key: randomUUID(), package: 'p0', method: 'creditcard', seen });
    const before = await shown();
    const open = await pay(before);
    for (const [cents, credits] of [
      [1_049, 25],
      [999, 24],
    ] as const) {
      expect(await setPrice(cents, credits)).toHaveProperty('done');
      const now = await shown();
      await expect(pay(before)).rejects.toMatchObject({ error: { code: 'PACK_PRICE_CHANGED' } });
      const { payment } = await pay(now);
      expect(await rows().findOne({ _id: payment })).toMatchObject({
        priceCents: cents,
        credits,
        fullCents: cents,
      });
    }
    expect(await rows().findOne({ _id: open.payment })).toMatchObject({ priceCents: 999, credits: 25 });
    // A price that fell is charged as it is now, whatever the page showed.
    expect(await setPrice(949, 25)).toHaveProperty('done');
    world.clock.advance(5_001);
    const { payment } = await pay(before);
    expect(await rows().findOne({ _id: payment })).toMatchObject({ priceCents: 949, credits: 25 });
  });

  it('opens no former checkout that is dearer than what is shown now', async () => {
    const [mara] = await world.people({ name: 'Mara' });
    world.clock.advance(14_400_000);
    const order = { key: randomUUID(), package: 'p0', method: 'creditcard' } as const;
    const seen = { credits: 25, priceCents: 949, currency: 'EUR' };
    expect(await setPrice(949, 25)).toHaveProperty('done');
    world.clock.advance(5_001);
    const { payment } = await mara.http.call(startPayment, { ...order, seen });
    expect((await mara.http.call(startPayment, { ...order, seen })).payment).toBe(payment);
    const cheaper = { ...order, seen: { ...seen, priceCents: 899 } };
    await expect(mara.http.call(startPayment, cheaper)).rejects.toMatchObject({
      error: { code: 'KEY_REUSED' },
    });
  });
});

describe('a reduction for everyone', () => {
  it('says the lowest price of the 30 days before, for 30 days', async () => {
    const { prices } = world.inside.core.payments;
    const reduce = (cents: number) =>
      prices.set(
        'cara.example',
        { currency: 'EUR', pack: 'p1', cents, credits: 60 },
        { by: 'olga', reason: 'Sale' },
      );
    for (const cents of [2_199, 1_899]) {
      expect(await reduce(cents)).toHaveProperty('done');
      world.clock.advance(DAY_MS);
    }
    expect(await packOf('cara.example', 'p1')).toMatchObject({ priceCents: 1_899, priorPriceCents: 1_999 });
    world.clock.advance(29 * DAY_MS);
    expect(await packOf('cara.example', 'p1')).toMatchObject({ priceCents: 1_899, priorPriceCents: null });
  });
});

describe('the VAT in a price', () => {
  it('is that of the country, until the operator sets another', async () => {
    const vat = async (country: string) => (await pricesIn('cara.example', country)).vat;
    expect([await vat('NL'), await vat('CH'), await vat('US')]).toEqual([21, 8.1, 0]);
    const rates = '{"AU":10,"NL":22.5}';
    expect(await admin('site', 'set', 'cara.example', 'vat_rates', rates, ...WHY)).toMatchObject({ code: 0 });
    expect([await vat('NL'), await vat('AU'), await vat('BE')]).toEqual([22.5, 10, 21]);
    const wrong = await admin('site', 'set', 'cara.example', 'vat_rates', '{"NL":210}', ...WHY);
    expect(wrong).toMatchObject({ code: 1 });
  });

  it('leaves the price as it is', async () => {
    expect(await packOf('cara.example', 'p0')).toMatchObject({ priceCents: 999 });
  });
});
