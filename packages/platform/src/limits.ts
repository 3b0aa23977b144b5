import { LIMITS, type Limit, type LimitName } from '@heartline/contracts';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from './logger.ts';
import type { Redis } from './redis/connect.ts';

/** Answer of a limit to one call. `unavailable`: the call could not be counted and must not pass. */
export type Allowance =
  | { outcome: 'allowed' }
  | { outcome: 'limited'; retryAfterMs: number }
  | { outcome: 'unavailable' };

/** Counts calls against the limits of the contracts. */
export interface Limits {
  /** Takes one point of `name` for `key`, which is a member, a network or a socket. With 0 points it only checks. */
  take(name: LimitName, key: string, points?: 0 | 1): Allowance | Promise<Allowance>;
}

type Take = (key: string, points?: 0 | 1) => Allowance | Promise<Allowance>;

const ALLOWED: Allowance = { outcome: 'allowed' };

/**
 * Limits that guard secrets and money (`failClosed`) are counted in Redis, over all gateways. They answer `unavailable`
 * while Redis is away, because log-ins and payments must not pass uncounted. The others protect this process and are
 * counted in its memory, so they cost no round trip and survive the loss of Redis.
 */
export function createLimits(options: { redis: Redis; prefix: string; logger: Logger }): Limits {
  const limits = Object.entries(LIMITS) as [LimitName, Limit][];
  const takes = new Map<LimitName, Take>(
    limits.map(([name, limit]) => [
      name,
      limit.failClosed ? countedInRedis(name, limit, options) : countedHere(limit),
    ]),
  );
  return { take: (name, key, points) => (takes.get(name) as Take)(key, points) };
}

/** Counts in windows that begin with the first call of a key. */
export function countedHere(
  { points, seconds }: Pick<Limit, 'points' | 'seconds'>,
  now = () => performance.now(),
): (key: string, taken?: 0 | 1) => Allowance {
  /** In the order in which the windows end. */
  const windows = new Map<string, { count: number; until: number }>();
  return (key, taken = 1) => {
    const at = now();
    for (const [oldest, { until }] of windows) {
      if (until > at) break;
      windows.delete(oldest);
    }
    const window = windows.get(key);
    if (!window) {
      if (taken > 0) windows.set(key, { count: taken, until: at + seconds * 1_000 });
      return ALLOWED;
    }
    window.count += taken;
    return window.count <= points ? ALLOWED : { outcome: 'limited', retryAfterMs: window.until - at };
  };
}

function countedInRedis(
  name: LimitName,
  { points, seconds }: Limit,
  { redis, prefix, logger }: { redis: Redis; prefix: string; logger: Logger },
): Take {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    // Refuses further calls over the limit from memory: a flood costs Redis nothing.
    inMemoryBlockOnConsumed: points + 1,
    points,
    duration: seconds,
    keyPrefix: `${prefix}:limit:${name}`,
  });
  return async (key, taken = 1) => {
    try {
      await limiter.consume(key, taken);
      return ALLOWED;
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return { outcome: 'limited', retryAfterMs: reason.msBeforeNext };
      logger.warn({ limit: name, reason: String(reason) }, 'limit not counted');
      return { outcome: 'unavailable' };
    }
  };
}
