import { tabLocks } from '../client/storage.ts';
import { openTabs } from './tabs.ts';

/** One leader role that every tab of this browser queues for. */
export interface Lead {
  /**
   * Called by a tab that waits for the leader's work. Asks the leader for a sign of life, and takes over when there is
   * none. A hung or frozen tab keeps its lock.
   */
  check(): void;
}

type LeaderMessage = 'there?' | 'here';

/** Timeout for the leader's answer. Timers of a hidden tab are slow; its messages are not. */
const ANSWER_MS = 3_000;
/** Wait before a tab that lost the lock, or was refused it, queues again. */
const AGAIN_MS = 1_000;

/**
 * Runs something in one tab of this browser only. The lock passes on when this tab closes, dies or `signal` aborts; if
 * another tab takes the lock, `term` aborts and this tab queues again. Without locks every tab leads, which costs
 * repeated sends under the same key.
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

  /** Leads until the signal aborts. */
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
      // The Locks API does not accept `signal` and `steal` together.
      await locks.request(name, steal ? { steal } : { signal }, serve);
    } catch {
      // Another tab took the lock, unless this page ends. The wait uses a timer, which stops with a page. WebKit
      // refuses the lock to a closing page at once; a retry without a pause would block the next page for ever.
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
