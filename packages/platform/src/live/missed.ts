/** Members whose devices did not hear of a durable event, since Redis did not take it. */
export interface Missed {
  /** Told of by itself from now on, every second, until Redis takes it. */
  add(member: string): void;
  /** Tells all of them now. Rejects with the reason when Redis does not take it; they are told later then. */
  notify(): Promise<void>;
  /** Gives up: nobody is told any more. */
  stop(): void;
}

const AGAIN_MS = 1_000;
/**
 * So that an outage of hours fills no memory. Those beyond learn of it with the word to check, which everybody gets after
 * a lost connection.
 */
const MAX_MEMBERS = 100_000;
const AT_ONCE = 100;

/**
 * Remembers who missed an event until they are told. Redis may refuse while every connection to it stands (full, loading,
 * a replica), so nobody waits for a connection to come back.
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

  /** Off the list first: what is missed from here on is missed anew. */
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
