import { breakingOff } from './session-lock.ts';
import { LOG_OUT_DUE } from './signed-in.ts';

/**
 * Asks for a session. A log-out that the server has not answered yet is broken off in whatever tab, and none leaves
 * meanwhile: its answer takes the cookie away, and would take the new one. The session it was about ends as the new one
 * takes its place; where none begins, the server is told again.
 */
export function signIn<T>(ask: () => Promise<T>): Promise<T> {
  return breakingOff(async () => {
    const answer = await ask();
    localStorage.removeItem(LOG_OUT_DUE);
    return answer;
  });
}
