import { randomBytes } from 'node:crypto';
import type { Version } from '@heartline/contracts';
import { ErrorReply } from 'redis';
import type { Redis } from './connect.ts';
import { isCluster, nodeOf } from './nodes.ts';

/** A frame to publish, in two halves: the version stands between them. */
export interface NumberedFrame {
  channel: string;
  before: string;
  after: string;
}

/**
 * The counter behind every durable event of a member. It lives in Redis and may be lost, whole or its last second:
 * then `epoch` is new, and every client notices and fetches a snapshot. Keys carry the member in a hash tag, so they spread over a cluster.
 */
export interface Versions {
  /** Counts one event, publishes its frame under that number, and says the number. */
  publish(member: string, frame: NumberedFrame): Promise<Version>;
  /** Counts one event that nobody hears of, so that clients notice the gap. */
  skip(member: string): Promise<Version>;
  /** Where the member's stream is now. */
  current(member: string): Promise<Version>;
}

const NO_FRAME: NumberedFrame = { channel: '', before: '', after: '' };

/** Versions under `prefix`. Commands of one turn of the event loop travel together (node-redis pipelines them). */
export function createVersions(redis: Redis, prefix: string): Versions {
  const keyOf = (member: string) => `${prefix}:version:{${member}}`;
  const process = randomBytes(6).toString('base64url');
  let asked = 0;
  /** What a lost counter starts again under: never used before, since the lost one may have been ours too. */
  const freshEpoch = () => `${process}${(asked++).toString(36)}`;

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

  async function count(member: string, by: 0 | 1, frame: NumberedFrame): Promise<Version> {
    const key = keyOf(member);
    const node = isSpread ? await nodeOf(redis, key) : redis;
    const epoch = { fresh: freshEpoch(), run: await runAt(node) };
    const [n, name] = (await redis.countEvent(key, epoch, by, frame)) as [number, string];
    return { epoch: name, n };
  }

  return {
    publish: (member, frame) => count(member, 1, frame),
    skip: (member) => count(member, 1, NO_FRAME),
    current: (member) => count(member, 0, NO_FRAME),
  };
}

/** Names this run of Redis. One that does not say is taken to keep everything. */
async function runOf(redis: Redis): Promise<string> {
  const about = await redis.info('server').catch((error: unknown) => {
    if (error instanceof ErrorReply) return '';
    throw error;
  });
  return /run_id:(\w{12})/.exec(about)?.[1] ?? '';
}
