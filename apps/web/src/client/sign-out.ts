import { finishBeforeLogOut } from './before-log-out.ts';
import { notifyServer } from './leave.ts';
import { queryClient, userQuery } from './query.ts';
import { endOwnSession, endSessionHere, onSessionGone } from './session.ts';
import { isLogOutDue, wasSignedIn } from './signed-in.ts';

/**
 * A session of this browser was ended. After a change of password the browser has another one: the server is asked
 * before the member is signed out here. Who did not log out in this browser is told on the page where they log in again.
 */
export async function checkSession(): Promise<void> {
  const isOwnDoing = isLogOutDue() || !wasSignedIn();
  for (const waitMs of [0, SESSION_REMEMBERED_MS]) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const state = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => undefined);
    // No answer says nothing: the next one that comes does.
    if (state !== null) continue;
    return isOwnDoing ? endSessionHere() : onSessionGone();
  }
}

/** A server that has not heard of the end remembers a session for less than this. */
const SESSION_REMEMBERED_MS = 4_000;

/** Who signs out does not wait for a network that is not there. */
const LONGEST_GOODBYE_MS = 3_000;

/** Signs out on the server and here; here also when the server can't be reached, which then hears of it later. */
export async function logOut(): Promise<void> {
  try {
    const notified = notifyServer(finishBeforeLogOut());
    await Promise.race([notified, new Promise((resolve) => setTimeout(resolve, LONGEST_GOODBYE_MS))]);
  } finally {
    endOwnSession();
  }
}
