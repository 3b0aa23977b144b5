import { LOG_OUT_DUE } from './signed-in.ts';

let signingIn = 0;
let goodbye: AbortController | undefined;

/**
 * Asks for a session. A log-out that the server has not answered yet is broken off, and none leaves meanwhile: its answer
 * takes the cookie away, and would take the new one. The session it was about ends as the new one takes its place; where
 * none begins, the server is told again.
 */
export async function signIn<T>(ask: () => Promise<T>): Promise<T> {
  signingIn += 1;
  goodbye?.abort();
  try {
    const answer = await ask();
    localStorage.removeItem(LOG_OUT_DUE);
    return answer;
  } finally {
    signingIn -= 1;
  }
}

export const isSigningIn = () => signingIn > 0;

/** Breaks off a log-out that is on its way once somebody signs in here. */
export function untilSignIn(): AbortSignal {
  goodbye = new AbortController();
  return goodbye.signal;
}
