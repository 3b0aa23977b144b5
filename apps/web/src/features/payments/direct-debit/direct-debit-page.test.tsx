// @vitest-environment happy-dom
import type { directDebit, getDirectDebit, OutputOf } from '@heartline/contracts';
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { actAs } from '../../../client/api.ts';
import { lastChat, rememberChat, rememberPurchaseNext } from '../../../client/last-chat.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { localStore, sessionStore } from '../../../client/storage.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { routed } from '../../../testing/routed.tsx';
import { wordsBefore } from '../../../testing/words-before.ts';
import { DirectDebitPage } from './direct-debit-page.tsx';

type Facts = OutputOf<typeof getDirectDebit>;
type Sent = Extract<OutputOf<typeof directDebit>, { sent: true }>;
type Answer = object | { refused: string; fields?: object };

const facts: Facts = {
  mandate: null,
  creditor: { name: 'Northlight B.V.', identifier: 'NL13ZZZ123456780000' },
  isTrusted: true,
  textVersion: '2026-11',
  debitOn: '2026-12-02',
};
const mandate = { id: 'HL0123456789ABCDEF01234567', ibanEnd: '4300', signedAt: Date.UTC(2026, 10, 12) };
const sentCode = (left: Partial<Sent> = {}): Sent => ({
  sent: true,
  phoneEnd: '678',
  until: Date.now() + 600_000,
  againAt: Date.now() + 30_000,
  mandate: { reference: mandate.id, textVersion: '2026-11', ibanEnd: '4300' },
  debitOn: '2026-12-02',
  priceCents: 1_999,
  currency: 'EUR',
  ...left,
});
const pack = (id: string, credits: number, priceCents: number) => ({
  id,
  credits,
  priceCents,
  fullPriceCents: priceCents,
  priorPriceCents: null,
  currency: 'EUR',
  popular: id === 'p1',
});
const sdd = { id: 'sdd', brands: [], comes: 'week', minCents: 100, maxCents: 10_000, reason: null };

interface Given {
  facts?: Partial<Facts>;
  /** Why direct debit is not offered. */
  reason?: string;
  debt?: number;
  search?: string;
}

/** Opens the page. Returns the bodies of the orders, answered in turn by `answers`. */
function open(given: Given = {}, ...answers: Answer[]) {
  const { search = '?package=p1', debt = 0 } = given;
  const sent: Record<string, unknown>[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname } = new URL(url as string, 'https://site.example');
    if (pathname === '/api/packages.php')
      return Response.json({
        packages: [pack('p0', 25, 999), pack('p1', 60, 1_999)],
        methods: [],
        ways: [
          { ...sdd, reason: given.reason ?? null },
          { ...sdd, id: 'ideal', comes: 'at-once' },
        ],
        paymentCountry: 'NL',
        vat: 21,
        discount: null,
      });
    if (pathname === '/api/companyinfo.php') return Response.json({ name: 'Northlight B.V.' });
    if (pathname !== '/api/directdebit.php')
      return Response.json({ error: { code: 'NOT_FOUND' } }, { status: 404 });
    if (init?.method !== 'POST') return Response.json({ ...facts, ...given.facts });
    sent.push(JSON.parse(init.body as string));
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? {};
    if (!('refused' in answer)) return Response.json(answer);
    const { refused: code, fields } = answer;
    return Response.json({ error: { code, message: '', fields } }, { status: 403 });
  });
  actAs('m');
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 0, debt, paid_user: false } });
  const history = createMemoryHistory({ initialEntries: [`/directdebit${search}`] });
  const pages = { '/directdebit': DirectDebitPage, '/transactions/$id': () => <p>Transaction</p> };
  const { router, shown } = routed(pages, history);
  renderPage(shown, {
    settings: { message_credits: 1, refund_days: 14, name: 'Heartline', countries: ['NL'], min_age: 18 },
    hasNotices: true,
    region: 'en-GB',
  });
  return { sent, router };
}

const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

/** Fills in the form. */
async function fillIn(changes: Record<string, string> = {}): Promise<void> {
  const values = {
    'Account holder': 'Jonas Meyer',
    IBAN: 'NL91ABNA0417164300',
    Street: 'Keizersgracht',
    Number: '12',
    Postcode: '1015 CS',
    Town: 'Amsterdam',
    'Mobile number': '+31655004321',
    ...changes,
  };
  for (const [name, value] of Object.entries(values)) await type(name, value);
}

/** Fills in the form and asks for the code. */
async function askForCode(changes?: Record<string, string>): Promise<void> {
  await fillIn(changes);
  fireEvent.click(await button('Text me a code'));
}

const form = {
  account_holder: 'Jonas Meyer',
  iban: 'NL91 ABNA 0417 1643 00',
  street: 'Keizersgracht',
  house_number: '12',
  zip: '1015 CS',
  city: 'Amsterdam',
  phone: '+31655004321',
};

