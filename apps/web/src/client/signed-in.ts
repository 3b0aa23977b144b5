import { localStore } from './storage.ts';

/**
 * What this browser remembers of being signed in, across visits:
 *
 *   '1' ─ the member logs out, or ends this session from elsewhere ─→ 'leaving' ─ all is erased ─→ nothing
 *    └─── the session ended otherwise ─→ 'ending' ─ all but unsent words is erased ─→ 'ended'
 *
 * A browser that dies while it erases goes on at the next visit.
 */
export const SIGNED_IN = 'signed-in';

/** Whether the last visit ended signed in: decides what is drawn before the server has answered. */
export function wasSignedIn(): boolean {
  return localStore.get(SIGNED_IN) === '1';
}

/** Whether something of a member may be stored in this browser. */
export function isAnythingLeft(): boolean {
  const state = localStore.get(SIGNED_IN);
  return state !== null && state !== 'ended';
}

/** How a session ends here: with everything of the member, or with their unsent words left for their next log-in. */
export type Ending = 'leaving' | 'ending';

export function rememberSignedIn(state: '1' | Ending): void {
  localStore.set(SIGNED_IN, state);
  if (state === '1') isWipeAsked = false;
}

/** How the session that another tab, or an earlier visit, ended is to end here. */
export function endingHere(): Ending {
  const state = localStore.get(SIGNED_IN);
  return state === 'ending' || state === 'ended' ? 'ending' : 'leaving';
}

/** Whether words of the member may stay in this browser: of one who is signed in, or whose session ended elsewhere. */
export function mayPersistUnsent(): boolean {
  return wasSignedIn() || endingHere() === 'ending';
}

let isWipeAsked = false;

/** The server said that the member ended this session from elsewhere, as of a lost phone. */
export function noteWipe(): void {
  isWipeAsked = true;
}

/** How the session ends that the server knows no more: with unsent words, unless the member wants nothing left here. */
export function endingOfGone(): Ending {
  const wasHere = wasSignedIn() || endingHere() === 'ending';
  return wasHere && !isLogOutDue() && !isWipeAsked ? 'ending' : 'leaving';
}

/** What was to be erased of who signed out is; unless somebody signed in meanwhile. */
export function forgetSignedIn(): void {
  if (wasSignedIn()) return;
  localStore.remove(SIGNED_IN_AS);
  if (endingHere() === 'ending') localStore.set(SIGNED_IN, 'ended');
  else localStore.remove(SIGNED_IN);
}

/** Who is signed in, for the other tabs of this browser. */
export const SIGNED_IN_AS = 'signed-in-as';

/** Set in all tabs while the server is told of a log-out, and until it was. */
export const LOG_OUT_DUE = 'log-out-due';

/** Held by the tabs of this browser that end its session, or by one that begins another: both change the one cookie. */
export const SESSION_LOCK = 'session';

/** Whether somebody logged out in this browser and the server may not know yet. */
export const isLogOutDue = () => localStore.get(LOG_OUT_DUE) !== null;
