import { finishBeforeLogOut } from './before-log-out.ts';
import { notifyServer } from './leave.ts';
import { queryClient, userQuery } from './query.ts';
import { endOwnSession, endSessionHere, onSessionGone } from './session.ts';
import { isLogOutDue, wasSignedIn } from './signed-in.ts';

/**
 * A session of this browser was ended. After a change of password the browser has a new one, so the server is asked
 * before the member is signed out here. A member who did not log out here is informed on the login page.
 */
export async function checkSession(): Promise<void> {
  const isOwnDoing = isLogOutDue() || !wasSignedIn();
  for (const waitMs of [0, SESSION_REMEMBERED_MS]) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const state = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => undefined);
    // A failed call tells nothing; the next one may.
    if (state !== null) continue;
    return isOwnDoing ? endSessionHere() : onSessionGone();
  }
}

/** Gateways cache a session for less than this after its end. */
const SESSION_REMEMBERED_MS = 4_000;

/** The sign-out waits this long for the server, so that a missing network does not delay it. */
const LONGEST_GOODBYE_MS = 3_000;

/**
 * Signs out on the server and here. When the server can't be reached it signs out here, and informs the server later.
 */
export async function logOut(): Promise<void> {
  try {
    const notified = notifyServer(finishBeforeLogOut());
    await Promise.race([notified, new Promise((resolve) => setTimeout(resolve, LONGEST_GOODBYE_MS))]);
  } finally {
    endOwnSession();
  }
}
