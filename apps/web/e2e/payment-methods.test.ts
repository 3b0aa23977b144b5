import { readFile } from 'node:fs/promises';
import { getPayment, type Locale, type PaymentMethod } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userOf } from './member-page.ts';
import { readScreenTexts, type ScreenTexts } from './screen-texts.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Every way to pay by its address, at accounts of all providers, and the pages around it. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ payments: 'all' });
  const { operate } = stage.world.inside.core.site;
  await operate.set('default', 'retired_methods', 'yes');
  await operate.set('default', 'company.name', 'Northlight B.V.');
});
afterAll(() => stage?.close());

/**
 * A way to pay, its row in the specification, its name on the screen, and a country where it can be had. Direct debit has
 * a form and a file of its own.
 */
const WAYS: readonly (readonly [row: string, method: PaymentMethod, name: string, country: string])[] = [
  ['S3-199', 'sct', 'Bank transfer', 'DE'],
  ['S3-200', 'ideal', 'iDEAL | Wero', 'NL'],
  ['S3-201', 'bancontact', 'Bancontact', 'BE'],
  ['S3-202', 'blik', 'BLIK', 'PL'],
  ['S3-203', 'prezelewy24', 'Przelewy24', 'PL'],
  ['S3-204', 'giropay', 'giropay', 'DE'],
  ['S3-205', 'sofort', 'Sofort', 'AT'],
  ['S3-206', 'eps', 'EPS', 'AT'],
  ['S3-207', 'paypal', 'PayPal', 'IE'],
  ['S3-208', 'creditcard', 'Credit or debit card', 'FR'],
  ['S3-213', 'nexi', 'Nexi', 'IT'],
  ['S3-214', 'applepay', 'Apple Pay', 'NL'],
  ['S3-215', 'paysafecard', 'paysafecard', 'ES'],
];

/** Names that differ between languages; the others are proper names. */
const TRANSLATED: ReadonlySet<PaymentMethod> = new Set(['sct', 'creditcard']);

/** Pretends that the device has Apple Pay. Runs in the page. */
function bringApplePay(): void {
  Object.assign(globalThis, { ApplePaySession: { canMakePayments: () => true } });
}

/** A new member of a country. */
async function memberOf(country: string): Promise<Person> {
  const [person] = await stage.world.people({ account: { country }, profile: { country } });
  return person;
}

/** Opens a page as this member, on a device with Apple Pay. */
async function openAt(person: Person, path: string, look: object = {}): Promise<Page> {
  const page = await stage.signedIn(person, { ...look, path: '/lang-config' });
  await page.context().addInitScript(bringApplePay);
  await page.goto(new URL(path, page.url()).href);
  return page;
}

/** Presses the pay button of the shop, whatever its language: it is the only one with an amount. */
const pressPay = (page: Page) => page.getByRole('button', { name: /\d[.,]\d\d/ }).click();

/** Pays on the page of the provider. */
async function payThere(page: Page): Promise<void> {
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: /^Pay \D*\d/ }).click();
}

/** Pays a transfer: the page is ours, and the money arrives at the provider. */
async function transfer(page: Page, person: Person, texts: ScreenTexts): Promise<void> {
  await page.waitForURL('**/transactions/*');
  await page.getByText(texts.translate('Account holder'), { exact: true }).waitFor();
  await page.getByRole('img', { name: texts.translate('QR code with this transfer') }).waitFor();
  const { payment } = await person.http.call(getPayment, { id: page.url().split('/').at(-1) ?? '' });
  const reference = payment.transfer?.reference ?? '';
  const known = stage.world.stubs.payments.list().find((one) => one.transfer?.reference === reference);
  expect(known).toBeDefined();
  stage.world.stubs.payments.act(known?.id ?? '', 'arrive');
}

