// @vitest-environment happy-dom
import type { Operator } from '@heartline/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { begunAnswers, begunNotes } from './begun.ts';
import { OperatorPage } from './operator-page.tsx';
import { operatorQuery } from './operator-queries.ts';

/** A socket without events. */
vi.mock('socket.io-client', () => ({
  io: () => ({ on: () => undefined, removeAllListeners: () => undefined, disconnect: () => undefined }),
}));

const shift = { startedAt: 1, answered: 0, conversations: 0 };
const EMPTY_QUEUE = { waiting: 0, entries: [], shift, unreadReports: 0, serverAt: 1 };

const anna: Operator = { name: 'anna', expiresAt: 1 };

const found = (name: string) => screen.queryByRole('button', { name });
const button = (name: string) => screen.findByRole('button', { name });

const open = () => renderPage(<OperatorPage languageMenu={null} />, { settings: { name: 'Heartline' } });

it('shows no sign-in before the server says that nobody is signed in', async () => {
  let answer = async () => new Response('<html>', { status: 500 });
  vi.stubGlobal('fetch', () => answer());
  open();
  const again = await button('Try again');
  expect(again.closest('main')).not.toBeNull();
  expect(found('Log in')).toBeNull();
  answer = async () =>
    Response.json(
      { authentication_required: true, error: { code: 'AUTHENTICATION_REQUIRED' } },
      { status: 403 },
    );
  fireEvent.click(again);
  await button('Log in');
  // No shift ended here, because no operator was signed in.
  expect(document.body.textContent).not.toContain('Your shift has ended');
  expect(found('Try again')).toBeNull();
});

it('reloads for another operator, because unsent text belongs to the first', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const signIn = (name: string | null) => {
    const operator: Operator | null = name === null ? null : { name, expiresAt: 1 };
    queryClient.setQueryData(operatorQuery.queryKey, operator);
  };
  signIn('anna');
  open();
  await screen.findByText(/anna/);
  // When a shift ends by itself, the same operator finds their text again.
  signIn(null);
  await button('Log in');
  expect(document.body.textContent).toContain('Your shift has ended');
  signIn('anna');
  await screen.findByText(/anna/);
  expect(reload).not.toHaveBeenCalled();
  signIn('bert');
  await vi.waitUntil(() => reload.mock.calls.length > 0);
  expect(document.body.textContent).not.toContain('bert');
});

it('says that the queue failed to load, and not that all is answered', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 500 }));
  queryClient.setQueryData(operatorQuery.queryKey, anna);
  open();
  await button('Try again');
  expect(document.body.textContent).not.toContain('All answered');
});

it('stays and says why when the server did not end the session', async () => {
  const queue = EMPTY_QUEUE;
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('logout') ? new Response('<html>', { status: 500 }) : Response.json(queue),
  );
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  queryClient.setQueryData(operatorQuery.queryKey, anna);
  open();
  const signOut = await button('Log out');
  reload.mockClear();
  fireEvent.click(signOut);
  await screen.findByText(/Something went wrong/);
  expect(reload).not.toHaveBeenCalled();
});

it('asks before unsent text is lost by signing out or closing the page', async () => {
  const queue = EMPTY_QUEUE;
  const asked = vi.fn<(path: string) => Promise<Response>>(async () => Response.json(queue));
  vi.stubGlobal('fetch', asked);
  const hasSignedOut = () => asked.mock.calls.some(([path]) => path.includes('logout'));
  const isPrevented = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
  vi.spyOn(location, 'reload').mockReturnValue();
  queryClient.setQueryData(operatorQuery.queryKey, anna);
  open();
  const signOut = await button('Log out');
  expect(isPrevented()).toBe(false);
  begunNotes.write('one', 'Likes the sea');
  expect(isPrevented()).toBe(true);
  begunNotes.write('one', '');
  begunAnswers.write('one', 'Good mor');
  onTestFinished(() => begunAnswers.write('one', ''));
  expect(isPrevented()).toBe(true);
  fireEvent.click(signOut);
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/will be lost/);
  expect(hasSignedOut()).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await vi.waitUntil(() => !screen.queryByRole('alertdialog'));
  expect(hasSignedOut()).toBe(false);
  fireEvent.click(await button('Log out'));
  const again = within(await screen.findByRole('alertdialog'));
  fireEvent.click(again.getByRole('button', { name: 'Log out' }));
  await vi.waitUntil(hasSignedOut);
  // After the dialog the browser must not ask again.
  await vi.waitUntil(() => !isPrevented());
});
