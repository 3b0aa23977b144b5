// @vitest-environment happy-dom
import type { PaymentView, PaymentWay } from '@heartline/contracts';
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { routed } from '../../../testing/routed.tsx';
import { TransactionPage } from './transaction-page.tsx';

const payment: PaymentView = {
  id: 't',
  state: 'pending',
  reason: null,
  package: 'p0',
  method: 'paypal',
  credits: 25,
  priceCents: 999,
  currency: 'EUR',
  createdAt: 0,
  redirect: null,
  receivedCents: 0,
  transfer: null,
  settlement: 'none',
  bank: null,
  debit: null,
  receipt: null,
};
const member = (credits: number, ledgerSeq: number, debt = 0) => ({
  user: { id: 'm', credits, debt, ledgerSeq, paid_user: credits > 0, language: 'en' },
  version: '1',
});

it('shows the new balance of a completed payment without a live event', async () => {
  let state: PaymentView['state'] = 'pending';
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const path = url as string;
    if (path.includes('payment.php')) return Response.json({ payment: { ...payment, state } });
    return Response.json(path.includes('user.php') ? member(25, 2) : { settings: {} });
  });
  queryClient.setQueryData(keys.user, member(0, 1));
  const history = createMemoryHistory({ initialEntries: ['/transactions/t'] });
  renderPage(routed({ '/transactions/$id': TransactionPage }, history).shown);
  await screen.findByRole('heading', { name: 'Your payment is being processed' });
  expect(queryClient.getQueryData(keys.user)).toMatchObject({ user: { credits: 0 } });
  state = 'completed';
  await screen.findByText('You have 25 credits now, and Premium for life.');
});

const way = (id: PaymentWay['id']): PaymentWay => ({
  id,
  brands: [],
  comes: 'at-once',
  minCents: 100,
  maxCents: null,
  reason: null,
});
const pack = {
  id: 'p0',
  credits: 25,
  priceCents: 999,
  fullPriceCents: 999,
  priorPriceCents: null,
  currency: 'EUR',
  popular: false,
};
const shop = {
  packages: [pack],
  methods: [],
  ways: [way('paypal'), way('ideal')],
  paymentCountry: 'NL',
  vat: 21,
  discount: null,
};
const missing = () => Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 });

/** Opens the page at an address; `answer` is the payment that the server has, if any. Returns what was sent. */
function open(path: string, answer: () => PaymentView | null, debt = 0) {
  const sent: { path: string; body: unknown }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const asked = url as string;
    if (init?.method === 'POST') sent.push({ path: asked, body: JSON.parse(init.body as string) });
    if (asked.includes('packages.php')) return Response.json(shop);
    if (asked.includes('user.php')) return Response.json(member(25, 2, debt));
    if (!asked.includes('payment')) return Response.json({ settings: {} });
    const found = answer();
    return found ? Response.json({ payment: found }) : missing();
  });
  queryClient.setQueryData(keys.user, member(0, 1, debt));
  const history = createMemoryHistory({ initialEntries: [path] });
  const pages = { '/transactions': TransactionPage, '/transactions/$id': TransactionPage };
  renderPage(routed(pages, history).shown, {
    settings: { countries: ['NL'], name: 'Heartline' },
    region: 'en-GB',
  });
  return sent;
}

it('shows a placeholder while the payment is asked for [S4-028]', async () => {
  open('/transactions/t', () => payment);
  expect(screen.queryByRole('heading')).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeTruthy();
});

it('shows the latest payment without an id, else the way to credits [S2-072]', async () => {
  open('/transactions', () => null);
  await screen.findByRole('heading', { name: 'No payment in the last 30 days' });
  expect(screen.getByRole('link', { name: 'Choose your credits' }).getAttribute('href')).toBe('/credits');
});

it('leads on to an open checkout, and cancels it [S4-029]', async () => {
  let now: PaymentView = { ...payment, redirect: 'https://provider.example/pay' };
  const sent = open('/transactions', () => now);
  const on = await screen.findByRole('link', { name: 'Continue paying' });
  expect(on.getAttribute('href')).toBe('https://provider.example/pay');
  now = { ...payment, state: 'cancelled', reason: 'member' };
  fireEvent.click(screen.getByRole('button', { name: 'Cancel payment' }));
  await screen.findByText('You cancelled the payment. Nothing was charged.');
  expect(sent).toEqual([{ path: '/api/payment-cancel.php', body: { payment: 't' } }]);
});

it.each([
  ['failed', 'declined', 'The payment was refused, so nothing was charged.'],
  ['failed', 'refused', 'You can’t use this payment method for this order. Nothing was charged.'],
  ['failed', 'returned', 'The money went back to your account, so no credits were added.'],
  ['cancelled', 'member', 'You cancelled the payment. Nothing was charged.'],
  ['cancelled', 'replaced', 'You started another checkout, so we closed this one. Nothing was charged.'],
  ['cancelled', 'expired', 'The time to pay ran out, so nothing was charged.'],
] as const)(
  'says why a payment is %s: %s, other ways first [S4-033 S4-034]',
  async (state, reason, words) => {
    open('/transactions/t', () => ({ ...payment, state, reason }));
    await screen.findByText(words);
    await screen.findByRole('heading', { name: 'Try another method' });
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/credits/p0/ideal', '/credits/p0/paypal']);
  },
);

