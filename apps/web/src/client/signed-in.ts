import { localStore } from './storage.ts';

/**
 * What this browser remembers of being signed in, across visits: `1` while a member is, `leaving` from signing out until
 * nothing of them is left here.
 */
export const SIGNED_IN = 'signed-in';

/** Whether the last visit ended signed in: decides what is drawn before the server has answered. */
export function wasSignedIn(): boolean {
  return localStore.get(SIGNED_IN) === '1';
}

/** Whether something of a member may be stored in this browser. */
export function isAnythingLeft(): boolean {
  return localStore.get(SIGNED_IN) !== null;
}

export function rememberSignedIn(state: '1' | 'leaving'): void {
  localStore.set(SIGNED_IN, state);
}

/** Nothing is left of who signed out; unless somebody signed in meanwhile. */
export function forgetSignedIn(): void {
  if (!wasSignedIn()) localStore.remove(SIGNED_IN);
}

/** Who is signed in, for the other tabs of this browser. */
export const SIGNED_IN_AS = 'signed-in-as';

/** Set in all tabs while the server is told of a log-out, and until it was. */
export const LOG_OUT_DUE = 'log-out-due';

/** Held by the tabs of this browser that end its session, or by one that begins another: both change the one cookie. */
export const SESSION_LOCK = 'session';

/** Whether somebody logged out in this browser and the server may not know yet. */
export const isLogOutDue = () => localStore.get(LOG_OUT_DUE) !== null;
