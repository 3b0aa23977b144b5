/** Members whose devices missed a durable event because Redis did not accept it. */
export interface Missed {
  /** Adds a member, to be notified every second until Redis accepts it. */
  add(member: string): void;
  /** Notifies all of them now. Rejects with the reason when Redis does not accept it; they are then notified later. */
  notify(): Promise<void>;
  /** Stops all further notifications. */
  stop(): void;
}

const AGAIN_MS = 1_000;
/**
 * Bounds the memory of an outage of hours. Members beyond it learn of the gap from the general request to check, which
 * follows a lost connection.
 */
const MAX_MEMBERS = 100_000;
const AT_ONCE = 100;

/**
 * Remembers members who missed an event until they are notified. Retries by time, not on reconnect: Redis may also
 * refuse over open connections (full, loading, a replica).
 */
export function createMissed(notifyOne: (member: string) => Promise<unknown>): Missed {
  const members = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function notifyLater(): void {
    if (isStopped || members.size === 0) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void notify().catch(() => undefined);
    }, AGAIN_MS).unref();
  }

  async function notify(): Promise<void> {
    try {
      const some: Promise<void>[] = [];
      for (const member of members) {
        some.push(notifyRemoved(member));
        if (some.length === AT_ONCE) await Promise.all(some.splice(0));
      }
      await Promise.all(some);
    } finally {
      notifyLater();
    }
  }

  /** Removes the member first, so an event missed from here on adds it again. */
  async function notifyRemoved(member: string): Promise<void> {
    members.delete(member);
    try {
      await notifyOne(member);
    } catch (error) {
      members.add(member);
      throw error;
    }
  }

  return {
    add(member) {
      if (members.size < MAX_MEMBERS) members.add(member);
      notifyLater();
    },
    notify,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