it('says that another amount arrived while our team looks at it', async () => {
  open('/transactions/t', () => ({ ...payment, state: 'review', reason: 'amount' }));
  await screen.findByRole('heading', { name: 'We’re checking your payment' });
  expect(screen.getByText(/The amount we received differs from the price/)).toBeTruthy();
});

it('shows what came of a transfer, and asks for the rest', async () => {
  const transfer = {
    holder: 'Stichting Mollie Payments',
    iban: 'NL53ABNA0627535175',
    bic: 'ABNANL2A',
    reference: 'RF12-3456-7890-1234',
    cents: 499,
    currency: 'EUR',
    until: 1_800_000_000_000,
  };
  open('/transactions/t', () => ({ ...payment, method: 'sct', receivedCents: 500, transfer }));
  await screen.findByRole('heading', { name: 'Transfer €4.99' });
  expect(screen.getByText(/€5\.00 of €9\.99 received/)).toBeTruthy();
});

it('waits for a transfer whose account the provider shows on its page', async () => {
  const redirect = 'https://provider.example/pay';
  open('/transactions/t', () => ({ ...payment, method: 'sct', redirect }));
  await screen.findByText(/added once the money arrives, usually within one working day/);
  expect(screen.queryByText(/This takes a few seconds/)).toBeNull();
});

it('shows where to transfer to, with each part to copy and a code', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const transfer = {
    holder: 'Stichting Mollie Payments',
    iban: 'NL53ABNA0627535175',
    bic: 'ABNANL2A',
    reference: 'RF12-3456-7890-1234',
    cents: 999,
    currency: 'EUR',
    until: 1_800_000_000_000,
  };
  open('/transactions/t', () => ({ ...payment, method: 'sct', transfer }));
  await screen.findByRole('heading', { name: 'Transfer €9.99' });
  expect(screen.getByText('NL53 ABNA 0627 5351 75')).toBeTruthy();
  for (const [part, value] of [
    ['Account holder', transfer.holder],
    ['IBAN', transfer.iban],
    ['BIC', transfer.bic],
    ['Reference', transfer.reference],
    ['Amount', '9.99'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: `Copy: ${part}` }));
    await screen.findByRole('button', { name: `Copied: ${part}` });
    expect(writeText).toHaveBeenLastCalledWith(value);
  }
  expect(await screen.findByRole('img', { name: 'QR code with this transfer' })).toBeTruthy();
});

const debit = {
  reference: 'HL0123456789ABCDEF01234567',
  ibanEnd: '4300',
  on: '2026-12-02',
  textVersion: '2026-11',
};
const debited: PaymentView = {
  ...payment,
  method: 'sdd',
  package: 'p1',
  credits: 60,
  priceCents: 1_999,
  debit,
};

it('says the day of a debit, and when its credits come', async () => {
  open('/transactions/t', () => debited);
  await screen.findByRole('heading', { name: 'Your direct debit is on its way' });
  const words = document.body.textContent;
  for (const fact of [
    'Your bank debits €19.99 on 2 December.',
    'Your credits come when the money arrives, around 9 December.',
    '•••• 4300',
    debit.reference,
  ])
    expect(words).toContain(fact);
});

it('says what the bank still debits for credits that are here', async () => {
  open('/transactions/t', () => ({ ...debited, state: 'completed', settlement: 'promised' }));
  await screen.findByRole('heading', { name: 'Your credits are here' });
  expect(await screen.findByText('Your bank debits €19.99 on 2 December.')).toBeTruthy();
});

it('says nothing about the debit once its money is here', async () => {
  open('/transactions/t', () => ({ ...debited, state: 'completed', settlement: 'paid' }));
  await screen.findByRole('heading', { name: 'Your credits are here' });
  expect(screen.queryByText(/Your bank debits/)).toBeNull();
});

it.each([
  [
    12,
    /12 credits had been spent already\. Your next purchase repays them first/,
    'Settle with a new purchase',
  ],
  [0, /There’s nothing left to settle\./, 'Get credits'],
])('says what a returned debit leaves: a debt of %i', async (debt, words, action) => {
  open('/transactions/t', () => ({ ...debited, state: 'completed', settlement: 'returned' }), debt);
  await screen.findByRole('heading', { name: 'Your bank returned the debit' });
  await screen.findByText(words);
  expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe('/credits/p1');
});

it.each([
  ['taken', 'Your bank took the payment back', /^The €19\.99 went back to you/],
  [
    'given-back',
    'Your credits are here',
    /^Your bank gave the payment back, and we gave you its credits again\.$/,
  ],
] as const)('says what the bank did with a payment: %s', async (bank, title, words) => {
  const paid = {
    ...debited,
    method: 'creditcard',
    debit: null,
    state: 'completed',
    settlement: 'paid',
  } as const;
  open('/transactions/t', () => ({ ...paid, bank }));
  await screen.findByRole('heading', { name: title });
  expect(await screen.findByText(words)).toBeTruthy();
});
