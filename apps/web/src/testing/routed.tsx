import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Renders pages by path, with a router between them. Starts at `/`, or at the position of `history`. */
export function routed(pages: Readonly<Record<string, () => ReactNode>>, history = createMemoryHistory()) {
  const root = createRootRoute();
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  return { router, shown: <RouterProvider router={router as never} /> };
}
