import { tabLocks } from '../client/storage.ts';
import { openTabs } from './tabs.ts';

/** One place to lead, wanted by every tab of this browser. */
export interface Lead {
  /**
   * To be called by who waits for something the leader should have done: asks whether it is there, and takes over from
   * one that does not answer. A tab that hangs, or that the system froze, keeps its lock.
   */
  check(): void;
}

type LeaderMessage = 'there?' | 'here';

/** How long a leader may take to answer. A hidden tab's timers are slow, its messages are not. */
const ANSWER_MS = 3_000;
/** How long who lost the lock, or was refused it, waits before it queues up again. */
const AGAIN_MS = 1_000;

/**
 * Does something in one tab of this browser only. The lock passes to another tab when this one closes, is killed, or
 * `signal` ends it; when another tab takes it away, `term` ends and this one queues up again. A browser without locks
 * has every tab lead, which costs repeated sends under the same key.
 */
export function lead(name: string, signal: AbortSignal, run: (term: AbortSignal) => void): Lead {
  const tabs = openTabs<LeaderMessage>(`lead:${name}`);
  const locks = tabLocks();
  let term: AbortController | undefined;
  let isAsking = false;
  const unsubscribe = tabs.subscribe((message) => {
    if (message === 'here') isAsking = false;
    else if (term) tabs.publish('here');
  });

  /** Leads until the signal ends it. */
  const serve = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      isAsking = false;
      term = new AbortController();
      signal.addEventListener('abort', () => resolve(), { once: true });
      run(term.signal);
    });
  const depose = () => {
    term?.abort();
    term = undefined;
  };
  const queueUp = async (steal: boolean): Promise<void> => {
    if (signal.aborted) return;
    if (!locks) return serve();
    try {
      // A lock can't be both waited for under a signal and taken by force.
      await locks.request(name, steal ? { steal } : { signal }, serve);
    } catch {
      // Taken by another tab, unless it was this page's end. By the clock, which stops with a page: in WebKit one that goes
      // is refused at once, and asking on in the same breath would hold up the page that follows for ever.
      depose();
      if (!signal.aborted) setTimeout(() => void queueUp(false), AGAIN_MS);
    }
  };

  signal.addEventListener('abort', () => {
    depose();
    unsubscribe();
    tabs.close();
  });
  void queueUp(false);
  return {
    check() {
      if (term || isAsking || signal.aborted || !locks) return;
      isAsking = true;
      tabs.publish('there?');
      setTimeout(() => {
        if (isAsking && !term && !signal.aborted) void queueUp(true);
        isAsking = false;
      }, ANSWER_MS);
    },
  };
}
