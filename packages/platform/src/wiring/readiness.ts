import type { Clock } from '../clock.ts';
import { isOutage } from '../outage.ts';
import type { Engines } from './connect-engines.ts';

/** One thing that must work for this process to be of use. Rejects with the reason when it does not. */
export interface ReadinessCheck {
  name: string;
  /** The process is of use without it all the same: its failure is told, and nobody is sent elsewhere for it. */
  isDispensable?: boolean;
  check(): Promise<void>;
}

/** Clocks further apart than this would let a sweep miss what was written meanwhile. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;
const CHECK_DEADLINE_MS = 2_000;

/** What every process needs: both engines, and a clock no further than 2 s from the database's. */
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
 * Runs every check, each for at most 2 s. `checks` says `ok` or the reason for each by name; `ok` is whether all that are
 * needed passed.
 */
export async function runChecks(
  checks: readonly ReadinessCheck[],
): Promise<{ ok: boolean; checks: Record<string, string> }> {
  const states = await Promise.all(checks.map(stateOf));
  const ok = states.every(([, state], index) => state === 'ok' || checks[index]?.isDispensable);
  return { ok, checks: Object.fromEntries(states) };
}

/** The page is public: what a driver says of an engine that is away names addresses inside. */
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
