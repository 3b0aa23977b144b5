import { type AddedMember, addMembers, startCore } from '@heartline/testing';
import { startMongo, startRedis } from '@heartline/testing/bench-access';

/** Engines with members, for benchmarks of parts of the app. */
export async function openEngines() {
  const [mongo, redis] = await Promise.all([startMongo(), startRedis()]);
  const urls = { mongoUrl: mongo.url, redisUrl: redis.url };
  const inside = await startCore(urls);
  const members = (count: number): Promise<AddedMember[]> =>
    addMembers(
      inside.mongo,
      inside.core,
      Array.from({ length: count }, () => ({})),
    );
  return {
    urls,
    inside,
    redis,
    members,
    /** Cookie headers of `count` signed-in members. */
    sessions: async (count: number) => (await members(count)).map(cookieOf),
    async stop() {
      await inside.stop();
      await Promise.all([mongo.stop(), redis.stop()]);
    },
  };
}

/** The Cookie header of this member's browser. */
export function cookieOf({ session }: { session: string }): string {
  return `__Host-session=${session}`;
}
