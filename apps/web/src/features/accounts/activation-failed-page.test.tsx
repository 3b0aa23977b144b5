// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { ActivationFailedPage } from './activation-failed-page.tsx';

const settings = { min_age: 18 };

/** Opens the page for a visitor or a member; returns the requests and the opener of the sign-up. */
function open(user: { status: string; email: string } | null) {
  const asked: string[] = [];
  const early = { code: 'MAILED_RECENTLY', message: '', values: { seconds: 42 } };
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    asked.push(`${path} ${body ?? ''}`);
    return Response.json({ error: early }, { status: 429 });
  });
  queryClient.setQueryData(keys.user, user && { user, version: '1-0', serverAt: 0 });
  const slots = { openSignUp: vi.fn<Slots['openSignUp']>() };
  renderPage(
    <SlotsProvider value={slots as unknown as Slots}>
      <ActivationFailedPage />
    </SlotsProvider>,
    { settings },
  );
  return { asked, ...slots };
}

it('shows its button at once, and says what is wrong with the address', async () => {
  const { asked } = open(null);
  const button = await screen.findByRole('button', { name: 'Send e-mail again' });
  fireEvent.click(button);
  await screen.findByText('Fill this in.');
  fireEvent.change(screen.getByLabelText('E-mail address'), { target: { value: 'zoe' } });
  fireEvent.click(button);
  await screen.findByText('Invalid email');
  expect(asked).toEqual([]);
});

it('counts down to the next mail after a recent one, and claims no new mail', async () => {
  const { asked } = open({ status: 'not_confirmed', email: 'zoe@mail.example' });
  fireEvent.click(await screen.findByRole('button', { name: 'Send e-mail again' }));
  await screen.findByText(/We sent you one less than a minute ago/);
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: /Send again in 4\d s/ });
  expect(again.disabled).toBe(true);
  expect(screen.queryByText(/^Sent\./)).toBeNull();
  expect(asked).toEqual([expect.stringContaining('{"email":"zoe@mail.example"}')]);
});

it('offers a visitor a new sign-up with the typed address, but not a member', async () => {
  const { openSignUp } = open(null);
  fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: 'zoe@mail.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign up free' }));
  expect(openSignUp).toHaveBeenCalledExactlyOnceWith('zoe@mail.example');
  cleanup();
  open({ status: 'not_confirmed', email: 'zoe@mail.example' });
  await screen.findByRole('button', { name: 'Send e-mail again' });
  expect(screen.queryByRole('button', { name: 'Sign up free' })).toBeNull();
});

it('tells an active member that the account is active, and requests nothing', async () => {
  open({ status: 'active', email: 'zoe@mail.example' });
  await screen.findByRole('heading', { level: 1, name: 'Your account is already active' });
  expect(screen.queryByText('Activation failed')).toBeNull();
  expect(screen.getByRole('link', { name: 'Search members' }).getAttribute('href')).toBe('/members');
});
