// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { onFreshSession } from '../../client/fresh-session.ts';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ChangePassword } from './change-password.tsx';

it('announces the new session of this browser after the change', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ ok: true }));
  const freshSession = vi.fn<() => void>();
  onTestFinished(onFreshSession(freshSession));
  queryClient.setQueryData(keys.user, {
    user: { id: 'm', email: 'm@mail.example', profile: { name: 'Mara' } },
  });
  renderPage(<ChangePassword />, { settings: {} });
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
  for (const label of ['Old password', 'New password', 'Repeat new password']) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'seven green otters' } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Save password' }));
  await expect.poll(() => freshSession.mock.calls).toHaveLength(1);
});
