import { LOG_OUT_DUE, SESSION_LOCK } from './signed-in.ts';
import { localStore, tabLocks } from './storage.ts';

/**
 * Asks for a session. Aborts a pending log-out in every tab and blocks new ones: the answer to a log-out deletes the
 * cookie, and would delete the new one. The new session ends the old one on the server; if none begins, the log-out is
 * sent again.
 */
export async function signIn<T>(ask: () => Promise<T>): Promise<T> {
  let asked: Promise<T> | undefined;
  const once = () =>
    (asked ??= ask().then((answer) => {
      localStore.remove(LOG_OUT_DUE);
      return answer;
    }));
  // Two tabs that sign in take the lock from each other, and a closing page does not get it. The running sign-in
  // continues all the same.
  await tabLocks()
    ?.request(SESSION_LOCK, { steal: true }, once)
    .catch(() => undefined);
  return once();
}
