import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Pages by their paths, to be rendered, and the router between them. It begins at `/`, or where `history` is. */
export function routed(pages: Readonly<Record<string, () => ReactNode>>, history = createMemoryHistory()) {
  const root = createRootRoute();
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  return { router, shown: <RouterProvider router={router as never} /> };
}
