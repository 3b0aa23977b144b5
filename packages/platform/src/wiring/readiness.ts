import type { Clock } from '../clock.ts';
import { isOutage } from '../outage.ts';
import type { Engines } from './connect-engines.ts';

/** A condition for this process to be ready. Rejects with the reason if it is not met. */
export interface ReadinessCheck {
  name: string;
  /** The process works without it: a failure is reported, but the process stays ready. */
  isDispensable?: boolean;
  check(): Promise<void>;
}

/** With a larger difference between clocks, a sweep could miss documents written meanwhile. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;
const CHECK_DEADLINE_MS = 2_000;

/** Checks for every process: MongoDB, Redis, and a clock within 2 s of the database's. */
export function engineChecks(
  { mongo, redis }: Pick<Engines, 'mongo' | 'redis'>,
  clock: Clock,
): ReadinessCheck[] {
  return [
    {
      name: 'mongo',
      check: async () => {
        await mongo.connection.db?.admin().ping();
      },
    },
    {
      name: 'redis',
      check: async () => {
        await redis.ping();
      },
    },
    {
      name: 'clock',
      check: async () => {
        const ahead = await mongo.clockAheadMs(clock.now);
        if (Math.abs(ahead) > MAX_CLOCK_DIFFERENCE_MS) {
          throw new Error(`${Math.round(Math.abs(ahead))} ms from the database's clock`);
        }
      },
    },
  ];
}

/**
 * Runs every check, each for at most 2 s. `checks` has `ok` or the reason by name; `ok` is true if all required ones
 * passed.
 */
export async function runChecks(
  checks: readonly ReadinessCheck[],
): Promise<{ ok: boolean; checks: Record<string, string> }> {
  const states = await Promise.all(checks.map(stateOf));
  const ok = states.every(([, state], index) => state === 'ok' || checks[index]?.isDispensable);
  return { ok, checks: Object.fromEntries(states) };
}

/**
 * Hides the driver's message for an unavailable database: the page is public, and the message has internal addresses.
 */
function reasonOf(error: unknown): string {
  if (isOutage(error)) return 'does not answer';
  return error instanceof Error ? error.message : 'failed';
}

async function stateOf({ name, check }: ReadinessCheck): Promise<[string, string]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_DEADLINE_MS);
  });
  try {
    await Promise.race([check(), late]);
    return [name, 'ok'];
  } catch (error) {
    return [name, reasonOf(error)];
  } finally {
    clearTimeout(timer);
  }
}
