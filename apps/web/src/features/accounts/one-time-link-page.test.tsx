// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { OneTimeLinkPage } from './one-time-link-page.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Navigate: ({ to }: { to: string }) => `on to ${to}`,
}));

it('offers a retry when the link could not be looked up, not “expired”', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  renderPage(<OneTimeLinkPage token={'a'.repeat(43)} />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(document.body.textContent).not.toContain('expired');
  vi.stubGlobal('fetch', async () => Response.json({ kind: 'activation', asks_password: true }));
  fireEvent.click(again);
  await waitFor(() => expect(document.body.textContent).toBe('on to /activate'));
});
