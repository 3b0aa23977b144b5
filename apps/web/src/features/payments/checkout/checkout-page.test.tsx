// @vitest-environment happy-dom
import type { CreditPackage, PaymentWay } from '@heartline/contracts';
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { routed } from '../../../testing/routed.tsx';
import { orderFacts, wordsBefore } from '../../../testing/words-before.ts';
import { CheckoutPage } from './checkout-page.tsx';

const way = (id: PaymentWay['id'], facts: Partial<PaymentWay> = {}): PaymentWay => ({
  id,
  brands: [],
  comes: 'at-once',
  minCents: 100,
  maxCents: null,
  reason: null,
  ...facts,
});
const card = way('creditcard', { brands: ['visa', 'mastercard', 'maestro', 'cartebancaire'] });
const ways = [
  way('ideal'),
  way('applepay'),
  card,
  way('sdd', { comes: 'week' }),
  way('sct', { comes: 'day', minCents: 5_000 }),
];
const away = [way('blik', { reason: 'country' }), way('sofort', { reason: 'retired' })];
/** Prices of a reduction, for one test. */
let reduced: Partial<CreditPackage> = {};
afterEach(() => {
  reduced = {};
});

const pack = (priceCents: number, currency: string) => ({
  id: 'p1',
  credits: 60,
  priceCents,
  fullPriceCents: priceCents,
  priorPriceCents: null,
  currency,
  popular: true,
  ...reduced,
});

type Answer = object | { refused: string; values?: object };

/** Opens the page at an address. Returns the bodies of the calls that open a payment, and the history. */
function open(path: string, ...answers: Answer[]) {
  const sent: Record<string, unknown>[] = [];
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname, searchParams } = new URL(url as string, 'https://site.example');
    if (pathname === '/api/packages.php') {
      const country = searchParams.get('country') ?? 'NL';
      asked.push(country);
      const packages = [country === 'PL' ? pack(8_499, 'PLN') : pack(1_999, 'EUR')];
      const offered = country === 'PL' ? [way('blik'), card] : [...ways, ...away];
      return Response.json({
        packages,
        methods: [],
        ways: offered,
        paymentCountry: country,
        vat: country === 'PL' ? 0 : 21,
        discount: null,
      });
    }
    if (pathname === '/api/companyinfo.php') return Response.json({ name: 'Northlight B.V.' });
    if (pathname !== '/api/payment.php')
      return Response.json({ error: { code: 'NOT_FOUND' } }, { status: 404 });
    sent.push(JSON.parse(init?.body as string));
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? {};
    if (!('refused' in answer)) return Response.json(answer);
    const { refused: code, values } = answer;
    return Response.json({ error: { code, message: '', values } }, { status: 409 });
  });
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 0, debt: 0, paid_user: false } });
  const history = createMemoryHistory({ initialEntries: [path] });
  const pages = {
    '/credits/$pack': CheckoutPage,
    '/credits/$pack/$paymentmethod': CheckoutPage,
    '/transactions/$id': () => <p>Transaction</p>,
  };
  const { router, shown } = routed(pages, history);
  renderPage(shown, {
    settings: { message_credits: 1, refund_days: 14, name: 'Heartline', countries: ['NL', 'PL'] },
  });
  return { sent, asked, router };
}

const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
const names = () => screen.getAllByRole('radio').map((one) => one.getAttribute('aria-label'));
const payButton = (price: string | RegExp) =>
  screen.findByRole('button', { name: typeof price === 'string' ? `Pay ${price}` : price });

it('shows the pack with the ways that can be had, the first one chosen [S2-070]', async () => {
  open('/credits/p1');
  expect((await radio('iDEAL | Wero')).checked).toBe(true);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('60 credits');
  // No Apple Pay on this device, and the transfer takes more than this pack costs.
  expect(names()).toEqual(['iDEAL | Wero', 'Credit or debit card', 'SEPA direct debit']);
});

it('chooses the way of the address, and puts another choice into it [S2-071]', async () => {
  const { sent, router } = open('/credits/p1/creditcard', { payment: 'f', redirect: 'https://p.example/' });
  const left = vi.spyOn(location, 'assign').mockReturnValue();
  expect((await radio('Credit or debit card')).checked).toBe(true);
  fireEvent.click(await radio('iDEAL | Wero'));
  await expect.poll(() => router.state.location.pathname).toBe('/credits/p1/ideal');
  expect((await radio('iDEAL | Wero')).checked).toBe(true);
  fireEvent.click(await payButton('€19.99'));
  await expect.poll(() => left.mock.calls).toEqual([['https://p.example/']]);
  expect(sent).toMatchObject([
    { package: 'p1', method: 'ideal', country: 'NL', seen: { priceCents: 1_999, currency: 'EUR' } },
  ]);
});

it('shows the brands of a card [S3-209 S3-210 S3-211 S3-212]', async () => {
  open('/credits/p1/creditcard');
  const row = (await radio('Credit or debit card')).closest('label')!;
  const logos = within(row).getAllByRole('img');
  expect(logos.map((logo) => logo.getAttribute('aria-label'))).toEqual([
    'Visa',
    'Mastercard',
    'Maestro',
    'Carte Bancaire',
  ]);
});

