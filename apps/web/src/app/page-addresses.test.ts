// @vitest-environment happy-dom
import { PAGES } from '@heartline/contracts';
import { expect, it } from 'vitest';
import { router } from './router.tsx';

/** Rendered in place of the app (`main.tsx`); not a route of it. */
const OPERATORS = ['/operator', '/operator/landers'];
/** The router's pattern for every other address. */
const UNKNOWN = '/$';

it('routes exactly the pages that the gateway knows', () => {
  const routes = Object.keys(router.routesByPath).filter((path) => path !== UNKNOWN);
  expect([...routes, ...OPERATORS].toSorted()).toEqual(PAGES.toSorted());
});
