// @vitest-environment happy-dom
import type { RefundOffer } from '@heartline/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { RefundPage } from './refund-page.tsx';

const offer = (payment: string, endsPremium: boolean): RefundOffer => ({
  payment,
  turn: 1,
  credits: 25,
  cents: 999,
  currency: 'EUR',
  boughtAt: 0,
  until: 1,
  endsPremium,
});

it('says in the open dialog that Premium ends, once another refund is done', async () => {
  let offers = [offer('one', false), offer('two', false)];
  const sent: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    if (init?.method === 'POST') {
      sent.push(JSON.parse(init.body as string));
      return Response.json({ error: { code: 'REFUND_CHANGED', message: '' } }, { status: 409 });
    }
    return Response.json({ offers, refunds: [], refund_days: 14 });
  });
  renderPage(<RefundPage />, { settings: {} });
  const [ask] = await screen.findAllByRole('button', { name: 'Withdraw from contract here' });
  fireEvent.click(ask!);
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).not.toContain('Premium ends');
  // On another device.
  offers = [offer('one', true)];
  await queryClient.invalidateQueries({ queryKey: keys.refund });
  await expect.poll(() => dialog.textContent).toContain('Premium ends with this refund');
  fireEvent.click(screen.getByRole('button', { name: 'Confirm withdrawal' }));
  await expect.poll(() => sent).toMatchObject([{ payment: 'one', endsPremium: true }]);
});
