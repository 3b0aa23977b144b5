// @vitest-environment happy-dom
import type { DiscountCode } from '@heartline/contracts';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { discountCodeOf } from '../../../testing/discount-code.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { routed } from '../../../testing/routed.tsx';
import { CheckoutPage } from '../checkout/checkout-page.tsx';
import { PackShop } from '../pack-shop.tsx';

const pack = (id: string, credits: number, fullPriceCents: number, popular: boolean) => ({
  id,
  credits,
  priceCents: fullPriceCents,
  fullPriceCents,
  priorPriceCents: null,
  currency: 'EUR',
  popular,
});
const packs = [pack('p0', 25, 999, false), pack('p1', 60, 1_999, true), pack('p2', 150, 3_999, false)];
const way = (id: string) => ({
  id,
  brands: [],
  comes: 'at-once',
  minCents: 50,
  maxCents: null,
  reason: null,
});
const bonus = discountCodeOf();
const summer = (facts: Partial<DiscountCode> = {}) =>
  discountCodeOf({ code: 'SUMMER40', kind: 'code', value_percentage: 40, ...facts });

interface Shop {
  path?: string;
  /** The member’s own discount, in the server’s prices. */
  own?: DiscountCode | null;
  /** The server’s answer to a code. */
  code?: DiscountCode | { refused: string; status: number };
  /** The answer to the call that opens a payment. */
  payment?: { refused: string; status: number };
}

const refusal = ({ refused: code, status }: { refused: string; status: number }) =>
  Response.json({ error: { code, message: '' } }, { status });

/** Opens the shop of a member; returns the codes asked for, and the bodies of the calls that open a payment. */
function open({ path = '/credits', own = null, code = summer(), payment }: Shop = {}) {
  const asked: (string | null)[] = [];
  const sent: Record<string, unknown>[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname, searchParams } = new URL(url as string, 'https://site.example');
    if (pathname === '/api/packages.php') {
      const percent = own?.value_percentage ?? 0;
      const packages = packs.map((one) => ({
        ...one,
        priceCents: Math.floor((one.fullPriceCents * (100 - percent)) / 100),
      }));
      const ways = [way('creditcard'), way('ideal'), way('paypal')];
      return Response.json({ packages, methods: [], ways, paymentCountry: 'NL', vat: 21, discount: own });
    }
    if (pathname === '/api/discountcode.php') {
      asked.push(searchParams.get('code'));
      return 'refused' in code ? refusal(code) : Response.json({ discountcode: code, serverAt: Date.now() });
    }
    if (pathname === '/api/companyinfo.php') return Response.json({ name: '' });
    if (pathname !== '/api/payment.php') return refusal({ refused: 'NOT_FOUND', status: 404 });
    sent.push(JSON.parse(init?.body as string));
    return payment
      ? refusal(payment)
      : Response.json({ payment: 'f'.repeat(24), redirect: 'https://p.example/' });
  });
  vi.spyOn(location, 'assign').mockReturnValue();
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 0, paid_user: false } });
  const history = createMemoryHistory({ initialEntries: [path] });
  const pages = {
    '/credits': PackShop,
    '/credits/$pack/$paymentmethod': CheckoutPage,
    '/credits/$pack': CheckoutPage,
  };
  const { router, shown } = routed(pages, history);
  const { unmount } = renderPage(shown, {
    settings: { message_credits: 1, refund_days: 14, name: 'Heartline', countries: ['NL'] },
  });
  return { asked, sent, router, unmount };
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

/** Opens the field, types a code and applies it. */
async function enter(code: string): Promise<void> {
  await press('I have a code');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Discount code' }), {
    target: { value: code },
  });
  await press('Apply');
}

const chip = () => screen.findByRole('button', { name: 'Remove code SUMMER40, 40% off' });

it('applies a code: asks with it, keeps it, lowers the price, pays with it [S3-174 S7-033 S7-034 S7-062]', async () => {
  const { asked, sent } = open();
  await screen.findByRole('button', { name: 'Pay €19.99' });
  await enter(' summer40 ');
  await chip();
  expect(asked).toEqual([' summer40 ']);
  expect(queryClient.getQueryData(['discountcode'])).toMatchObject({ code: 'SUMMER40' });
  await press('Pay €11.99');
  await expect
    .poll(() => sent)
    .toMatchObject([{ package: 'p1', code: 'SUMMER40', seen: { priceCents: 1_199, currency: 'EUR' } }]);
  const old = screen.getAllByText('€19.99');
  expect(old.some((price) => price.closest('s'))).toBe(true);
});

