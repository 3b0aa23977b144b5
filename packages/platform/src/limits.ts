import { LIMITS, type Limit, type LimitName } from '@heartline/contracts';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Logger } from './logger.ts';
import type { Redis } from './redis/connect.ts';

/** What a limit says to one call. `unavailable`: it could not be counted and may not be let through. */
export type Allowance =
  | { outcome: 'allowed' }
  | { outcome: 'limited'; retryAfterMs: number }
  | { outcome: 'unavailable' };

/** Counts calls against the limits of the contracts, over all gateways. */
export interface Limits {
  /** Takes one point of `name` for `key`: a member, a network or a socket, as the limit says. */
  take(name: LimitName, key: string): Promise<Allowance>;
}

/**
 * Limits that guard secrets and money (`failClosed`) are counted in Redis over all gateways, and answer `unavailable`
 * while Redis is away: log-ins and payments are never let through uncounted. The others protect this process, so they
 * are counted in its memory: they cost no round trip, and a lost Redis does not close the house.
 */
export function createLimits(options: { redis: Redis; prefix: string; logger: Logger }): Limits {
  const limiters = new Map(
    (Object.entries(LIMITS) as [LimitName, Limit][]).map(([name, limit]) => [
      name,
      limiterOf(name, limit, options),
    ]),
  );
  return {
    async take(name, key) {
      try {
        await limiters.get(name)?.consume(key);
        return { outcome: 'allowed' };
      } catch (reason) {
        if (reason instanceof RateLimiterRes) {
          return { outcome: 'limited', retryAfterMs: reason.msBeforeNext };
        }
        options.logger.warn({ limit: name, reason: String(reason) }, 'limit not counted');
        return { outcome: 'unavailable' };
      }
    },
  };
}

function limiterOf(
  name: LimitName,
  limit: Limit,
  { redis, prefix }: { redis: Redis; prefix: string },
): RateLimiterAbstract {
  const size = { points: limit.points, duration: limit.seconds, keyPrefix: `${prefix}:limit:${name}` };
  if (!limit.failClosed) return new RateLimiterMemory(size);
  return new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    // Who is over the limit is refused from memory: a flood costs Redis nothing.
    inMemoryBlockOnConsumed: limit.points + 1,
    ...size,
  });
}
