// @vitest-environment happy-dom
import type { PaymentView, PaymentWay } from '@heartline/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { orderFacts, wordsBefore } from '../../testing/words-before.ts';
import { RepeatOrderPage } from './repeat-order-page.tsx';

const way = (id: PaymentWay['id']): PaymentWay => ({
  id,
  brands: [],
  comes: 'at-once',
  minCents: 100,
  maxCents: null,
  reason: null,
});
const pack = (id: string, credits: number, priceCents: number) => ({
  id,
  credits,
  priceCents,
  fullPriceCents: priceCents,
  priorPriceCents: null,
  currency: 'EUR',
  popular: false,
});
const shop = {
  packages: [pack('p0', 25, 999), pack('p1', 60, 1_999)],
  methods: [],
  ways: [way('ideal'), way('paypal')],
  paymentCountry: 'NL',
  vat: 21,
  discount: null,
};
const paid = (id: string, bought: string, method: PaymentView['method']) => ({ id, package: bought, method });

function open(payments: object[]) {
  const sent: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = url as string;
    if (path.includes('payments.php')) return Response.json({ payments });
    if (path.includes('packages.php')) return Response.json(shop);
    if (path.includes('companyinfo.php')) return Response.json({ name: '' });
    sent.push(JSON.parse(init?.body as string));
    return Response.json({ payment: 'f', redirect: 'https://p.example/' });
  });
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 7, debt: 0, paid_user: true } });
  const settings = { message_credits: 1, refund_days: 14, name: 'Heartline', countries: ['NL'] };
  renderPage(routed({ '/': RepeatOrderPage }).shown, { settings });
  return sent;
}

const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

it('buys an earlier order again at today’s price, the way it was paid [S2-067 S2-068 S2-069]', async () => {
  const sent = open([paid('b', 'p1', 'paypal'), paid('a', 'p0', 'ideal')]);
  vi.spyOn(location, 'assign').mockReturnValue();
  expect((await radio(/^60 credits/)).checked).toBe(true);
  expect((await radio(/^PayPal$/)).checked).toBe(true);
  fireEvent.click(await radio(/^25 credits/));
  await expect.poll(async () => (await radio(/^iDEAL \| Wero$/)).checked).toBe(true);
  fireEvent.click(await screen.findByRole('button', { name: 'Pay €9.99' }));
  await expect.poll(() => sent).toMatchObject([{ package: 'p0', method: 'ideal' }]);
});

it('takes another way than the earlier one, and sums up the order above the button', async () => {
  const sent = open([paid('b', 'p1', 'paypal')]);
  vi.spyOn(location, 'assign').mockReturnValue();
  fireEvent.click(await radio(/^iDEAL \| Wero$/));
  const button = await screen.findByRole('button', { name: 'Pay €19.99' });
  const words = wordsBefore(button);
  for (const fact of orderFacts('iDEAL | Wero', 'Heartline')) expect(words).toContain(fact);
  fireEvent.click(button);
  await expect.poll(() => sent).toMatchObject([{ package: 'p1', method: 'ideal' }]);
});

it('leads to the packs without an earlier order', async () => {
  open([]);
  await screen.findByRole('heading', { name: 'You haven’t bought any credits yet' });
  expect(screen.getByRole('link', { name: 'Choose your credits' }).getAttribute('href')).toBe('/credits');
});
