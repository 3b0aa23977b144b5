import type { Redis } from './connect.ts';

/**
 * Who is connected, and who is looking at what. Kept in Redis with a time to live and refreshed by each gateway's
 * tick, so a crashed gateway's members fade by themselves. Never asked per message.
 */
export interface Presence {
  /** A device is connected; call again within `PRESENCE_TTL_SECONDS`. */
  seen(member: string): Promise<void>;
  /**
   * What a device of the member has in front: a conversation, the page alone, or nothing (`undefined`). Of one that has
   * something, call again within `PRESENCE_TTL_SECONDS`.
   */
  focus(member: string, device: string, conversation: string | null | undefined): Promise<void>;
  online(members: readonly string[]): Promise<Set<string>>;
  /** Conversations (or `''` for the page alone) that focused devices of the member show. */
  focused(member: string): Promise<string[]>;
}

export const PRESENCE_TTL_SECONDS = 70;

/**
 * What a device has in front, and until when it counts: the devices of a member share a key, which fades only when none
 * of them is heard of any more.
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
      // One key a command: members live on different nodes of a cluster. They travel together all the same.
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
