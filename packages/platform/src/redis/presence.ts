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
  /** Conversations (or `''` for the page without one) that focused devices of the member show. */
  focused(member: string): Promise<string[]>;
}

export const PRESENCE_TTL_SECONDS = 70;

/**
 * Expiry time and conversation of one device. Each value has its own expiry, because the key of all devices expires
 * only with the last.
 */
const FOCUS = /^(\d+):(.*)$/;

/** Presence under `prefix`. */
export function createPresence(redis: Redis, prefix: string, now: () => number = Date.now): Presence {
  const onlineKey = (member: string) => `${prefix}:online:{${member}}`;
  const focusKey = (member: string) => `${prefix}:focus:{${member}}`;
  return {
    async seen(member) {
      await redis.set(onlineKey(member), '1', { expiration: { type: 'EX', value: PRESENCE_TTL_SECONDS } });
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
    async focused(member) {
      const reported = Object.values(await redis.hGetAll(focusKey(member)));
      return reported.flatMap((words) => {
        const [, until, conversation = ''] = FOCUS.exec(words) ?? [];
        return Number(until) > now() ? [conversation] : [];
      });
    },
  };
}
