/**
 * Public ids of sessions that ended lately, on this or another node. Caches and running reads may still hold
 * them. Checking this list refuses an ended session at once on each node that received the event (A1).
 */
export interface EndedSessions {
  add(session: string): void;
  has(session: string): boolean;
}

/** Longer than any cache or running read can still hold a session. */
const RETENTION_MS = 60_000;

export function createEndedSessions(now: () => number): EndedSessions {
  /** Expiry of each entry, soonest first. */
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
