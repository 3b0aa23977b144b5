import { localStore } from './storage.ts';

/**
 * The state of the session in this browser, across visits:
 *
 *   '1' ─ the member logs out, or ends this session from elsewhere ─→ 'leaving' ─ all is erased ─→ nothing
 *   └─── the session ended otherwise ─→ 'ending' ─ all but unsent text is erased ─→ 'ended'
 *
 * A wipe that a crash of the browser interrupts continues at the next visit.
 */
export const SIGNED_IN = 'signed-in';

/** True when the last visit ended signed in. It decides what is rendered before the server has answered. */
export function wasSignedIn(): boolean {
  return localStore.get(SIGNED_IN) === '1';
}

/** True when data of a member may be stored in this browser. */
export function isAnythingLeft(): boolean {
  const state = localStore.get(SIGNED_IN);
  return state !== null && state !== 'ended';
}

/**
 * The end of a session here: `leaving` erases everything of the member, `ending` leaves unsent text for the next
 * log-in.
 */
export type Ending = 'leaving' | 'ending';

export function rememberSignedIn(state: '1' | Ending): void {
  localStore.set(SIGNED_IN, state);
  if (state === '1') isWipeAsked = false;
}

/** The way to end a session here that another tab, or an earlier visit, ended. */
export function endingHere(): Ending {
  const state = localStore.get(SIGNED_IN);
  return state === 'ending' || state === 'ended' ? 'ending' : 'leaving';
}

/** True when unsent text may stay in this browser: the member is signed in, or the session ended elsewhere. */
export function mayPersistUnsent(): boolean {
  return wasSignedIn() || endingHere() === 'ending';
}

let isWipeAsked = false;

/** The server reported that the member ended this session from another device, such as after losing this one. */
export function noteWipe(): void {
  isWipeAsked = true;
}

/**
 * The way to end a session that the server does not know any more: unsent text stays, unless the member asked for a
 * wipe.
 */
export function endingOfGone(): Ending {
  const wasHere = wasSignedIn() || endingHere() === 'ending';
  return wasHere && !isLogOutDue() && !isWipeAsked ? 'ending' : 'leaving';
}

/** The wipe is complete. Nothing changes if another member signed in meanwhile. */
export function forgetSignedIn(): void {
  if (wasSignedIn()) return;
  localStore.remove(SIGNED_IN_AS);
  if (endingHere() === 'ending') localStore.set(SIGNED_IN, 'ended');
  else localStore.remove(SIGNED_IN);
}

/** The signed-in member, for the other tabs of this browser. */
export const SIGNED_IN_AS = 'signed-in-as';

/** Set from a log-out until the server has confirmed it, for all tabs. */
export const LOG_OUT_DUE = 'log-out-due';

/** Held by tabs that end the session and by the tab that begins one: both change the same cookie. */
export const SESSION_LOCK = 'session';

/** True when a member logged out in this browser and the server may not know yet. */
export const isLogOutDue = () => localStore.get(LOG_OUT_DUE) !== null;
