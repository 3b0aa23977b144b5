// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../client/api.ts';
import { renderPage } from '../testing/render-page.tsx';
import { routed } from '../testing/routed.tsx';
import { ErrorPage } from './error-page.tsx';
import { type GuardName, guardedBy } from './guards.ts';

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

/** Opens a page whose load does so, and returns the lines of the error page. */
async function linesAfter(beforeLoad: ReturnType<typeof guardedBy>): Promise<(string | null)[]> {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/', beforeLoad });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory(),
    defaultErrorComponent: ErrorPage,
  });
  renderPage(<RouterProvider router={router as never} />);
  await screen.findByRole('button', { name: 'Try again' });
  return Array.from(screen.getByRole('main').querySelectorAll('p, h1'), (line) => line.textContent);
}

it('shows the status code and the message of a failed call [S2-112 S2-114 S8-022 S8-024]', async () => {
  const message = 'We cannot be reached just now. Please try again.';
  const error = new ApiError(503, { code: 'UNAVAILABLE', message });
  expect(await linesAfter(() => Promise.reject(error))).toEqual(['503', message]);
});

it('shows no error code when a proxy answered without our text', async () => {
  const error = new ApiError(502, { code: 'UNAVAILABLE' });
  expect(await linesAfter(() => Promise.reject(error))).toEqual(['502', 'An error has occurred.']);
});

it('shows 500 and the message of an error without a status [S2-113 S2-114 S8-023 S8-024]', async () => {
  const error = new TypeError('The answer has no profile');
  expect(await linesAfter(() => Promise.reject(error))).toEqual([
    '500',
    'An error has occurred.',
    'The answer has no profile',
  ]);
});

it.each(['unnamed', 'toString'])(
  "reads 500 and 'Unknown middleware' when a route names no guard: %s [S8-026]",
  async (name) => {
    expect(await linesAfter(guardedBy(name as GuardName))).toEqual([
      '500',
      'An error has occurred.',
      'Unknown middleware',
    ]);
  },
);
