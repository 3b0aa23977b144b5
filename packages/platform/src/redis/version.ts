import { randomBytes } from 'node:crypto';
import { LASTING, type StreamPosition, type Version } from '@heartline/contracts';
import { ErrorReply } from 'redis';
import { oncePerTick } from '../batch.ts';
import { isOutage } from '../outage.ts';
import type { Redis } from './connect.ts';
import type { Counted, CountedEvents, NumberedFrame } from './count-events.ts';
import { isCluster, nodeOf } from './nodes.ts';

/**
 * The counter behind every durable event of a member. It lives in Redis and may be lost, whole or its last second:
 * then `epoch` is new, and every client notices and fetches a snapshot. Keys carry the member in a hash tag, so they spread over a cluster.
 */
export interface Versions {
  /** Counts one event, or as many as said; the frame, if it goes out, carries the number of the last. */
  publish(member: string, frame: NumberedFrame, by?: number): Promise<Counted>;
  /** Counts one event that nobody hears of, so that clients notice the gap; where the stream is then. */
  skip(member: string): Promise<StreamPosition>;
  /** Where the member's stream is now. */
  current(member: string): Promise<Version>;
  /** The same, and when each lasting answer last changed. The frame, if any, goes out though nothing is counted. */
  position(member: string, frame?: NumberedFrame): Promise<Counted>;
}

const NO_FRAME: NumberedFrame = { channel: '', unlessAlone: false, before: '', after: '', changes: [] };

/** So many events share one command at most: Redis does nothing else meanwhile. */
const MAX_TOGETHER = 100;

interface Counting extends CountedEvents {
  resolve(counted: Counted): void;
  reject(reason: unknown): void;
}

/**
 * Versions under `prefix`. Events of one tick travel as one command, in the order in which they were
 * told; on a cluster, whose nodes have different members, as one for each member.
 */
export function createVersions(redis: Redis, prefix: string): Versions {
  const own = randomBytes(6).toString('base64url');
  let asked = 0;
  /** What a lost counter starts again under: never used before, since the lost one may have been ours too. */
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
      // A cluster hears over other connections than it counts over: that one process listens need not mean this one.
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

/** Names the run of the Redis, or of the node of a cluster, that has a key. */
export async function runHaving(redis: Redis, key: string): Promise<string> {
  return runOf(isCluster(redis) ? await nodeOf(redis, key) : redis);
}

/** Names this run of Redis. One that never says is taken to keep everything; one that says nothing now is asked again. */
async function runOf(redis: Redis): Promise<string> {
  const about = await redis.info('server').catch((error: unknown) => {
    if (error instanceof ErrorReply && !isOutage(error)) return '';
    throw error;
  });
  return /run_id:(\w{12})/.exec(about)?.[1] ?? '';
}
