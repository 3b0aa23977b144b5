// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ActivatePage } from './activate-page.tsx';

const navigate = vi.hoisted(() => vi.fn<(to: object) => void>());
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useSearch: () => ({ token: 'a'.repeat(43) }),
  useNavigate: () => navigate,
}));

const refusal = (status: number, code: string) =>
  Response.json({ error: { code, message: code } }, { status });

/** The request of each press. */
const sent: unknown[] = [];

/** Answers each call by its path; `link` has one answer for each press. */
function serverWith(link: Response[], user: () => Response, isAsked = false): void {
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (path.includes('activate')) {
      sent.push(JSON.parse(body ?? ''));
      return link.shift();
    }
    if (path.includes('link')) return Response.json({ kind: 'activation', asks_password: isAsked });
    return path.includes('user') ? user() : Response.json({});
  });
}

const member = { id: 'f'.repeat(24), status: 'active', credits: 3 };
const asMember = () => Response.json({ user: member, version: '1-0', serverAt: Date.now() });

const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Activate my account' }));

beforeEach(() => {
  sent.length = 0;
  navigate.mockClear();
  queryClient.clear();
});

it('can be pressed again after a lost answer, and signs in the same member', async () => {
  const user = { id: 'f'.repeat(24), status: 'active', credits: 3 };
  serverWith([refusal(503, 'UNAVAILABLE'), Response.json({ user })], () =>
    Response.json({ user, version: '1-0', serverAt: Date.now() }),
  );
  renderPage(<ActivatePage />, { settings: {} });
  await press();
  await screen.findByText('That didn’t go through. Try again.');
  expect(navigate).not.toHaveBeenCalled();
  await press();
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/activate/done', replace: true }));
});

it('fails for a used link, even when another member is signed in', async () => {
  const user = { id: 'e'.repeat(24), status: 'active', credits: 3 };
  serverWith([refusal(400, 'ACTIVATION_FAILED')], () =>
    Response.json({ user, version: '1-0', serverAt: Date.now() }),
  );
  renderPage(<ActivatePage />, { settings: {} });
  await press();
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/activate/error', replace: true }));
});

it('asks for the sign-up password in another browser, and reports a wrong one', async () => {
  serverWith([refusal(400, 'PASSWORD_WRONG'), Response.json({ user: member })], asMember, true);
  renderPage(<ActivatePage />, { settings: { min_age: 18 } });
  const field = await screen.findByLabelText('Password from your sign-up');
  await press();
  await screen.findByText('Fill this in.');
  expect(sent).toEqual([]);
  fireEvent.change(field, { target: { value: 'a guess' } });
  await press();
  await screen.findByText('Check your password.');
  fireEvent.change(field, { target: { value: 'mauve tractor' } });
  await press();
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/activate/done', replace: true }));
  expect(sent).toMatchObject([{ password: 'a guess' }, { password: 'mauve tractor' }]);
});

it('takes a new password instead, typed twice', async () => {
  serverWith([Response.json({ user: member })], asMember, true);
  renderPage(<ActivatePage />, { settings: { min_age: 18 } });
  fireEvent.click(await screen.findByRole('button', { name: 'Set a new password instead' }));
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'mauve tractor' } });
  await press();
  expect(sent).toEqual([]);
  fireEvent.change(screen.getByLabelText('Repeat new password'), { target: { value: 'mauve tractor' } });
  await press();
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/activate/done', replace: true }));
  expect(sent).toEqual([{ token: 'a'.repeat(43), new_password: 'mauve tractor' }]);
});

it('asks for a password when only the press finds out that it is needed', async () => {
  serverWith([refusal(409, 'PASSWORD_REQUIRED')], asMember);
  renderPage(<ActivatePage />, { settings: { min_age: 18 } });
  await press();
  await screen.findByLabelText('Password from your sign-up');
  expect(navigate).not.toHaveBeenCalled();
});