it('orders in two steps: a code, then the signature [S3-217 S3-218 S3-219 S3-220 S3-221 S3-222 S3-223]', async () => {
  const { sent, router } = open({}, sentCode(), { sent: false, payment: 'f'.repeat(24) });
  await askForCode();
  await type('Code from the text message', '123 456');
  fireEvent.click(await button('Pay €19.99 by direct debit'));
  await screen.findByText('Transaction');
  const order = { package: 'p1', country: 'NL', seen: { credits: 60, priceCents: 1_999, currency: 'EUR' } };
  const key = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(sent).toEqual([
    { key, ...order, ...form },
    { key, ...order, ...form, otp: '123456' },
  ]);
  expect(sent[0]?.['key']).toBe(sent[1]?.['key']);
  expect(router.state.location.pathname).toBe(`/transactions/${'f'.repeat(24)}`);
});

it('stores neither IBAN nor phone nor code in the browser', async () => {
  const { router } = open({}, sentCode(), { sent: false, payment: 'f'.repeat(24) });
  await askForCode();
  await type('Code from the text message', '918273');
  fireEvent.click(await button('Pay €19.99 by direct debit'));
  await screen.findByText('Transaction');
  const stored = [localStore, sessionStore].flatMap((store) => store.names().map((name) => store.get(name)));
  const known = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.data);
  const left = JSON.stringify([stored, known, router.state.location.state, document.cookie]);
  for (const secret of ['0417', '55004321', '918273']) expect(left).not.toContain(secret);
  await expect.poll(() => queryClient.getMutationCache().getAll()).toEqual([]);
});

it('names fields that are missing or wrong, and leads to the first', async () => {
  const { sent } = open();
  fireEvent.click(await button('Text me a code'));
  expect(screen.getAllByText('Fill this in.')).toHaveLength(7);
  const holder = await field('Account holder');
  expect([document.activeElement, holder.getAttribute('aria-invalid')]).toEqual([holder, 'true']);
  await fillIn({ IBAN: 'NL91ABNA0417164301' });
  fireEvent.click(await button('Text me a code'));
  const iban = await field('IBAN');
  expect([document.activeElement, iban.getAttribute('aria-invalid')]).toEqual([iban, 'true']);
  expect(sent).toEqual([]);
});

it('shows what the server finds wrong under its field until it changes', async () => {
  open({}, { refused: 'VALIDATION_FAILED', fields: { phone: 'PHONE_INVALID' } });
  await askForCode();
  const phone = await field('Mobile number');
  await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(phone);
  await type('Mobile number', '+31698765432');
  expect(phone.getAttribute('aria-invalid')).toBeNull();
});

it('shows the whole mandate and the order before the button that pays', async () => {
  open({}, sentCode());
  await askForCode();
  const words = wordsBefore(await button('Pay €19.99 by direct debit'));
  for (const fact of [
    'SEPA Direct Debit Mandate',
    'Northlight B.V.',
    'NL13ZZZ123456780000',
    mandate.id,
    '•••• 4300',
    'Jonas Meyer',
    '€19.99 on 2 December',
    'A refund must be claimed within 8 weeks',
    '60 credits',
    'Credits right away. Your bank debits €19.99 on 2 December.',
    'incl. VAT',
    '14 days to withdraw and get back what you haven’t spent.',
    'Seller: Northlight B.V.',
    'Terms of use',
  ])
    expect(words).toContain(fact);
});

it('says the day when credits wait for the money', async () => {
  open({ facts: { isTrusted: false } });
  const words =
    'Your bank debits €19.99 on 2 December. Your credits come when the money arrives, around 9 December.';
  expect(await screen.findByText(words)).toBeTruthy();
});

it('keeps the step and its key after a wrong code [S5-020 S8-012]', async () => {
  const { sent } = open({}, sentCode(), { refused: 'OTP_INVALID' });
  await askForCode();
  await type('Code from the text message', '111111');
  fireEvent.click(await button('Pay €19.99 by direct debit'));
  await screen.findByText('Code invalid');
  const code = await field('Code from the text message');
  await expect.poll(() => document.activeElement).toBe(code);
  fireEvent.change(code, { target: { value: '222222' } });
  await expect.poll(() => screen.queryByText('Code invalid')).toBeNull();
  fireEvent.click(await button('Pay €19.99 by direct debit'));
  await expect.poll(() => sent.length).toBe(3);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

it('asks for the whole code before it pays', async () => {
  const { sent } = open({}, sentCode());
  await askForCode();
  await type('Code from the text message', '123');
  fireEvent.click(await button('Pay €19.99 by direct debit'));
  await screen.findByText('Fill this in.');
  expect(document.activeElement).toBe(await field('Code from the text message'));
  expect(sent).toHaveLength(1);
});

it('goes back without losing what was typed, and on without a second text message', async () => {
  const { sent } = open({}, sentCode());
  await askForCode();
  fireEvent.click(await button('Change my details'));
  expect((await field('IBAN')).value).toBe('NL91 ABNA 0417 1643 00');
  fireEvent.click(await button('Text me a code'));
  await field('Code from the text message');
  expect(sent).toHaveLength(1);
});

it('asks for another code under another key once a detail changed', async () => {
  const { sent } = open({}, sentCode());
  await askForCode();
  fireEvent.click(await button('Change my details'));
  await type('Mobile number', '+31687654321');
  fireEvent.click(await button('Text me a code'));
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]?.['key']).not.toBe(sent[1]?.['key']);
});

