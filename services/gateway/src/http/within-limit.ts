import { type LimitName, ok, type Result, refuse } from '@heartline/contracts';
import type { AppDeps } from '../app-deps.ts';

/**
 * Takes a point of a limit for the member, operator or network named by `key`, or only checks that one is left. Refuses
 * when none is left, with the seconds until the next one, and when a fail-closed limit can’t be counted.
 */
export async function withinLimit(
  { limits }: Pick<AppDeps, 'limits'>,
  limit: LimitName | undefined,
  key: string,
  points: 0 | 1 = 1,
): Promise<Result<undefined>> {
  if (!limit) return ok(undefined);
  const allowance = await limits.take(limit, key, points);
  if (allowance.outcome === 'allowed') return ok(undefined);
  if (allowance.outcome === 'unavailable') return refuse('UNAVAILABLE');
  return refuse('RATE_LIMITED', { values: { seconds: Math.ceil(allowance.retryAfterMs / 1_000) } });
}
