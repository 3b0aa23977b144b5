import { randomUUID } from 'node:crypto';
import {
  directDebit,
  getPackages,
  getPayment,
  getPrices,
  listPayments,
  type PaymentMethod,
  paymentMethod,
  startPayment,
} from '@heartline/contracts';
import { type Person, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formOf, textedCode } from './debits-in-test.ts';

/** Ways to pay that open at a provider. Direct debit has a form of ours. */
type OpenedMethod = Exclude<PaymentMethod, 'sdd'>;
const OPENED = paymentMethod.options.filter((method): method is OpenedMethod => method !== 'sdd');

/** A country in which each way to pay can be had, and the account that serves it unless a site routes it elsewhere. */
const WHERE: Readonly<Record<OpenedMethod, readonly [country: string, account: string]>> = {
  sct: ['FR', 'nl'],
  ideal: ['NL', 'nl'],
  bancontact: ['BE', 'nl'],
  blik: ['PL', 'main'],
  prezelewy24: ['PL', 'main'],
  giropay: ['DE', 'bridge'],
  sofort: ['AT', 'bridge'],
  eps: ['AT', 'nl'],
  paypal: ['IE', 'main'],
  creditcard: ['US', 'main'],
  nexi: ['IT', 'it'],
  applepay: ['GB', 'main'],
  paysafecard: ['CH', 'nl'],
};

let world: WorldWithStubs;

beforeAll(async () => {
  world = await startWorld({ here: true, stubs: true, payments: 'all' });
  await world.inside.core.site.operate.set('default', 'retired_methods', 'yes');
});
afterAll(() => world?.stop());

async function guest(country: string): Promise<Person> {
  const [one] = await world.people({ account: { createdAt: world.clock.now() - 86_400_000, country } });
  return one;
}

const start = (who: Person, method: PaymentMethod, more: { country?: string; key?: string } = {}) =>
  who.http.call(startPayment, { key: randomUUID(), package: 'p1', method, ...more });
const checkoutOf = (payment: string) =>
  world.stubs.payments.list().find(({ reference }) => reference === payment);

describe.each(OPENED)('paying by %s', (method) => {
  const [country, account] = WHERE[method];

  it(`is offered in ${country}, opens at its usual account, and gives the credits once`, async () => {
    const who = await guest(country);
    await until(
      async () => (await who.http.call(getPackages, {})).methods,
      (methods) => methods.includes(method),
    );
    const { payment } = await start(who, method);
    expect(checkoutOf(payment)?.account).toBe(account);
    world.stubs.payments.act(checkoutOf(payment)!.id, 'twice');
    const shown = async () => (await who.http.call(getPayment, {})).payment;
    await until(shown, ({ state }) => state === 'completed');
    expect(await shown()).toMatchObject({ id: payment, method, redirect: null, transfer: null });
    expect((await who.http.call(listPayments, {})).payments).toMatchObject([{ id: payment, method }]);
    expect(await world.inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 60 });
  });
});

describe('paying by sdd', () => {
  it('is refused on a hosted page, and ordered by the form with a code [S7-061]', async () => {
    const who = await guest('DE');
    expect((await who.http.call(getPackages, {})).methods).toContain('sdd');
    await expect(start(who, 'sdd')).rejects.toMatchObject({ error: { values: { reason: 'form' } } });
    const form = formOf({ package: 'p1', phone: '+491711234567' });
    expect(await who.http.call(directDebit, form)).toMatchObject({ sent: true, phoneEnd: '567' });
    const otp = await textedCode(world.stubs, form.phone);
    const placed = await who.http.call(directDebit, { ...form, otp });
    const payment = placed.sent ? '' : placed.payment;
    const { id = '' } = checkoutOf(payment) ?? {};
    const shown = async () => (await who.http.call(getPayment, {})).payment;
    expect(await shown()).toMatchObject({
      id: payment,
      state: 'pending',
      debit: { ibanEnd: form.iban?.slice(-4) },
    });
    world.stubs.payments.act(id, 'arrive');
    await until(shown, ({ state }) => state === 'completed');
    expect(await world.inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 60 });
  });
});

describe('a way to pay that can’t be had', () => {
  it.each([
    ['blik', 'NL', 'country'],
    ['ideal', 'DE', 'country'],
    ['nexi', 'FR', 'country'],
  ] as const)(
    '%s in %s is refused with 409 and the reason %s; nothing is opened',
    async (method, country, reason) => {
      const who = await guest(country);
      await expect(start(who, method)).rejects.toMatchObject({
        status: 409,
        error: { code: 'METHOD_UNAVAILABLE', values: { reason } },
      });
      const { ways } = await who.http.call(getPackages, {});
      expect(ways.find(({ id }) => id === method)).toMatchObject({ reason });
      await expect(who.http.call(getPayment, {})).rejects.toMatchObject({ status: 404 });
    },
  );

  it('is refused under a key that was used for another way', async () => {
    const who = await guest('NL');
    const key = randomUUID();
    await start(who, 'ideal', { key });
    await expect(start(who, 'paypal', { key })).rejects.toMatchObject({ status: 422 });
    await expect(start(who, 'ideal', { key, country: 'NL' })).rejects.toMatchObject({ status: 422 });
  });
});

describe('prices by country', () => {
  it('show a member the prices and ways of the country they pay in', async () => {
    const who = await guest('NL');
    const polish = await who.http.call(getPackages, { country: 'PL' });
    expect(polish).toMatchObject({ paymentCountry: 'PL' });
    expect(polish.packages[1]).toMatchObject({ currency: 'PLN', priceCents: 8_499 });
    expect(polish.methods).toContain('blik');
    const { payment } = await start(who, 'blik', { country: 'PL' });
    expect(checkoutOf(payment)).toMatchObject({ amountCents: 8_499, currency: 'PLN' });
  });

  it('show a visitor those of their country, or of one they choose [S2-055]', async () => {
    const visitor = world.browser();
    expect(await visitor.call(getPrices, { country: 'GB' })).toMatchObject({
      paymentCountry: 'GB',
      packages: [{ id: 'p0', currency: 'GBP', priceCents: 899 }, { id: 'p1' }, { id: 'p2' }, { id: 'p3' }],
    });
    const { paymentCountry } = await visitor.call(getPrices, { country: 'ZZ' });
    expect(paymentCountry).not.toBe('ZZ');
  });
});

it('refuses a webhook for an account that there is not', async () => {
  const answer = await world.browser().send('POST', '/api/payment-webhook.php?account=nobody', '{}', {});
  expect(answer.status).toBe(404);
});

it('opens its page for a provider that sends the payer back by a form', async () => {
  const address = `${world.gateways[0].address}/transactions/${'a'.repeat(24)}`;
  const body = new URLSearchParams({ status: 'paid', id: 'other' });
  const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/transactions/${'a'.repeat(24)}`]);
});
