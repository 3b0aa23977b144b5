// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { PageLoadingBar } from './page-loading-bar.tsx';

const bar = () => screen.queryByRole('progressbar', { name: 'Loading page' });

it('shows a bar while the next page loads, and hides it after [S2-247]', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const root = createRootRoute({
    component: () => (
      <>
        <PageLoadingBar />
        <Outlet />
      </>
    ),
  });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => 'Home' });
  const slow = createRoute({
    getParentRoute: () => root,
    path: '/slow',
    loader: () => promise,
    component: () => 'Slow',
  });
  const router = createRouter({ routeTree: root.addChildren([home, slow]), history: createMemoryHistory() });
  renderPage(<RouterProvider router={router as never} />);
  await screen.findByText('Home');
  expect(bar()).toBeNull();
  const navigated = router.navigate({ href: '/slow' });
  await expect.poll(() => bar()?.style.opacity).toBe('1');
  expect(screen.queryByText('Home')).not.toBeNull();
  resolve();
  await navigated;
  await screen.findByText('Slow');
  await expect.poll(bar).toBeNull();
});
