import { type Core, createCore } from '@heartline/core';
import {
  type Clock,
  createIds,
  createLogger,
  type Mongo,
  type Presence,
  type Publisher,
  type Queues,
  type Redis,
} from '@heartline/platform';

/** A publisher without receivers, for the time of seeding. */
const toNobody: Publisher = {
  durable: async () => undefined,
  passing: () => undefined,
  endSession: () => undefined,
  operators: () => undefined,
  pairChanged: () => undefined,
  versionOf: async () => ({ epoch: 'seed', n: 0 }),
  positionOf: async () => ({ version: { epoch: 'seed', n: 0 }, changed: { user: 0, likes: 0 } }),
  publishing: (_members, run) => run(),
  announceMissed: async () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
};

/**
 * The use cases with a clock that can be set to any time of the past. They write the same data as for members, but send no
 * event, push or mail, and add jobs only to the given `queues`.
 */
export function createSeedCore(
  mongo: Mongo,
  mediaDir: string,
  queues: Pick<Queues, 'enqueue'> = { enqueue: async () => true },
): { core: Core; at(time: number): void } {
  let now = Date.now();
  const clock: Clock = { now: () => now };
  const nobody: Presence = {
    seen: async () => undefined,
    focus: async () => undefined,
    online: async () => new Set(),
    everyone: async () => [],
    focused: async () => [],
  };
  const nowhere = async (): Promise<never> => {
    throw new Error('the seed neither pays nor pushes');
  };
  const core = createCore({
    mongo,
    // No use case of the seed reaches Redis: whatever did would have to be seen here.
    redis: undefined as unknown as Redis,
    queues: {
      ...queues,
      queue: () => {
        throw new Error('the seed has no queues');
      },
      close: async () => undefined,
    },
    publisher: toNobody,
    presence: nobody,
    clock,
    ids: createIds(clock.now),
    push: { publicKey: '', accepts: () => false, send: nowhere },
    payments: { names: [], of: () => undefined, serving: () => [] },
    sms: undefined,
    limits: { take: () => ({ outcome: 'unavailable' }) },
    logger: createLogger({ level: 'silent', service: 'seed' }),
    config: {
      publicOrigin: 'http://localhost',
      webhookOrigin: 'http://localhost',
      mediaSecret: 'the seed signs no addresses',
      paymentHashSecret: undefined,
      mediaDir,
    },
  });
  return {
    core,
    at(time) {
      now = time;
    },
  };
}
