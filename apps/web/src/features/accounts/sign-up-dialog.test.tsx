// @vitest-environment happy-dom
import { LinkProvider } from '@heartline/ui';
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { SignUpDialog } from './sign-up-dialog.tsx';

it.each(['/login', '/login?next=%2Fcredits'])(
  'closes over %s instead of linking to the log-in',
  async (at) => {
    const close = vi.fn<() => void>();
    const history = createMemoryHistory({ initialEntries: [at] });
    const { router, shown } = routed({ '/login': () => <SignUpDialog email="" onClose={close} /> }, history);
    const links = { navigate: (href: string) => void router.navigate({ href }) };
    renderPage(<LinkProvider value={links}>{shown}</LinkProvider>, { settings: { signups: 'closed' } });
    const link = await screen.findByRole('link', { name: 'Log in' });
    expect(close).not.toHaveBeenCalled();
    fireEvent.click(link);
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(router.state.location.href).toBe(at);
  },
);
