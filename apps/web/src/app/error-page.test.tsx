// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { routed } from '../testing/routed.tsx';
import { ErrorPage } from './error-page.tsx';

it('goes on by itself where the network is back before the page listens for it', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { router, shown } = routed({ '/': () => <ErrorPage error={new TypeError('Failed to fetch')} /> });
  const again = vi.spyOn(router, 'invalidate');
  // Read once as the page is drawn.
  network.mockReturnValueOnce(false).mockReturnValue(true);
  renderPage(shown);
  await screen.findByRole('button', { name: 'Try again' });
  await expect.poll(() => again.mock.calls.length).toBeGreaterThan(0);
});
