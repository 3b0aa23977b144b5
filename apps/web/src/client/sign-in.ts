import { LOG_OUT_DUE, SESSION_LOCK } from './signed-in.ts';
import { localStore, tabLocks } from './storage.ts';

/**
 * Asks for a session. A log-out that the server has not answered yet is broken off in whatever tab, and none leaves
 * meanwhile: its answer takes the cookie away, and would take the new one. The session it was about ends as the new one
 * takes its place; where none begins, the server is told again.
 */
export async function signIn<T>(ask: () => Promise<T>): Promise<T> {
  let asked: Promise<T> | undefined;
  const once = () =>
    (asked ??= ask().then((answer) => {
      localStore.remove(LOG_OUT_DUE);
      return answer;
    }));
  // Two tabs that sign in take it from each other, and a page on its way out is refused it: what was asked goes on.
  await tabLocks()
    ?.request(SESSION_LOCK, { steal: true }, once)
    .catch(() => undefined);
  return once();
}
