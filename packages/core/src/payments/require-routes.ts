import { ConfigError } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import { hostsThatSet, readSites } from '../site/index.ts';
import { routeProblems } from './payment-accounts.ts';

/**
 * Refuses routes to an account that is missing, or whose provider does not serve the way to pay.
 * @throws {ConfigError} naming site, way to pay and fix of each.
 */
export async function requireRoutes(deps: Pick<CoreDeps, 'mongo' | 'logger' | 'payments'>): Promise<void> {
  const sites = await readSites(deps, await hostsThatSet(deps.mongo, 'payment_routes'));
  const problems = [...sites].flatMap(([site, { privately }]) =>
    routeProblems(deps.payments, site, privately.payment_routes),
  );
  if (problems.length > 0) throw new ConfigError(problems);
}