it.each([
  ['CODE_NOT_FOUND', 404, 'Code not found', '[S5-018 S8-010]'],
  ['CODE_USED', 409, 'Code already used', '[S5-019 S8-011]'],
  ['CODE_LIMIT', 429, 'That was a lot of codes. Wait an hour, then try again.', ''],
])('says at the field why a code is refused: %s %d', async (refused, status, text) => {
  const { asked, sent } = open({ code: { refused, status } });
  await enter('SUMMER40');
  await screen.findByText(text, { exact: true });
  const field = screen.getByRole('textbox', { name: 'Discount code' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  // Another try would count too.
  expect(asked).toHaveLength(1);
  await press('Pay €19.99');
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).not.toHaveProperty('code');
});

it('takes the better of bonus and code, and says so [S4-043]', async () => {
  const { sent } = open({ own: bonus, code: summer({ value_percentage: 10 }) });
  await screen.findByRole('button', { name: 'Pay €14.99' });
  await enter('SUMMER40');
  await screen.findByText('Your 25% off is better, so you get that.');
  await press('Pay €14.99');
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).not.toHaveProperty('code');
});

it('says that a code of the same worth is in the price already', async () => {
  open({ own: bonus, code: bonus });
  await enter('TIMEBONUS25');
  await screen.findByText('Your 25% off is already in the price.');
  expect(screen.getByRole('button', { name: 'Pay €14.99' })).toBeTruthy();
});

it.each<[string, Partial<DiscountCode>, string]>([
  ['a minimum order', { minimum_order_value: 3_000 }, 'Only works for the pack with 150 credits.'],
  ['some packs', { packages: ['p0', 'p2'] }, 'Only works for the pack with 25 or 150 credits.'],
  ['another currency', { currency: 'PLN' }, 'Doesn’t work for prices in EUR.'],
  ['a larger order than any', { minimum_order_value: 99_900 }, 'Doesn’t work for these packs.'],
  [
    'another way to pay',
    { paymentmethods: ['ideal'] },
    'Doesn’t work with Credit or debit card. Choose another payment method.',
  ],
])('says that a code for %s does not hold for this order', async (_what, facts, text) => {
  const { sent } = open({ code: summer(facts) });
  await enter('SUMMER40');
  await chip();
  await screen.findByText(text);
  await press('Pay €19.99');
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).not.toHaveProperty('code');
});

it('says from which pack on a code works', async () => {
  open({ code: summer({ minimum_order_value: 1_500 }) });
  await enter('SUMMER40');
  await screen.findByRole('button', { name: 'Pay €11.99' });
  fireEvent.click(screen.getByRole('radio', { name: /^25/ }));
  await screen.findByText('Works for packs of 60 credits or more.');
  expect(screen.getByRole('button', { name: 'Pay €9.99' })).toBeTruthy();
});

it('removes the code, and its price', async () => {
  open();
  await enter('SUMMER40');
  const removing = await chip();
  await expect.poll(() => document.activeElement).toBe(removing);
  fireEvent.click(removing);
  await screen.findByRole('button', { name: 'Pay €19.99' });
  const opener = await screen.findByRole('button', { name: 'I have a code' });
  await expect.poll(() => document.activeElement).toBe(opener);
  expect(queryClient.getQueryData(keys.discountCode)).toBeNull();
});

it('keeps the code on the way to the checkout and back, and over a reload', async () => {
  const { asked, router, unmount } = open();
  await enter('SUMMER40');
  await screen.findByRole('button', { name: 'Pay €11.99' });
  await act(() => router.navigate({ href: '/credits/p2/ideal' }));
  await screen.findByRole('button', { name: 'Pay €23.99' });
  await chip();
  await act(() => router.navigate({ href: '/credits' }));
  await screen.findByRole('button', { name: 'Pay €11.99' });
  expect(asked).toHaveLength(1);
  unmount();
  queryClient.clear();
  const again = open({ path: '/credits/p1/ideal' });
  await screen.findByRole('button', { name: 'Pay €11.99' });
  expect(again.asked).toEqual(['SUMMER40']);
});

it('lowers the price only for ways that the code is for', async () => {
  open({ path: '/credits/p1/paypal', code: summer({ paymentmethods: ['ideal'] }) });
  await enter('SUMMER40');
  await screen.findByText('Doesn’t work with PayPal. Choose another payment method.');
  await screen.findByRole('button', { name: 'Pay €19.99' });
  fireEvent.click(screen.getByRole('radio', { name: 'iDEAL | Wero' }));
  expect(await screen.findByRole('button', { name: 'Pay €11.99' })).toBeTruthy();
});

it('forgets a code that is refused when paying, and shows the price without it', async () => {
  open({ payment: { refused: 'CODE_USED', status: 409 } });
  await enter('SUMMER40');
  await press('Pay €11.99');
  await screen.findByText('Code already used');
  await screen.findByRole('button', { name: 'Pay €19.99' });
  expect(await screen.findByRole('button', { name: 'I have a code' })).toBeTruthy();
});

it('forgets a remembered code that can’t be used any more', async () => {
  sessionStorage.setItem('discount-code', 'SUMMER40');
  open({ code: { refused: 'CODE_USED', status: 409 } });
  await screen.findByRole('button', { name: 'Pay €19.99' });
  expect(sessionStorage.getItem('discount-code')).toBeNull();
});
