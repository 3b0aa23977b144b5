// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { LoginPage } from './login-page.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useSearch: () => ({}),
  useRouter: () => ({}),
}));
vi.mock('../../client/slots.tsx', () => ({ useSlots: () => ({ openSignUp: () => undefined }) }));

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
});

/** Logs in to a site that refuses with this error. */
async function logInAt(status: number, error: object): Promise<void> {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({ error: { message: '', ...error } }, { status });
  });
  renderPage(<LoginPage />, { settings: { support_email: 'help@site.example' } });
  fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: 'zoe@mail.example' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'mauve tractor' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
}

it('tells a suspended member whom to write to', async () => {
  await logInAt(403, { code: 'ACCOUNT_DISABLED' });
  await screen.findByText(/This account is suspended/);
  const link = await screen.findByRole('link', { name: 'help@site.example' });
  expect(link.getAttribute('href')).toBe('mailto:help@site.example');
});

it('tells a leaving member about the link back, and offers another when allowed', async () => {
  await logInAt(409, { code: 'EMAIL_PENDING_DELETION', values: { seconds: 1 } });
  await screen.findByText(/We’ve e-mailed you that link/);
  const wait = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send again in 1 s' });
  expect(wait.disabled).toBe(true);
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send link again' });
  fireEvent.click(again);
  await screen.findByRole('button', { name: /Send again in/ });
  expect(asked).toEqual(['/api/user.php', '/api/reset-password.php']);
});
