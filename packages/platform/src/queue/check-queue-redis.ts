import type { Redis } from '../redis/connect.ts';

/**
 * Whether a Redis may hold queues: it never evicts what it was given, and it keeps what it has through a restart.
 * Answers with the sentences that say what to change; none when all is well. A managed Redis that does not show its
 * settings is believed.
 */
export async function checkQueueRedis(redis: Redis): Promise<string[]> {
  const settings = await redis
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
