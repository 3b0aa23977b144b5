import { startWorld, type World } from '@heartline/testing';
import type { Purpose } from '@heartline/testing/bench-access';
import { cpuSeconds } from './cpu.ts';
import { quantile } from './figures.ts';
import { later } from './measure.ts';
import { type Outcome, openTraffic, type Participant, type Traffic } from './traffic.ts';

const LIMITS = new URL('./servers/open-limits.ts', import.meta.url).href;
/** Environment of services as in production: they do not check answers against contracts. */
export const AS_IN_PRODUCTION = {
  NODE_MODE: 'production',
  LOG_LEVEL: 'warn',
  DEV_TOOLS: 'no',
  PUSH_LOCAL_ORIGINS: '',
};
/** For measured services: they count limits as usual and never reach them. */
const SERVICE = { ...AS_IN_PRODUCTION, NODE_OPTIONS: `--import=${LIMITS}` };

interface Measured {
  gateways?: number;
  /** A small run needs no engine that has run for a while. */
  small?: boolean;
  purpose?: Purpose;
}

/** Starts measured gateways and a worker. */
export function startMeasuredWorld({
  gateways = 2,
  small = false,
  purpose = small ? 'test' : 'measurement',
}: Measured): Promise<World> {
  return startWorld({
    purpose,
    gateways,
    workers: 1,
    gatewayEnvironment: SERVICE,
    workerEnvironment: SERVICE,
  });
}

export const PARTS = ['gateway', 'worker', 'engine', 'redis', 'client'] as const;
export type Part = (typeof PARTS)[number];

/** Result of one step of load. */
export interface Step {
  perSecond: number;
  settledPerSecond: number;
  ackP50: number;
  ackP99: number;
  deliveryP50: number;
  deliveryP99: number;
  /** Time from when the last message was due until all are settled: it shows the backlog. */
  drainMs: number;
  /** Times a gateway put a message off and the client sent it again. */
  putOff: number;
  /** CPU-seconds per 1,000 messages, by part. */
  cpu: Record<Part, number>;
}

/** Connects members with credits in pairs, each pair across the named gateways, or across all of them. */
export async function connectPairs(
  world: World,
  pairs: number,
  text: string,
  gateways?: readonly number[],
): Promise<Traffic> {
  const shares = gateways ? Math.ceil(world.gateways.length / gateways.length) : 1;
  const wish = { premium: true, credits: 10_000_000 };
  const people = await world.people(...Array.from({ length: pairs * 2 * shares }, () => wish));
  const addresses = gateways && new Set(gateways.map((gateway) => world.gateways[gateway]?.address));
  const participants = people
    .filter(({ http }) => addresses?.has(http.gateway.address) ?? true)
    .map(({ id, http }): Participant => ({ id, endpoint: { ...http.gateway, cookie: http.cookie } }));
  return openTraffic(
    Array.from(
      { length: pairs },
      (_, pair) => participants.slice(pair * 2, pair * 2 + 2) as [Participant, Participant],
    ),
    text,
  );
}

/**
 * Runs one step of load and waits until all messages are settled. Lost, duplicated and refused messages become faults.
 */
export async function step(world: World, load: () => Promise<Outcome>, faults: string[]): Promise<Step> {
  const before = cpuOf(world);
  const startedAt = performance.now();
  const outcome = await load();
  const settledAt = await untilSettled(world, outcome.lastKeys, faults);
  const after = cpuOf(world);
  const { missing, duplicates, reordered, refused } = outcome;
  if (missing + duplicates + reordered + refused > 0) {
    faults.push(`${missing} missing, ${duplicates} doubled, ${reordered} reordered, ${refused} refused`);
  }
  return {
    perSecond: (outcome.acked / outcome.tookMs) * 1_000,
    settledPerSecond: (outcome.acked / (settledAt - startedAt)) * 1_000,
    ackP50: quantile(outcome.ackMs, 0.5),
    ackP99: quantile(outcome.ackMs, 0.99),
    deliveryP50: quantile(outcome.deliveryMs, 0.5),
    deliveryP99: quantile(outcome.deliveryMs, 0.99),
    drainMs: Math.max(0, settledAt - (startedAt + outcome.dueForMs)),
    putOff: outcome.putOff,
    cpu: Object.fromEntries(
      PARTS.map((part) => [part, ((after[part] - before[part]) / outcome.acked) * 1_000]),
    ) as Record<Part, number>,
  };
}

/** CPU of the server parts of a step. */
export function serverCpu({ cpu }: Step): number {
  return PARTS.reduce((sum, part) => sum + (part === 'client' ? 0 : cpu[part]), 0);
}

/** Waits until the last message of every sender is debited. Earlier ones were enqueued before it. */
async function untilSettled(world: World, keys: readonly string[], faults: string[]): Promise<number> {
  const settlements = world.inside.mongo.connection.collection<{ _id: string }>('settlements');
  for (let timeout = 0; timeout < 300; timeout += 1) {
    const found = await settlements.find({ _id: { $in: [...keys] } }, { projection: { _id: 1 } }).toArray();
    if (found.length === keys.length) return performance.now();
    await later(50);
  }
  faults.push('not everything was settled within 15 s');
  return performance.now();
}

/** CPU-seconds of every part so far. */
function cpuOf(world: World): Record<Part, number> {
  const own = process.cpuUsage();
  return {
    gateway: cpuSeconds(world.gateways.map((gateway) => gateway.pid())),
    worker: cpuSeconds(world.workers.map((worker) => worker.pid())),
    engine: cpuSeconds(world.mongo.pids()),
    redis: cpuSeconds(world.redis.pids()),
    client: (own.user + own.system) / 1e6,
  };
}
