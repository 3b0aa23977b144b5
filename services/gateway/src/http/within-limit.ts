import { type LimitName, ok, type Result, refuse } from '@heartline/contracts';
import type { AppDeps } from '../app-deps.ts';

/**
 * Takes a point of a limit for the member, operator or network that `key` names, or asks only whether one is left; nothing
 * is taken where there is no limit. Refused when none is left, in words that say in how many seconds one is, and when a limit that guards something
 * can't be counted.
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