it.each([
  ['blik', 'BLIK', 'Not available here (Netherlands)'],
  ['sofort', 'Sofort', 'This service no longer exists'],
  ['sct', 'Bank transfer', 'Takes at least €50.00'],
  ['applepay', 'Apple Pay', 'Only on Apple devices'],
])('shows %s with the reason why it can’t be had, and chooses another', async (method, name, reason) => {
  open(`/credits/p1/${method}`);
  const asked = await radio(name);
  expect(asked.disabled).toBe(true);
  expect(document.getElementById(asked.getAttribute('aria-describedby')!)?.textContent).toBe(reason);
  expect((await radio('iDEAL | Wero')).checked).toBe(true);
});

it('offers Apple Pay where the device has it [S3-214]', async () => {
  vi.stubGlobal('ApplePaySession', { canMakePayments: () => true });
  open('/credits/p1/applepay');
  expect((await radio('Apple Pay')).checked).toBe(true);
});

it('says that it does not know a way to pay, and offers the others', async () => {
  open('/credits/p1/bitcoin');
  await screen.findByText('We don’t know this payment method. Choose one of these.');
  expect((await radio('iDEAL | Wero')).checked).toBe(true);
});

it('sums up the order above the button: price with VAT, seller, withdrawal, terms', async () => {
  open('/credits/p1');
  const button = await payButton('€19.99');
  await screen.findByText(/Seller: Northlight/);
  const words = wordsBefore(button);
  const order = words.slice(words.lastIndexOf('Your order'));
  const facts = orderFacts('iDEAL | Wero', 'Northlight B.V.');
  for (const fact of [...facts, 'One-time payment, no subscription']) expect(order).toContain(fact);
  expect(screen.getByRole('link', { name: 'Terms of use' }).getAttribute('href')).toBe('/pages/terms');
});

it.each([
  [
    'the lowest price of 30 days for a reduction for everyone',
    {},
    'Lowest price of the 30 days before: €24.99',
  ],
  ['the normal price for a discount of the member’s own', { fullPriceCents: 2_199 }, 'Before: €21.99'],
])('strikes %s', async (_what, prices, struck) => {
  reduced = { priorPriceCents: 2_499, ...prices };
  open('/credits/p1');
  const words = wordsBefore(await payButton('€19.99'));
  expect(words).toContain(struck);
  expect(document.querySelectorAll('s')).toHaveLength(1);
});

it('says that taxes are included where a price has no VAT', async () => {
  open('/credits/p1');
  await radio('iDEAL | Wero');
  fireEvent.change(screen.getByRole('combobox', { name: 'Country you pay from' }), {
    target: { value: 'PL' },
  });
  const words = wordsBefore(await payButton(/^Pay PLN.84\.99$/));
  expect(words).toContain('taxes included');
  expect(words).not.toContain('VAT');
});

it('shows ways and prices of another country, and pays there [S3-176]', async () => {
  const { sent, asked } = open('/credits/p1', { payment: 'f', redirect: 'https://p.example/' });
  vi.spyOn(location, 'assign').mockReturnValue();
  await radio('iDEAL | Wero');
  fireEvent.change(screen.getByRole('combobox', { name: 'Country you pay from' }), {
    target: { value: 'PL' },
  });
  expect((await radio('BLIK')).checked).toBe(true);
  fireEvent.click(await payButton(/^Pay PLN.84\.99$/));
  await expect.poll(() => sent).toMatchObject([{ method: 'blik', country: 'PL' }]);
  expect(asked).toEqual(['NL', 'PL']);
  expect(queryClient.getQueryData(['paymentCountry'])).toBe('PL');
});

it('chooses the way that was used last in this browser', async () => {
  localStorage.setItem('last-way-to-pay', JSON.stringify({ method: 'creditcard', country: null }));
  open('/credits/p1');
  expect((await radio('Credit or debit card')).checked).toBe(true);
});

it('shows the page of a bank transfer, which is ours, and remembers the way', async () => {
  const { router } = open('/credits/p1/creditcard', { payment: 'f'.repeat(24), redirect: null });
  fireEvent.click(await payButton('€19.99'));
  await expect.poll(() => router.state.location.pathname).toBe(`/transactions/${'f'.repeat(24)}`);
  expect(JSON.parse(localStorage.getItem('last-way-to-pay')!)).toEqual({
    method: 'creditcard',
    country: null,
  });
});

it('asks for the ways again when the chosen one is refused', async () => {
  const { asked } = open('/credits/p1', { refused: 'METHOD_UNAVAILABLE' });
  fireEvent.click(await payButton('€19.99'));
  await screen.findByText(
    'You can’t use this payment method right now. Nothing was charged. Choose another one.',
  );
  await expect.poll(() => asked).toEqual(['NL', 'NL']);
});

it('offers to go on with a checkout that is still open', async () => {
  const values = {
    payment: 'e'.repeat(24),
    redirect: 'https://p.example/open',
    until: Date.UTC(2026, 10, 29, 3),
  };
  open('/credits/p1', { refused: 'CHECKOUT_OPEN', values });
  fireEvent.click(await payButton('€19.99'));
  await screen.findByText('Your other checkout is still open');
  expect(screen.getByText(/It closes automatically at /)).toBeTruthy();
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('Continue')).toBe(values.redirect);
  expect(link('Details')).toBe(`/transactions/${values.payment}`);
});

it('leads to the form of direct debit, without opening a payment', async () => {
  const { sent } = open('/credits/p1/sdd');
  await radio('SEPA direct debit');
  const on = screen.getByRole('link', { name: 'Continue to direct debit' });
  expect(on.getAttribute('href')).toBe('/directdebit?package=p1');
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  expect(sent).toEqual([]);
});
