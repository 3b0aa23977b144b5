// @vitest-environment happy-dom
import type { DiscountCode } from '@heartline/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { discountCodeOf } from '../../testing/discount-code.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { orderFacts, wordsBefore } from '../../testing/words-before.ts';
import { PackShop } from './pack-shop.tsx';

const pack = {
  id: 'p1',
  credits: 60,
  fullPriceCents: 1_999,
  priorPriceCents: null,
  currency: 'EUR',
  popular: true,
};
const card = {
  id: 'creditcard',
  brands: ['visa'],
  comes: 'at-once',
  minCents: 50,
  maxCents: null,
  reason: null,
};
const packages = (priceCents: number, discount: DiscountCode | null) => ({
  packages: [{ ...pack, priceCents }],
  methods: ['creditcard'],
  ways: [card],
  paymentCountry: 'NL',
  vat: 21,
  discount,
});
const nothing = { credits: 0, money: [] };
const none = { day: null, week: null, month: null };
const spending = {
  limits: none,
  rises: none,
  pausedUntil: null as number | null,
  pauseEnds: null,
  spent: { day: nothing, week: nothing, month: nothing },
  zone: 'Europe/Amsterdam',
};

interface Shop {
  /** Prices, one for each request. */
  prices?: number[];
  pausedUntil?: number | null;
  /** The welcome discount in these prices. */
  bonus?: DiscountCode | null;
  /** Answers to the calls that open a payment, in order. */
  answers?: Response[];
}

const refusal = (code: string, status: number) => Response.json({ error: { code, message: '' } }, { status });

afterEach(() => void vi.useRealTimers());

/** Opens the shop of a member who never paid; returns the calls that open a payment. */
function open({
  prices = [1_499, 1_999],
  pausedUntil = null,
  bonus = null,
  answers = [refusal('PACK_PRICE_CHANGED', 409)],
}: Shop = {}) {
  const sent: unknown[] = [];
  let asked = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = url as string;
    if (path.includes('packages.php'))
      return Response.json(packages(prices[asked++] ?? prices.at(-1)!, bonus));
    if (path.includes('companyinfo.php')) return Response.json({ name: '' });
    if (path.includes('spending.php')) return Response.json({ ...spending, pausedUntil });
    sent.push(JSON.parse(init?.body as string));
    return answers[Math.min(sent.length, answers.length) - 1]!.clone();
  });
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 0, debt: 0, paid_user: false } });
  renderPage(routed({ '/': PackShop }).shown, {
    settings: { message_credits: 1, refund_days: 14, name: 'Heartline', countries: ['NL', 'BE'] },
  });
  return sent;
}

it.each([
  ['narrow', false],
  ['wide', true],
])('sums up the order above the pay button of a %s window', async (_width, matches) => {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }));
  open({ prices: [1_999] });
  const words = wordsBefore(await screen.findByRole('button', { name: 'Pay €19.99' }));
  for (const fact of orderFacts('Credit or debit card', 'Heartline')) expect(words).toContain(fact);
});

it('asks for confirmation when a pack’s price has risen', async () => {
  const sent = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Pay €14.99' }));
  const again = await screen.findByRole('button', { name: 'Pay €19.99' });
  expect(screen.getByRole('alert').textContent).toContain('The price of this pack has changed');
  fireEvent.click(again);
  await expect.poll(() => sent.length).toBe(2);
  expect(sent).toMatchObject([
    {
      package: 'p1',
      method: 'creditcard',
      country: 'NL',
      seen: { credits: 60, priceCents: 1_499, currency: 'EUR' },
    },
    { package: 'p1', seen: { credits: 60, priceCents: 1_999, currency: 'EUR' } },
  ]);
});

it('refetches the prices when the welcome discount ends', async () => {
  open({ bonus: discountCodeOf({ expires: Date.now() + 1_000 }) });
  await screen.findByRole('button', { name: 'Pay €14.99' });
  expect(await screen.findByRole('button', { name: 'Pay €19.99' })).toBeTruthy();
});

it('says that the member’s own pause runs, and forbids nothing', async () => {
  open({ pausedUntil: Date.now() + 86_400_000 });
  await screen.findByText(/Your spending break lasts until /);
  expect(screen.getByRole('link', { name: 'View break' }).getAttribute('href')).toBe('/credits/limits');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay €14.99' }).disabled).toBe(false);
});

const payment = 'f'.repeat(24);
const keysOf = (sent: unknown[]) => new Set((sent as { key: string }[]).map(({ key }) => key));

it('keeps the key, which may hold the discount, while the provider is down', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = open({ prices: [1_499], answers: [refusal('PAYMENT_UNAVAILABLE', 503)] });
  fireEvent.click(await screen.findByRole('button', { name: 'Pay €14.99' }));
  // The call is sent six times, with waits that double.
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toHaveLength(6);
  fireEvent.click(screen.getByRole('button', { name: 'Pay €14.99' }));
  await expect.poll(() => sent.length).toBe(7);
  expect(keysOf(sent).size).toBe(1);
});

it('allows another press for the same payment after a cancelled redirect', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const redirect = 'https://provider.example/pay';
  const sent = open({ prices: [1_499], answers: [Response.json({ payment, redirect })] });
  const left = vi.spyOn(location, 'assign').mockReturnValue();
  const pay = await screen.findByRole('button', { name: 'Pay €14.99' });
  fireEvent.click(pay);
  await expect.poll(() => left.mock.calls.length).toBe(1);
  fireEvent.click(pay);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  fireEvent.click(pay);
  await expect.poll(() => left.mock.calls.length).toBe(2);
  expect(keysOf(sent).size).toBe(1);
});
