import { logOut } from '@heartline/contracts';
import { call, isAnotherMember, isSignedOut } from './api.ts';
import { emptyDatabases } from './database.ts';
import { closeNotices } from './notices.ts';
import {
  type Ending,
  forgetSignedIn,
  isLogOutDue,
  LOG_OUT_DUE,
  SESSION_LOCK,
  SIGNED_IN_AS,
  wasSignedIn,
} from './signed-in.ts';
import { startAnew } from './start-anew.ts';
import {
  type GuardedStore,
  localStore,
  requestCaches,
  serviceWorkers,
  sessionStore,
  tabLocks,
} from './storage.ts';
import { isUnsentNote, ownerOfName } from './unsent.ts';
import { countMessages, eraseUnsent, holdsUnsent, keepUnsentOf } from './unsent-storage.ts';

/**
 * Entries of the browser rather than of a member: dismissed notices, whether push was refused, the flags of this file.
 */
const NEUTRAL = /^(?:hide-|push-state$|signed-in$|signed-in-as$|log-out-due$)/;
const NEUTRAL_IN_TAB = /^reloaded-at$/;
/** Sheets that are open in this tab. They belong to their member. */
const SHEETS = 'sheets';
/** Files of the app. */
const APP_FILES = /^workbox-/;
/** Components that unmount may still write what they held. */
const LAST_REQUEST_MS = 1_000;

/**
 * Erases the member's data from this browser: databases, stores of site and tab, caches, notifications. Entries of new
 * features go too unless `NEUTRAL` names them. Safe to repeat; the next visit repeats an unfinished wipe.
 * @param ending `leaving` erases unsent text too, `ending` keeps it. Unsent text of other members stays.
 * @param known the member, if this page knew them.
 * @param onCounted gets the number of unsent messages before any is erased.
 */
export async function wipeMember(
  ending: Ending,
  known: string | undefined,
  onCounted: (messages: number) => void,
): Promise<void> {
  const member = known ?? localStore.get(SIGNED_IN_AS);
  if (member) onCounted(await countMessages(member));
  if (member && ending === 'ending') keepUnsentOf(member);
  await wipeOnce(ending, member);
  await new Promise((resolve) => setTimeout(resolve, LAST_REQUEST_MS));
  if (!wasSignedIn()) await wipeOnce(ending, member);
  forgetSignedIn();
}

async function wipeOnce(ending: Ending, member: string | null): Promise<void> {
  const isUnsentName = (name: string) => isUnsentNote(name) || ownerOfName(name) !== undefined;
  wipeStore(localStore, (name) => NEUTRAL.test(name) || isUnsentName(name));
  wipeStore(sessionStore, (name) => NEUTRAL_IN_TAB.test(name) || (ending === 'ending' && name === SHEETS));
  // Unsent text without an owner is of an older release. No other member may read it.
  const goes = (owner: string | undefined) =>
    owner === undefined || (ending === 'leaving' && (member === null || owner === member));
  await Promise.allSettled([eraseUnsent(goes), emptyDatabases(holdsUnsent), dropCaches(), quieten()]);
}

function wipeStore(store: GuardedStore, stays: (name: string) => boolean): void {
  for (const name of store.names()) if (!stays(name)) store.remove(name);
}

async function dropCaches(): Promise<void> {
  const caches = requestCaches();
  for (const name of (await caches?.keys()) ?? []) if (!APP_FILES.test(name)) await caches?.delete(name);
}

/** Removes the notifications and the number on the app's icon, and ends push: the server has no session to push to. */
async function quieten(): Promise<void> {
  // Optional: not every system shows a number on the icon.
  await navigator.clearAppBadge?.().catch(() => undefined);
  await closeNotices(() => true);
  const registration = await serviceWorkers()?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/**
 * Ends the session on the server. Without a network the browser still has the cookie, which no script can delete. Until
 * the server answers, this browser therefore asks for nothing as that member.
 * @param first work to finish before.
 * @returns true once the server knows. A member who signed in here meanwhile keeps session and data.
 */
export async function notifyServer(first?: Promise<unknown>): Promise<boolean> {
  localStore.set(LOG_OUT_DUE, '1');
  const isNoted = isLogOutDue();
  await first;
  try {
    return await whileNobodySignsIn(async (signal) => {
      // Another member signed in meanwhile: this would end their session.
      if (!isNoted || isLogOutDue()) await endSession(signal);
      localStore.remove(LOG_OUT_DUE);
      return true;
    });
  } catch (error) {
    if (!isSignedOut(error) && !isAnotherMember(error)) {
      notifyLater();
      return false;
    }
    localStore.remove(LOG_OUT_DUE);
    return isSignedOut(error) || startAnew();
  }
}

/**
 * A request that outlives its page can't be aborted. Only a page that closes sends one, with the cookie left alone,
 * because a member may have signed in by then. The next page has the cookie deleted.
 */
async function endSession(signal: AbortSignal): Promise<void> {
  const askLeaving = () => void call(logOut, { leaving: 'true' }, { keepalive: true }).catch(() => undefined);
  addEventListener('pagehide', askLeaving);
  try {
    await call(logOut, {}, { signal });
  } finally {
    removeEventListener('pagehide', askLeaving);
  }
}

/**
 * Ends the session while no tab begins another; waits for a tab that does. `signal` is aborted, and the result is an
 * error, when a tab begins one meanwhile. A browser without locks (a page without TLS) does not wait.
 */
async function whileNobodySignsIn<T>(end: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const broken = new AbortController();
  const locks = tabLocks();
  if (!locks) return end(broken.signal);
  try {
    return await locks.request(SESSION_LOCK, { mode: 'shared' }, () => end(broken.signal));
  } catch (error) {
    broken.abort();
    throw error;
  }
}

/** A device may report that it is online before the network works. */
const AGAIN_MS = 5_000;
let again: ReturnType<typeof setTimeout> | undefined;

function notifyLater(): void {
  clearTimeout(again);
  again = setTimeout(notifyIfDue, AGAIN_MS);
  addEventListener('online', notifyIfDue);
}

function notifyIfDue(): void {
  clearTimeout(again);
  removeEventListener('online', notifyIfDue);
  // A member who signed in meanwhile has a session of their own, which stays.
  if (isLogOutDue()) void notifyServer();
}
