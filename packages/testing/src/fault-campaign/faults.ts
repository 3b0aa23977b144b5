import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../start-world.ts';
import { until } from '../until.ts';

/** Numbers from 0 to 1, the same for the same seed. */
export type Random = () => number;

/** A temporary fault. The promise resolves when it is over. */
export interface Fault {
  name: string;
  strike(world: World, random: Random): Promise<void>;
}

type Service = World['gateways'][number] | World['workers'][number];

/** A random element of a list. */
export const oneOf = <T>(list: readonly T[], random: Random) => list[Math.floor(random() * list.length)] as T;
/** Duration of a fault: long enough to have an effect, short enough for many. */
const lasting = (random: Random) => 500 + random() * 2_000;

async function killAndRestart(service: Service, random: Random): Promise<void> {
  await service.kill();
  await sleep(lasting(random) / 2);
  await service.restart();
}

async function freeze(service: Pick<Service, 'freeze' | 'thaw'>, random: Random): Promise<void> {
  service.freeze();
  await sleep(lasting(random) * 1.5);
  service.thaw();
}

/** Retries, since our own connection may still recover from the fault before. */
async function surely(act: () => Promise<unknown>): Promise<void> {
  await until(act, () => true);
}

/** Webhooks of a storm. */
const STORM = 100;

/** Bytes that Redis may use: `1` refuses all writes, `0` is no limit. */
function memoryOfRedis(redis: World['inside']['redis'], bytes: string): Promise<void> {
  return surely(() => redis.configSet('maxmemory', bytes));
}

/** Faults of a campaign. Each leaves everything running again. */
const FAULTS: readonly Fault[] = [
  {
    name: 'gateway killed',
    strike: ({ gateways }, random) => killAndRestart(oneOf(gateways, random), random),
  },
  { name: 'gateway stopped', strike: ({ gateways }, random) => oneOf(gateways, random).restart() },
  { name: 'gateway frozen', strike: ({ gateways }, random) => freeze(oneOf(gateways, random), random) },
  { name: 'worker killed', strike: ({ workers }, random) => killAndRestart(oneOf(workers, random), random) },
  { name: 'worker stopped', strike: ({ workers }, random) => oneOf(workers, random).restart() },
  { name: 'worker frozen', strike: ({ workers }, random) => freeze(oneOf(workers, random), random) },
  {
    name: 'Redis killed',
    async strike({ redis }, random) {
      await redis.crash();
      await sleep(lasting(random));
      await redis.restart();
    },
  },
  {
    name: 'Redis emptied',
    strike: ({ inside }) => surely(() => inside.redis.flushAll()),
  },
  {
    name: 'Redis unreachable',
    async strike({ wire }, random) {
      await wire?.redis.disable();
      await sleep(lasting(random));
      await wire?.redis.enable();
    },
  },
  {
    name: 'Redis full',
    async strike({ inside }, random) {
      await memoryOfRedis(inside.redis, '1');
      await sleep(lasting(random));
      await memoryOfRedis(inside.redis, '0');
    },
  },
  {
    name: 'Redis slow',
    async strike({ wire }, random) {
      const over = await wire?.redis.addToxic({ type: 'latency', latency: 100, jitter: 80 });
      await sleep(lasting(random) * 2);
      await over?.();
    },
  },
  {
    name: 'MongoDB killed',
    async strike({ mongo }, random) {
      await mongo.crash();
      await sleep(lasting(random));
      await mongo.restart();
    },
  },
  {
    name: 'MongoDB unreachable',
    async strike({ wire }, random) {
      await wire?.mongo.disable();
      await sleep(lasting(random));
      await wire?.mongo.enable();
    },
  },
  {
    name: 'MongoDB slow',
    async strike({ wire }, random) {
      const over = await wire?.mongo.addToxic({ type: 'latency', latency: 300, jitter: 200 });
      await sleep(lasting(random) * 2);
      await over?.();
    },
  },
  {
    name: 'connections to MongoDB reset',
    async strike({ wire }, random) {
      const over = await wire?.mongo.addToxic({ type: 'reset_peer', timeout: 100 });
      await sleep(lasting(random));
      await over?.();
    },
  },
  {
    name: 'answers of MongoDB lost',
    async strike({ wire }, random) {
      const over = await wire?.mongo.addToxic({ type: 'timeout', timeout: 0 }, 'downstream');
      await sleep(lasting(random));
      await over?.();
    },
  },
  {
    name: 'provider away',
    async strike({ stubs }, random) {
      stubs?.payments.trouble('bridge', oneOf(['away', 'slow', 'reset', 'html', 'loseOpen'], random));
      await sleep(lasting(random) * 2);
      stubs?.payments.trouble('bridge');
    },
  },
  {
    name: 'provider repeats its webhooks',
    async strike({ stubs }, random) {
      const paid = stubs?.payments.list().filter(({ state }) => state === 'paid') ?? [];
      for (let n = 0; n < STORM; n += 1)
        if (paid.length > 0) stubs?.payments.act(oneOf(paid, random).id, 'pay');
    },
  },
];

/** The faults of one seed: three to five, each starting a moment after the one before, so that some overlap. */
export function planOf(random: Random): { fault: Fault; afterMs: number }[] {
  return Array.from({ length: 3 + Math.floor(random() * 3) }, () => ({
    fault: oneOf(FAULTS, random),
    afterMs: Math.round(400 + random() * 2_000),
  }));
}
