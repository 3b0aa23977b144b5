import type { Redis } from './connect.ts';

/**
 * Online members, and what their devices show. Redis stores it with a time to live, which each gateway's tick renews:
 * members of a crashed gateway expire by themselves. Never read per message.
 */
export interface Presence {
  /** Marks a member as online. Call again within `PRESENCE_TTL_SECONDS`. */
  seen(member: string): Promise<void>;
  /**
   * Sets what a device shows: a conversation, the page without one (`null`), or nothing (`undefined`). Except for
   * nothing, call again within `PRESENCE_TTL_SECONDS`.
   */
  focus(member: string, device: string, conversation: string | null | undefined): Promise<void>;
  online(members: readonly string[]): Promise<Set<string>>;
  /** Every online member. Reads all of them: for a search by it, seconds apart. */
  everyone(): Promise<string[]>;
  /** Conversations (or `''` for the page without one) that focused devices of the member show. */
  focused(member: string): Promise<string[]>;
}

export const PRESENCE_TTL_SECONDS = 70;

/**
 * Expiry time and conversation of one device. Each value has its own expiry, because the key of all devices expires
 * only with the last.
 */
const FOCUS = /^(\d+):(.*)$/;

/** The sets of all online members, by the last digit of their id: on a cluster they are on different nodes. */
const SETS = Array.from({ length: 16 }, (_, digit) => digit.toString(16));

/** Presence under `prefix`. */
export function createPresence(redis: Redis, prefix: string, now: () => number = Date.now): Presence {
  const onlineKey = (member: string) => `${prefix}:online:{${member}}`;
  const focusKey = (member: string) => `${prefix}:focus:{${member}}`;
  const setKey = (digit: string) => `${prefix}:here:{${digit}}`;
  return {
    async seen(member) {
      const set = setKey(member.slice(-1));
      await Promise.all([
        redis.set(onlineKey(member), '1', { expiration: { type: 'EX', value: PRESENCE_TTL_SECONDS } }),
        redis.zAdd(set, { score: now() + PRESENCE_TTL_SECONDS * 1_000, value: member }),
        redis.zRemRangeByScore(set, 0, now()),
      ]);
    },
    async focus(member, device, conversation) {
      if (conversation === undefined) {
        await redis.hDel(focusKey(member), device);
        return;
      }
      const key = focusKey(member);
      await Promise.all([
        redis.hSet(key, device, `${now() + PRESENCE_TTL_SECONDS * 1_000}:${conversation ?? ''}`),
        redis.expire(key, PRESENCE_TTL_SECONDS),
      ]);
    },
    async online(members) {
      // One key per command, because members are on different nodes of a cluster. The client pipelines them.
      const found = await Promise.all(members.map((member) => redis.exists(onlineKey(member))));
      return new Set(members.filter((_, index) => found[index] === 1));
    },
    async everyone() {
      const sets = await Promise.all(
        SETS.map((digit) => redis.zRangeByScore(setKey(digit), now(), Number.POSITIVE_INFINITY)),
      );
      return sets.flat();
    },
    async focused(member) {
      const reported = Object.values(await redis.hGetAll(focusKey(member)));
      return reported.flatMap((words) => {
        const [, until, conversation = ''] = FOCUS.exec(words) ?? [];
        return Number(until) > now() ? [conversation] : [];
      });
    },
  };
}