describe.each<[Locale, object]>([
  ['en', { width: 1280 }],
  ['pl', { isPhone: true }],
])('in %s', (locale, look) => {
  let texts: ScreenTexts;
  beforeAll(async () => {
    texts = await readScreenTexts(locale);
  });

  it.each(WAYS)('%s: /credits/p1/%s ends in credits', async (_row, method, name, country) => {
    const person = await memberOf(country);
    const page = await openAt(person, `/credits/p1/${method}`, { ...look, locale });
    const label = TRANSLATED.has(method) ? texts.translate(name) : name;
    const radio = page.getByRole('radio', { name: label, exact: true });
    await radio.waitFor();
    expect(await radio.isChecked()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await pressPay(page);
    if (method === 'sct') await transfer(page, person, texts);
    else await payThere(page);
    await page.getByRole('heading', { name: texts.translate('Your credits are here') }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/transactions\/[0-9a-f]{24}$/);
    expect(await userOf(page)).toMatchObject({ credits: 60, paid_user: true });
    await page.context().close();
  });
});

/** A transfer whose provider says how much came: on a computer in German, and on a phone in Dutch. */
describe.each<[Locale, string, object, RegExp, RegExp]>([
  ['de', 'DE', { width: 1280 }, /^9,99\s€ von 19,99\s€ eingegangen/, /^Überweise 10,00\s€$/],
  ['nl', 'NL', { isPhone: true }, /^€\s9,99 van €\s19,99 ontvangen/, /^Maak €\s10,00 over$/],
])('a transfer in %s', (locale, country, look, part, rest) => {
  beforeAll(async () => {
    await stage.world.inside.core.site.operate.set('default', 'payment_routes', '{"sct":["bridge"]}');
    // A gateway caches the settings for five seconds.
    stage.world.clock.advance(5_001);
  });
  afterAll(() => stage?.world.inside.core.site.operate.unset('default', 'payment_routes'));

  it('shows each part as it comes, then the credits', async () => {
    const texts = await readScreenTexts(locale);
    const person = await memberOf(country);
    const page = await openAt(person, '/credits/p1/sct', { ...look, locale });
    await pressPay(page);
    await page.waitForURL('**/transactions/*');
    const payment = page.url().split('/').at(-1) ?? '';
    await page.getByRole('img', { name: texts.translate('QR code with this transfer') }).waitFor();
    const known = stage.world.stubs.payments.list().find(({ reference }) => reference === payment);
    stage.world.stubs.payments.act(known?.id ?? '', 'partial');
    await page.getByText(part).waitFor();
    await page.getByRole('heading', { name: rest }).waitFor();
    expect(await texts.untranslatedOn(page)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    stage.world.stubs.payments.act(known?.id ?? '', 'arrive');
    await page.getByRole('heading', { name: texts.translate('Your credits are here') }).waitFor();
    expect(await userOf(page)).toMatchObject({ credits: 60 });
    await page.context().close();
  });
});

describe('the addresses of buying', () => {
  it('shows four packs with credits, price and terms on /credits [S2-066 S3-228 S3-229 S3-230 S3-231 S3-232 S3-233 S3-234 S3-235]', async () => {
    const page = await openAt(await memberOf('NL'), '/credits');
    await expectPacks(page);
    await page.context().close();
  });

  it('shows the four tiers on /premium, one payment and no subscription [S1-017 S2-054 S2-056 S2-057 S2-058 S2-059 S2-060 S2-061 S2-063 S2-064 S2-065 S3-236]', async () => {
    const page = await openAt(await memberOf('NL'), '/premium');
    await expectPacks(page);
    await page.getByText(/One-time payment, no subscription\./).waitFor();
    await page.context().close();
  });

  it('makes the claim about Premium once an operator gives its source [S1-044 S9-055]', async () => {
    const { operate } = stage.world.inside.core.site;
    const claim = 'Premium members have a 46% higher chance of a match.';
    const person = await memberOf('NL');
    const page = await openAt(person, '/premium');
    await page.getByRole('radio').first().waitFor();
    expect(await page.getByText(claim).count()).toBe(0);
    await operate.set('default', 'premium_claim_percent', '46');
    await operate.set('default', 'premium_claim_source', 'own survey of 1,204 members, 2026');
    // Gateways read settings at most 5 s late.
    const claims = async () => {
      await page.reload();
      return page.getByText(claim).count();
    };
    await expect.poll(claims, { timeout: 20_000, interval: 1_000 }).toBe(1);
    await page.getByText('Source: own survey of 1,204 members, 2026').waitFor();
    await page.context().close();
  });

  it('shows a visitor prices by country on /pricing [S2-055]', async () => {
    const page = await stage.visitor(0, { path: '/pricing' });
    const packs = page.getByRole('list', { name: 'Credit packs' }).getByRole('listitem');
    await packs.first().waitFor();
    expect(await packs.count()).toBe(4);
    await page.getByRole('combobox', { name: 'Prices for' }).selectOption('PL');
    await packs.filter({ hasText: /PLN\s42\.99/ }).waitFor();
    await page.context().close();
  });

  it('shows the pack of the address, and 404 for one that does not exist [S2-070]', async () => {
    const page = await openAt(await memberOf('NL'), '/credits/p2');
    await page.getByRole('heading', { level: 1, name: '150 credits' }).waitFor();
    await page.getByRole('button', { name: 'Pay €44.99' }).waitFor();
    const missing = await page.goto(new URL('/credits/p9', page.url()).href);
    expect(missing?.status()).toBe(404);
    await page.getByText('This page could not be found').waitFor();
    await page.context().close();
  });

  it('says so for an unknown way, and why one can’t be had [S2-071]', async () => {
    const page = await openAt(await memberOf('NL'), '/credits/p1/bitcoin');
    await page.getByText('We don’t know this payment method. Choose one of these.').waitFor();
    await page.goto(new URL('/credits/p1/blik', page.url()).href);
    const blik = page.getByRole('radio', { name: 'BLIK' });
    await blik.waitFor();
    expect(await blik.isDisabled()).toBe(true);
    await page.getByText('Not available here (Netherlands)').waitFor();
    expect(await page.getByRole('radio', { name: 'iDEAL | Wero' }).isChecked()).toBe(true);
    await page.context().close();
  });

  it('opens a payment by one documented call, without a price of its own [S7-060]', async () => {
    const page = await openAt(await memberOf('NL'), '/credits/p1/ideal');
    const call = page.waitForRequest((request) => request.url().endsWith('/api/payment.php'));
    await pressPay(page);
    const request = await call;
    expect(request.method()).toBe('POST');
    expect(request.postDataJSON()).toEqual({
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      package: 'p1',
      method: 'ideal',
      country: 'NL',
      seen: { credits: 60, priceCents: 1_999, currency: 'EUR' },
    });
    const openapi = new URL('../../../infra/reference/openapi.json', import.meta.url);
    const { paths } = JSON.parse(await readFile(openapi, 'utf8')) as { paths: Record<string, object> };
    expect(paths['/api/payment.php']).toHaveProperty('post');
    await page.context().close();
  });

  it('changes the way by arrow keys and keeps the focus [S2-071]', async () => {
    const page = await openAt(await memberOf('BE'), '/credits/p1/bancontact');
    await page.getByRole('radio', { name: 'Bancontact' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForURL('**/credits/p1/sofort');
    const next = page.getByRole('radio', { name: 'Sofort' });
    expect(await next.evaluate((radio) => radio === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it('shows the brands of a card, Carte Bancaire in France [S3-209 S3-210 S3-211 S3-212]', async () => {
    const page = await openAt(await memberOf('FR'), '/credits/p1/creditcard');
    for (const brand of ['Visa', 'Mastercard', 'Maestro', 'Carte Bancaire']) {
      await page.getByRole('img', { name: brand, exact: true }).waitFor();
    }
    await page.getByRole('combobox', { name: 'Country you pay from' }).selectOption('NL');
    await page.getByRole('radio', { name: 'iDEAL | Wero' }).waitFor();
    expect(await page.getByRole('img', { name: 'Carte Bancaire', exact: true }).count()).toBe(0);
    await page.context().close();
  });
});

describe('after paying', () => {
  it.each([
    ['Let it fail', 'S4-033'],
    ['Cancel', 'S4-034'],
  ])('%s: another way comes first, and works [%s]', async (button) => {
    const page = await openAt(await memberOf('BE'), '/credits/p1/bancontact');
    await pressPay(page);
    await page.waitForURL(/\/pay\//);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('heading', { name: 'Payment failed or has been cancelled.' }).waitFor();
    const again = page.getByRole('region', { name: 'Try another method' }).getByRole('link');
    await again.first().waitFor();
    const labels = await again.allInnerTexts();
    expect(labels.at(-1)).toContain('Bancontact');
    expect(labels[0]).not.toContain('Bancontact');
    await again.filter({ hasText: 'Credit or debit card' }).click();
    await page.waitForURL('**/credits/p1/creditcard');
    await pressPay(page);
    await payThere(page);
    await page.getByRole('heading', { name: 'Your credits are here' }).waitFor();
    await page.context().close();
  });

  it('shows the latest payment without an id, and any by its id [S2-072 S2-073 S4-029 S4-030]', async () => {
    const page = await openAt(await memberOf('NL'), '/transactions');
    await page.getByRole('heading', { name: 'No payment in the last 30 days' }).waitFor();
    await page.goto(new URL('/credits/p0/ideal', page.url()).href);
    await pressPay(page);
    await page.waitForURL(/\/pay\//);
    const provider = page.url();
    await page.goto(`${stage.world.gateways[0].origin}/transactions`);
    await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor();
    expect(await page.getByRole('link', { name: 'Continue paying' }).getAttribute('href')).toBe(provider);
    await page.getByRole('link', { name: 'Continue paying' }).click();
    await payThere(page);
    await page.getByRole('heading', { name: 'Your credits are here' }).waitFor();
    const path = new URL(page.url()).pathname;
    await page.goto(new URL('/transactions', page.url()).href);
    await page.getByRole('heading', { name: 'Your credits are here' }).waitFor();
    expect(await userOf(page)).toMatchObject({ credits: 25 });
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('heading', { name: 'Your credits are here' }).waitFor();
    await page.context().close();
  });

  it('cancels a transfer from its page', async () => {
    const page = await openAt(await memberOf('DE'), '/credits/p1/sct');
    await pressPay(page);
    await page.getByRole('heading', { name: /^Transfer €19\.99$/ }).waitFor();
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByText('You cancelled the payment. Nothing was charged.').waitFor();
    await page.context().close();
  });

  it('orders again what was bought before, with the same way [S2-067 S2-068 S2-069]', async () => {
    const person = await memberOf('NL');
    const page = await openAt(person, '/credits/p0/ideal');
    await pressPay(page);
    await payThere(page);
    await page.getByRole('heading', { name: 'Your credits are here' }).waitFor();
    await page.goto(new URL('/credits/repeat-order', page.url()).href);
    await page.getByRole('radio', { name: /^25 credits/ }).waitFor();
    const ways = page.getByRole('group', { name: 'How do you want to pay?' });
    expect(await ways.getByRole('radio', { name: 'iDEAL | Wero' }).isChecked()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await pressPay(page);
    await payThere(page);
    await page.getByRole('heading', { name: 'Your credits are here' }).waitFor();
    expect(await userOf(page)).toMatchObject({ credits: 50 });
    await page.context().close();
  });

  it('no invariant is violated, and no page threw an error', async () => {
    expect(await stage.world.violations()).toEqual([]);
    expect(stage.errors).toEqual([]);
  });
});

/** Exactly the packs p0 to p3, each with credits, price and terms, and one ribbon. */
async function expectPacks(page: Page): Promise<void> {
  const packs = page.getByRole('group', { name: 'Choose a pack' }).getByRole('radio');
  await packs.first().waitFor();
  expect(
    await packs.evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value)),
  ).toEqual(['p0', 'p1', 'p2', 'p3']);
  const words = await packs.evaluateAll((radios) =>
    radios.map((radio) => radio.closest('label')?.innerText ?? ''),
  );
  for (const [at, [credits, price]] of [
    ['25', '€9.99'],
    ['60', '€19.99'],
    ['150', '€44.99'],
    ['400', '€99.99'],
  ].entries()) {
    expect(words[at]?.split(/\s+/)).toEqual(expect.arrayContaining([credits, 'credits', price]));
    expect(words[at]).toContain('One-time payment, incl. VAT');
  }
  expect(words.filter((one) => one.includes('Most popular'))).toHaveLength(1);
}
