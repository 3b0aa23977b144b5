// @vitest-environment happy-dom
import type { DiscountCode, RefundOffer } from '@heartline/contracts';
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { discountCodeOf } from '../../testing/discount-code.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { DeleteAccountPage } from './delete-account-page.tsx';

const offer = (cents: number) => ({ payment: `${cents}`, cents, currency: 'EUR' }) as RefundOffer;

/** Opens the page of a member with credits, these refund offers and this discount. */
function open(offers: readonly RefundOffer[], offered: DiscountCode | null = null) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if ((url as string).includes('win-back.php')) {
      return Response.json({ discountcode: offered, serverAt: Date.now() });
    }
    return (url as string).includes('refund.php')
      ? Response.json({ offers, refunds: [], refund_days: 14 })
      : Response.json({});
  });
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 30 } });
  const history = createMemoryHistory({ initialEntries: ['/account/delete'] });
  const pages = { '/account/delete': DeleteAccountPage, '/credits': () => <p>Shop</p> };
  renderPage(routed(pages, history).shown, { settings: {} });
}

it('names the money that can be refunded, and links to the refund', async () => {
  open([offer(999), offer(500)]);
  const link = await screen.findByRole('link', { name: 'request a refund' });
  expect(link.getAttribute('href')).toBe('/credits/refund');
  expect(link.closest('li')?.textContent).toContain('€9.99 + €5.00');
  expect(screen.getByText('You’ll also lose your 30 credits.')).toBeTruthy();
});

it('mentions no refund when there is none', async () => {
  open([]);
  await expect.poll(() => queryClient.getQueryData(keys.refund)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'request a refund' })).toBeNull();
});

it('offers the site’s discount below the form, and takes it to the shop', async () => {
  const code = discountCodeOf({
    code: 'BACK-1',
    kind: 'win-back',
    value_percentage: 30,
    expires: Date.now(),
  });
  open([], code);
  await screen.findByRole('heading', { name: 'Or stay, with 30% off your next credits' });
  const deleting = screen.getByRole('button', { name: 'Delete my account' });
  const offer = screen.getByRole('link', { name: 'See the packs' });
  expect(deleting.compareDocumentPosition(offer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  fireEvent.click(offer);
  expect(queryClient.getQueryData(keys.discountCode)).toMatchObject({ code: 'BACK-1' });
  expect(sessionStorage.getItem('discount-code')).toBe('BACK-1');
});

it('offers nothing where the site has no discount', async () => {
  open([]);
  await expect.poll(() => queryClient.getQueryState(keys.winBack)?.status).toBe('success');
  expect(screen.queryByRole('link', { name: 'See the packs' })).toBeNull();
});
