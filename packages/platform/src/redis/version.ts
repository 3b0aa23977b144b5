import { randomBytes } from 'node:crypto';
import { LASTING, type StreamPosition, type Version } from '@heartline/contracts';
import { ErrorReply } from 'redis';
import { oncePerTick } from '../batch.ts';
import { isOutage } from '../outage.ts';
import type { Redis } from './connect.ts';
import type { Counted, CountedEvents, NumberedFrame } from './count-events.ts';
import { isCluster, nodeOf } from './nodes.ts';

/**
 * The counter of each member's durable events. If Redis loses it, or its last second, `epoch` is new: every client
 * notices and fetches a snapshot. The member is the hash tag of the key, so counters spread over a cluster.
 */
export interface Versions {
  /** Counts `by` events, one by default. The frame, if published, carries the last number. */
  publish(member: string, frame: NumberedFrame, by?: number): Promise<Counted>;
  /** Counts one event without publishing, so clients notice the gap. Returns the new position. */
  skip(member: string): Promise<StreamPosition>;
  /** Current version of the member's stream. */
  current(member: string): Promise<Version>;
  /** The same, and when each lasting answer last changed. Publishes the frame, if any, without counting. */
  position(member: string, frame?: NumberedFrame): Promise<Counted>;
}

const NO_FRAME: NumberedFrame = { channel: '', unlessAlone: false, before: '', after: '', changes: [] };

/** Most events in one command, because Redis does nothing else meanwhile. */
const MAX_TOGETHER = 100;

interface Counting extends CountedEvents {
  resolve(counted: Counted): void;
  reject(reason: unknown): void;
}

/**
 * Versions under `prefix`. Events of one tick leave as one command, in the order of the calls. On a cluster there is
 * one command for each member, because members are on different nodes.
 */
export function createVersions(redis: Redis, prefix: string): Versions {
  const own = randomBytes(6).toString('base64url');
  let asked = 0;
  /** A new epoch for a lost counter. Never used before, because the lost epoch may be one of this process. */
  const freshEpoch = () => `${own}${(asked++).toString(36)}`;

  const isSpread = isCluster(redis);
  const runs = new WeakMap<Redis, Promise<string> | string>();
  function runAt(node: Redis): Promise<string> | string {
    const known = runs.get(node);
    if (known !== undefined) return known;
    const forget = () => runs.delete(node);
    const asked = runOf(node);
    runs.set(node, asked);
    asked.then((run) => {
      runs.set(node, run);
      node.once('reconnecting', forget);
    }, forget);
    return asked;
  }

  async function send(events: readonly Counting[]): Promise<void> {
    try {
      const node = isSpread ? await nodeOf(redis, events[0]?.key ?? '') : redis;
      const counted = await redis.countEvents(events, { fresh: freshEpoch(), run: await runAt(node) });
      for (const [at, { resolve }] of events.entries()) resolve(counted[at] as Counted);
    } catch (error) {
      for (const { reject } of events) reject(error);
    }
  }

  let waiting: Counting[] = [];
  const leaveTogether = oncePerTick(() => {
    const events = waiting;
    waiting = [];
    const groups = isSpread ? Map.groupBy(events, ({ key }) => key).values() : [events];
    for (const group of groups) {
      while (group.length > 0) void send(group.splice(0, MAX_TOGETHER));
    }
  });

  function count(member: string, by: number, frame: NumberedFrame): Promise<Counted> {
    return new Promise((resolve, reject) => {
      void leaveTogether();
      // A cluster subscribes over other connections than it counts over. A single listener may thus be another process.
      const unlessAlone = !isSpread && frame.unlessAlone;
      const key = `${prefix}:version:{${member}}`;
      waiting.push({ ...frame, key, by, unlessAlone, resolve, reject });
    });
  }

  return {
    publish: (member, frame, by = 1) => count(member, by, frame),
    skip: (member) => count(member, 1, { ...NO_FRAME, changes: LASTING }),
    current: async (member) => (await count(member, 0, NO_FRAME)).version,
    position: (member, frame = NO_FRAME) => count(member, 0, frame),
  };
}

/** Identifies the running Redis, or the cluster node, that holds a key. */
export async function runHaving(redis: Redis, key: string): Promise<string> {
  return runOf(isCluster(redis) ? await nodeOf(redis, key) : redis);
}

/**
 * Identifies this run of Redis by its `run_id`. Empty if Redis forbids `INFO`: it is then assumed to keep everything.
 * An outage is retried.
 */
async function runOf(redis: Redis): Promise<string> {
  const about = await redis.info('server').catch((error: unknown) => {
    if (error instanceof ErrorReply && !isOutage(error)) return '';
    throw error;
  });
  return /run_id:(\w{12})/.exec(about)?.[1] ?? '';
}
