// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { routed } from '../testing/routed.tsx';
import { ErrorPage } from './error-page.tsx';

it('continues by itself when the network is back before the page listens', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { router, shown } = routed({ '/': () => <ErrorPage error={new TypeError('Failed to fetch')} /> });
  const again = vi.spyOn(router, 'invalidate');
  // Read once while the page renders.
  network.mockReturnValueOnce(false).mockReturnValue(true);
  renderPage(shown);
  await screen.findByRole('button', { name: 'Try again' });
  await expect.poll(() => again.mock.calls.length).toBeGreaterThan(0);
});
