// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { lastChat, rememberChat } from '../../../client/last-chat.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { routed } from '../../../testing/routed.tsx';
import { orderFacts, wordsBefore } from '../../../testing/words-before.ts';
import { CreditsSheet } from './credits-sheet.tsx';

const pack = {
  id: 'p1',
  credits: 60,
  priceCents: 1_999,
  fullPriceCents: 1_999,
  priorPriceCents: null,
  currency: 'EUR',
  popular: true,
};
const way = { id: 'ideal', brands: [], comes: 'at-once', minCents: 100, maxCents: null, reason: null };

/** Opens the sheet and pays; `answer` lets the payment open. `isAsked` is what the chat then says of the sheet. */
async function pay(isAsked = true) {
  const opening = Promise.withResolvers<void>();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const { pathname } = new URL(url as string, 'https://site.example');
    if (pathname === '/api/packages.php')
      return Response.json({
        packages: [pack],
        methods: [],
        ways: [way],
        paymentCountry: 'NL',
        vat: 21,
        discount: null,
      });
    if (pathname === '/api/companyinfo.php') return Response.json({ name: 'Northlight B.V.' });
    if (pathname !== '/api/payment.php') return Response.json({}, { status: 404 });
    await opening.promise;
    return Response.json({ payment: 'f', redirect: 'https://p.example/' });
  });
  const left = vi.spyOn(location, 'assign').mockReturnValue();
  const onClose = vi.fn<() => void>();
  const onOpened = vi.fn<() => Promise<boolean>>(async () => isAsked);
  const drawn = vi.fn<(setMissing: (missing: number) => void) => void>();
  const Sheet = () => {
    const [missing, setMissing] = useState(1);
    drawn(setMissing);
    return (
      <CreditsSheet title="Get credits" blocked={null} afterwards={null} {...{ missing, onOpened, onClose }}>
        One message
      </CreditsSheet>
    );
  };
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 0, debt: 0, paid_user: false } });
  renderPage(routed({ '/': Sheet }).shown, {
    settings: { message_credits: 1, refund_days: 14, name: 'Heartline', countries: ['NL'] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pay €19.99' }));
  await expect
    .poll(() => screen.getByRole('button', { name: 'Pay €19.99' }).getAttribute('aria-busy'))
    .toBe('true');
  return {
    answer: opening.resolve,
    left,
    onClose,
    onOpened,
    cover: () => flushSync(() => drawn.mock.lastCall?.[0](0)),
  };
}

it('sums up the order before the pay button', async () => {
  await pay();
  await screen.findByText(/Seller: Northlight/);
  const facts = orderFacts('iDEAL | Wero', 'Northlight B.V.');
  const words = wordsBefore(screen.getByRole('button', { name: 'Pay €19.99' }));
  for (const fact of [...facts, 'One-time payment, no subscription']) expect(words).toContain(fact);
});

it('stays open while the payment opens, then closes if nothing is missing any more', async () => {
  const { answer, left, onClose, cover } = await pay();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  cover();
  expect(onClose).not.toHaveBeenCalled();
  answer();
  await expect.poll(() => left.mock.calls).toEqual([['https://p.example/']]);
  await expect.poll(() => onClose.mock.calls.length).toBeGreaterThan(0);
});

it('leads to no payment once the chat has closed it', async () => {
  const { answer, left, onClose, onOpened } = await pay(false);
  answer();
  await expect.poll(() => onOpened.mock.calls.length).toBe(1);
  // Free again, so the payment has been dealt with.
  await expect
    .poll(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Close' }));
      return onClose.mock.calls.length;
    })
    .toBeGreaterThan(0);
  expect(left).not.toHaveBeenCalled();
});

/** Opens the sheet of a member who owes so many credits, with direct debit as the only way. */
function openDebit(debt: number, missing = 1) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if (!(url as string).includes('packages.php')) return Response.json({ name: 'Northlight B.V.' });
    return Response.json({
      packages: [
        { ...pack, id: 'p0', credits: 25, popular: false },
        pack,
        { ...pack, id: 'p2', credits: 150, popular: false },
        { ...pack, id: 'p3', credits: 400, popular: false },
      ],
      methods: [],
      ways: [{ ...way, id: 'sdd', comes: 'week' }],
      paymentCountry: 'NL',
      vat: 21,
      discount: null,
    });
  });
  const onOpened = vi.fn<() => Promise<boolean>>(async () => true);
  const onClose = vi.fn<() => void>();
  const Sheet = () => (
    <CreditsSheet title="Get credits" blocked={null} afterwards={null} {...{ missing, onOpened, onClose }}>
      One message
    </CreditsSheet>
  );
  rememberChat({ member: 'm', path: '/chats/c', name: 'Mara', at: 1 });
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 3, debt, paid_user: false } });
  const { router, shown } = routed({ '/': Sheet, '/directdebit': () => <p>Form</p> });
  renderPage(shown, {
    settings: { message_credits: 1, refund_days: 14, name: 'Heartline', countries: ['NL'] },
  });
  return { router, onOpened, onClose };
}

it('leads to the form of direct debit, and remembers the chat for its payment', async () => {
  const { router, onOpened } = openDebit(0);
  fireEvent.click(await screen.findByRole('button', { name: 'Continue to direct debit' }));
  await screen.findByText('Form');
  expect(router.state.location.href).toBe('/directdebit?package=p1');
  expect([onOpened.mock.calls.length, lastChat('m')?.payment]).toEqual([1, 'next']);
});

it('sells enough to repay what is owed, and stays open until it is', async () => {
  const { onClose } = openDebit(30, -2);
  await screen.findByText(/^30 credits are owed after your bank took a payment back\./);
  await screen.findByRole('radio', { name: /^60/ });
  expect(screen.queryByRole('radio', { name: /^25/ })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});
