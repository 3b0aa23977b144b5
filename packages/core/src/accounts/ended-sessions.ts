/**
 * Sessions that ended lately, here or on another node, by public id. What a cache, or a read that was under way, still
 * says of them is old: so a session that was ended is refused at once, wherever the news has arrived (A1).
 */
export interface EndedSessions {
  add(session: string): void;
  has(session: string): boolean;
}

/** Longer than any cache or read may still speak of a session. */
const RETENTION_MS = 60_000;

export function createEndedSessions(now: () => number): EndedSessions {
  /** When each may be forgotten, soonest first. */
  const ended = new Map<string, number>();
  return {
    add(session) {
      for (const [old, until] of ended) {
        if (until > now()) break;
        ended.delete(old);
      }
      ended.set(session, now() + RETENTION_MS);
    },
    has: (session) => ended.has(session),
  };
}