it('sends another code after the pause, which server time decides', async () => {
  const { sent } = open({}, sentCode(), sentCode({ againAt: 0, phoneEnd: '679' }));
  await askForCode();
  const again = await button(/^Send again in (30|29|28) s$/);
  expect(again.disabled).toBe(true);
  expect(sent).toHaveLength(1);
});

it('offers another code at once where the server allows it', async () => {
  const { sent } = open({}, sentCode({ againAt: 0 }), { refused: 'SMS_LIMIT' });
  await askForCode();
  fireEvent.click(await button('Send a new code'));
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual(sent[0]);
  await field('Code from the text message');
});

it('says when a code has expired', async () => {
  open({}, sentCode({ until: 1 }));
  await askForCode();
  expect(await screen.findByText('This code has expired. Send a new one.')).toBeTruthy();
});

it.each([
  ['DIRECT_DEBIT_BLOCKED', 'Your account is blocked for direct debit payments.'],
  ['DIRECT_DEBIT_LIMIT', 'Your limit for direct debit payments has been reached.'],
])(
  '%s: shows the exact words and other ways to pay [S5-021 S5-022 S5-023 S8-013 S8-014]',
  async (refused, words) => {
    open({}, { refused });
    await askForCode();
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(screen.getAllByRole('link', { name: 'See other ways to pay' }).at(-1)?.getAttribute('href')).toBe(
      '/credits/p1',
    );
  },
);

it('offers no form to a member who is blocked', async () => {
  open({ reason: 'blocked' });
  await screen.findByText('Your account is blocked for direct debit payments.');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('pays under a fresh mandate with one press', async () => {
  const { sent } = open(
    { facts: { mandate: { ...mandate, isFresh: true } } },
    { sent: false, payment: 'e'.repeat(24) },
  );
  await screen.findByText('Account ending 4300');
  fireEvent.click(await button('Pay €19.99 by direct debit'));
  await screen.findByText('Transaction');
  expect(sent).toEqual([
    {
      key: expect.any(String),
      package: 'p1',
      country: 'NL',
      seen: { credits: 60, priceCents: 1_999, currency: 'EUR' },
      mandate: mandate.id,
    },
  ]);
});

it('asks for the phone alone under a mandate that is not fresh', async () => {
  const { sent } = open({ facts: { mandate: { ...mandate, isFresh: false } } }, sentCode());
  await type('Mobile number', '+31655004321');
  expect(screen.queryByRole('textbox', { name: 'IBAN' })).toBeNull();
  fireEvent.click(await button('Text me a code'));
  await field('Code from the text message');
  expect(sent[0]).toMatchObject({ mandate: mandate.id, phone: '+31655004321' });
  expect(sent[0]).not.toHaveProperty('iban');
});

it('takes another account than that of the mandate', async () => {
  open({ facts: { mandate: { ...mandate, isFresh: true } } });
  fireEvent.click(await button('Use another account'));
  expect((await field('IBAN')).value).toBe('');
});

it('shows the popular pack where the address names none [S2-074 S2-075 S2-076]', async () => {
  open({ search: '' });
  await field('IBAN');
  await field('Mobile number');
  expect(await screen.findByText('60 credits · €19.99')).toBeTruthy();
});

it('says what is owed after a bank took a payment back', async () => {
  open({ debt: 12 });
  const words =
    '12 credits are owed after your bank took a payment back. Your next purchase repays them first.';
  expect(await screen.findByText(words)).toBeTruthy();
});

it('leads back to the chat over which the order began', async () => {
  rememberChat({ member: 'm', path: '/chats/c', name: 'Mara', at: 1 });
  rememberPurchaseNext('m');
  open({ facts: { mandate: { ...mandate, isFresh: true } } }, { sent: false, payment: 'e'.repeat(24) });
  fireEvent.click(await button('Pay €19.99 by direct debit'));
  await screen.findByText('Transaction');
  expect(lastChat('m')?.payment).toBe('e'.repeat(24));
});
