import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../start-world.ts';
import { until } from '../until.ts';

/** Numbers from 0 to 1, the same for the same seed. */
export type Random = () => number;

/** One thing that goes wrong for a while, and is over when it resolves. */
export interface Fault {
  name: string;
  strike(world: World, random: Random): Promise<void>;
}

type Service = World['gateways'][number] | World['workers'][number];

const oneOf = <T>(list: readonly T[], random: Random) => list[Math.floor(random() * list.length)] as T;
/** How long a fault lasts: long enough to be felt, short enough for many. */
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

/** What a campaign chooses from. Each leaves everything running again. */
const FAULTS: readonly Fault[] = [
  {
    name: 'gateway killed',
    strike: ({ gateways }, random) => killAndRestart(oneOf(gateways, random), random),
  },
  { name: 'gateway told to end', strike: ({ gateways }, random) => oneOf(gateways, random).restart() },
  { name: 'gateway frozen', strike: ({ gateways }, random) => freeze(oneOf(gateways, random), random) },
  { name: 'worker killed', strike: ({ workers }, random) => killAndRestart(oneOf(workers, random), random) },
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
    async strike({ inside }) {
      // Our own connection may be on its way back from the fault before.
      await until(
        () => inside.redis.flushAll(),
        () => true,
      );
    },
  },
  {
    name: 'Redis out of reach',
    async strike({ wire }, random) {
      await wire?.redis.disable();
      await sleep(lasting(random));
      await wire?.redis.enable();
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
    name: 'MongoDB out of reach',
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
    name: 'answers of MongoDB lost',
    async strike({ wire }, random) {
      const over = await wire?.mongo.addToxic({ type: 'timeout', timeout: 0 }, 'downstream');
      await sleep(lasting(random));
      await over?.();
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
