// @vitest-environment happy-dom
import { PAGES } from '@heartline/contracts';
import { expect, it } from 'vitest';
import { router } from './router.tsx';

/** Drawn in place of the app (`main.tsx`): no route of it. */
const OPERATORS = '/operator';
/** Where the router puts every other address. */
const UNKNOWN = '/$';

it('the router has exactly the pages that the gateway knows', () => {
  const routes = Object.keys(router.routesByPath).filter((path) => path !== UNKNOWN);
  expect([...routes, OPERATORS].toSorted()).toEqual(PAGES.toSorted());
});
