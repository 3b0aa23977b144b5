// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { TransactionPage } from './transaction-page.tsx';

const payment = { id: 't', package: 'p0', credits: 25, priceCents: 999, currency: 'EUR', createdAt: 0 };
const member = (credits: number, ledgerSeq: number) => ({
  user: { id: 'm', credits, ledgerSeq, paid_user: credits > 0, language: 'en' },
  version: '1',
});

it('shows the new balance of a completed payment without a live event', async () => {
  let state = 'pending';
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
