// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { SlotsProvider } from '../../client/slots.tsx';
import { discountCodeOf } from '../../testing/discount-code.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { PremiumPage } from './premium-page.tsx';

const IDS = ['p0', 'p1', 'p2', 'p3'];
const packs = (currency: string) =>
  IDS.map((id, at) => {
    const priceCents = (at + 1) * 1_000 - 1;
    return {
      id,
      credits: (at + 1) * 25,
      priceCents,
      fullPriceCents: priceCents,
      priorPriceCents: null,
      currency,
      popular: at === 1,
    };
  });
const card = {
  id: 'creditcard',
  brands: ['visa'],
  comes: 'at-once',
  minCents: 50,
  maxCents: null,
  reason: null,
};

function open({ isMember = false, settings = {} }) {
  const asked: (string | null)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const { pathname, searchParams } = new URL(url as string, 'https://site.example');
    const country = searchParams.get('country');
    if (pathname === '/api/prices.php') {
      asked.push(country);
      const packages = packs(country === 'PL' ? 'PLN' : 'EUR');
      return Response.json({ packages, paymentCountry: country ?? 'NL', vat: 21 });
    }
    if (pathname === '/api/packages.php') {
      return Response.json({
        packages: packs('EUR'),
        methods: [],
        ways: [card],
        paymentCountry: 'NL',
        vat: 21,
        discount: null,
      });
    }
    return Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 });
  });
  queryClient.setQueryData(
    keys.user,
    isMember ? { user: { id: 'm', credits: 0, debt: 0, paid_user: false } } : null,
  );
  const usual = {
    message_credits: 1,
    signup_credits: 3,
    refund_days: 14,
    countries: ['NL', 'PL'],
    name: 'Site',
  };
  const slots = { openSignUp: () => undefined } as never;
  const Shown = () => (
    <SlotsProvider value={slots}>
      <PremiumPage />
    </SlotsProvider>
  );
  renderPage(routed({ '/': Shown }).shown, { settings: { ...usual, ...settings } });
  return asked;
}

it('shows a visitor the prices of their country, and of another one [S2-055]', async () => {
  const asked = open({});
  const list = await screen.findByRole('list', { name: 'Credit packs' });
  const rows = within(list).getAllByRole('listitem');
  const prices = rows.map((row) => /€\d+\.99/.exec(row.textContent)?.[0]);
  expect(prices).toEqual(['€9.99', '€19.99', '€29.99', '€39.99']);
  fireEvent.change(screen.getByRole('combobox', { name: 'Prices for' }), { target: { value: 'PL' } });
  await screen.findByText(/PLN.9\.99/);
  expect(asked).toEqual([null, 'PL']);
});

it('says with every pack that it is one payment, VAT included [S3-235 S2-065]', async () => {
  open({ isMember: true });
  const radios = await screen.findAllByRole('radio');
  expect(radios.map((one) => (one as HTMLInputElement).value)).toEqual(IDS);
  for (const one of radios) {
    expect(one.closest('label')?.textContent).toContain('One-time payment, incl. VAT');
  }
});

it('makes the operator’s claim with its source [S1-044 S9-055]', async () => {
  open({ settings: { premium_claim_percent: 46, premium_claim_source: 'own survey, 2026' } });
  await screen.findByText('Premium members have a 46% higher chance of a match.');
  expect(screen.getByText('Source: own survey, 2026')).toBeTruthy();
});

it.each([
  ['without a source', { premium_claim_percent: 46, premium_claim_source: '' }],
  ['of nothing', { premium_claim_percent: 0, premium_claim_source: 'own survey, 2026' }],
])('makes no claim %s', async (_what, settings) => {
  open({ settings });
  await screen.findByRole('list', { name: 'Credit packs' });
  expect(document.body.textContent).not.toContain('higher chance');
});

it('has a tab with the discount while one is active [S2-062]', async () => {
  const code = discountCodeOf({ code: 'HELLO30', kind: 'code', value_percentage: 30 });
  queryClient.setQueryData(keys.discountCode, code);
  open({ isMember: true });
  fireEvent.click(await screen.findByRole('tab', { name: 'Discount' }));
  const panel = screen.getByRole('tabpanel', { name: 'Discount' });
  await within(panel).findByText('30% off');
  expect(within(panel).getByRole('heading', { name: 'Your code HELLO30' })).toBeTruthy();
  const rows = await within(panel).findAllByRole('listitem');
  expect(rows.map((row) => row.textContent.match(/€[\d.]+/g))).toEqual([
    ['€9.99', '€6.99'],
    ['€19.99', '€13.99'],
    ['€29.99', '€20.99'],
    ['€39.99', '€27.99'],
  ]);
  const link = within(panel).getByRole('link', { name: 'Choose your credits' });
  expect(link.getAttribute('href')).toBe('/credits');
});

it('counts down to the end of a discount that ends today', async () => {
  const expires = Date.now() + 3_600_000;
  queryClient.setQueryData(keys.timeBonus, discountCodeOf({ expires }));
  open({ isMember: true });
  fireEvent.click(await screen.findByRole('tab', { name: 'Discount' }));
  await screen.findByRole('heading', { name: 'Your welcome bonus' });
  expect(screen.getByRole('timer', { name: 'Offer valid for' }).textContent).toMatch(/^00:59:\d\d$/);
});

it('has no tabs without a discount', async () => {
  open({ isMember: true });
  await screen.findAllByRole('radio');
  expect(screen.queryByRole('tablist')).toBeNull();
});
