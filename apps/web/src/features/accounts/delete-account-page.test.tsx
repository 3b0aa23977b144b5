// @vitest-environment happy-dom
import type { RefundOffer } from '@heartline/contracts';
import { createMemoryHistory } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { DeleteAccountPage } from './delete-account-page.tsx';

const offer = (cents: number) => ({ payment: `${cents}`, cents, currency: 'EUR' }) as RefundOffer;

/** Opens the page of a member with credits and these refund offers. */
function open(offers: readonly RefundOffer[]) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) =>
    (url as string).includes('refund.php')
      ? Response.json({ offers, refunds: [], refund_days: 14 })
      : Response.json({}),
  );
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 30 } });
  const history = createMemoryHistory({ initialEntries: ['/account/delete'] });
  renderPage(routed({ '/account/delete': DeleteAccountPage }, history).shown, { settings: {} });
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
