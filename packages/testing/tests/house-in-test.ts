import type { Neighbours } from '@heartline/local/neighbours';
import type { Mongo } from '@heartline/platform';
import {
  type HttpClient,
  type MemberWish,
  type Person,
  startWorld,
  type WorldHere,
} from '@heartline/testing';

export type Guest = Person;

/** A gateway and, when asked for, a worker in this process, beside stand-ins of everything outside. */
export interface HouseInTest extends Pick<WorldHere, 'workerConfig' | 'stop'> {
  gateway: WorldHere['gateways'][number];
  worker: WorldHere['workers'][number] | undefined;
  neighbours: Neighbours;
  engines: Pick<WorldHere, 'mongo' | 'redis'>;
  mongo: Mongo;
  vapidPublicKey: string;
  webhookSecret: string;
  /** Puts the clock of every part forward. */
  advance(ms: number): void;
  now(): number;
  visitor(): HttpClient;
  guests(...wishes: MemberWish[]): Promise<Guest[]>;
}

/** Starts it on fresh engines. */
export async function startHouse(options: { worker: boolean }): Promise<HouseInTest> {
  const world = await startWorld({ here: true, workers: options.worker ? 1 : 0, neighbours: true });
  const [gateway] = world.gateways;
  const [worker] = world.workers;
  if (!gateway || !world.neighbours) throw new Error('the world has no gateway or no neighbours');
  return {
    gateway,
    worker,
    neighbours: world.neighbours,
    engines: { mongo: world.mongo, redis: world.redis },
    mongo: world.inside.mongo,
    workerConfig: world.workerConfig,
    vapidPublicKey: world.secrets.vapidPublicKey,
    webhookSecret: world.secrets.paymentWebhookSecret,
    advance: (ms) => world.clock.advance(ms),
    now: () => world.clock.now(),
    visitor: () => world.browser(),
    guests: (...wishes) => world.people(...wishes),
    stop: () => world.stop(),
  };
}
