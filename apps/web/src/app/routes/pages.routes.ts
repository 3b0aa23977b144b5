import { isShippedPage } from '@heartline/domain';
import { createRoute, notFound } from '@tanstack/react-router';
import { isServedPage } from '../../client/served-page.ts';
import { frame, NotFoundPage } from '../frames.tsx';
import { lazyPage } from '../lazy-components.ts';

/** An earlier version: `?version=2`, or 0 for the shipped text. */
const versionSearch = (search: Record<string, unknown>): { version?: number } => {
  const version = String(search['version']);
  return /^\d{1,5}$/.test(version) ? { version: Number(version) } : {};
};

/** The text of a served page, before the app takes it over. Later pages load theirs when they are drawn. */
async function loadServed(wanted: { slug: string; version?: number | undefined }): Promise<void> {
  if (!isServedPage()) return;
  const { prefetchPage } = await import('../../features/pages/static-page.tsx');
  await prefetchPage(wanted);
}

/** The terms and the other pages that every site has. */
const shippedPage = createRoute({
  getParentRoute: () => frame,
  path: '/pages/$slug',
  notFoundComponent: NotFoundPage,
  validateSearch: versionSearch,
  beforeLoad: ({ params }) => {
    if (!isShippedPage(params.slug)) throw notFound();
  },
  loaderDeps: ({ search }) => search,
  loader: ({ params, deps }) => loadServed({ ...params, ...deps }),
  component: lazyPage(() => import('../shipped-page.tsx'), 'ShippedPage'),
});

/** A one-time link from an e-mail, or a page that the operator added (S2-081). */
const token = createRoute({
  getParentRoute: () => frame,
  path: '/$token',
  notFoundComponent: NotFoundPage,
  validateSearch: versionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params, deps }) => loadServed({ slug: params.token, ...deps }),
  component: lazyPage(() => import('../token-page.tsx'), 'TokenPage'),
});

export const pagesInFrame = [shippedPage, token] as const;
