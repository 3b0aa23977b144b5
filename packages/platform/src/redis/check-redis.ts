import type { Redis } from './connect.ts';
import { isCluster, nodesOf } from './nodes.ts';

const OLDEST = 7;

/**
 * Checks that a Redis is new enough and addressed by its kind: single or cluster. Returns a message with a fix for each
 * problem. A managed Redis that hides these facts is accepted.
 */
export async function checkRedis(redis: Redis): Promise<string[]> {
  const about = await redis.info('server').catch(() => '');
  const problems: string[] = [];
  const version = /valkey_version:(\S+)/.exec(about)?.[1] ?? /redis_version:(\S+)/.exec(about)?.[1];
  if (version && Number.parseInt(version, 10) < OLDEST) {
    problems.push(
      `Redis ${version} is too old: live events travel by SPUBLISH, which came with 7.0. Fix: Redis 7 or newer, or Valkey.`,
    );
  }
  if (/(?:redis|server)_mode:cluster/.test(about) && !isCluster(redis)) {
    problems.push(
      'REDIS_URL names one node of a Redis Cluster as if it were alone. Fix: REDIS_URL=redis+cluster://host:port,host:port.',
    );
  }
  return problems;
}

/**
 * The same checks, and whether Redis is fit for queues: every node must keep all data while it runs and through a
 * restart.
 */
export async function checkQueueRedis(redis: Redis): Promise<string[]> {
  const nodes = await nodesOf(redis);
  const found = await Promise.all([checkRedis(redis), ...nodes.map(checkKeeping)]);
  return [...new Set(found.flat())];
}

async function checkKeeping(node: Redis): Promise<string[]> {
  const settings = await node
    .configGet(['maxmemory-policy', 'appendonly'])
    .catch((): Record<string, string> => ({}));
  const problems: string[] = [];
  const policy = settings['maxmemory-policy'];
  if (policy && policy !== 'noeviction') {
    problems.push(
      `Redis evicts by ${policy}, so it may forget jobs. Fix: CONFIG SET maxmemory-policy noeviction.`,
    );
  }
  if (settings['appendonly'] === 'no') {
    problems.push('Redis forgets everything at a restart. Fix: CONFIG SET appendonly yes.');
  }
  return problems;
}
