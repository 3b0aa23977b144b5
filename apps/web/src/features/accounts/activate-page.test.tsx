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

/** Answers each call by its path; `link` as often as the button is pressed. */
function serverWith(link: Response[], user: () => Response): void {
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('activate') ? link.shift() : path.includes('user') ? user() : Response.json({}),
  );
}

const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Activate my account' }));

beforeEach(() => {
  navigate.mockClear();
  queryClient.clear();
});

it('a link whose answer was lost can be pressed again: the server knows whom it signed in', async () => {
  const user = { id: 'f'.repeat(24), status: 'active', credits: 3 };
  serverWith([refusal(503, 'UNAVAILABLE'), Response.json({ user })], () =>
    Response.json({ user, version: '1-0', serverAt: Date.now() }),
  );
  renderPage(<ActivatePage />);
  await press();
  await screen.findByText('That did not get through. Please try again.');
  expect(navigate).not.toHaveBeenCalled();
  await press();
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/activate/done', replace: true }));
});

it('a link that is used up has failed, also where somebody else is signed in', async () => {
  const user = { id: 'e'.repeat(24), status: 'active', credits: 3 };
  serverWith([refusal(400, 'ACTIVATION_FAILED')], () =>
    Response.json({ user, version: '1-0', serverAt: Date.now() }),
  );
  renderPage(<ActivatePage />);
  await press();
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/activate/error', replace: true }));
});
