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

/** What belongs to the browser rather than to a member: dismissed notices, whether push was refused, the flags here. */
const NEUTRAL = /^(?:hide-|push-state$|signed-in$|signed-in-as$|log-out-due$)/;
const NEUTRAL_IN_TAB = /^reloaded-at$/;
/** Sheets that are open in this tab: they name their member. */
const SHEETS = 'sheets';
/** Files of the app. */
const APP_FILES = /^workbox-/;
/** Parts of the page that are on their way out may still write what they held. */
const LAST_REQUEST_MS = 1_000;

/**
 * Takes what is kept of the member out of this browser: databases, stores of this site and tab, caches, and what the system
 * shows of them. Whatever a feature adds goes too, unless it is named here as neutral. `leaving` takes their unsent words
 * as well, `ending` leaves these; those of other members stay. Safe to repeat; until it is through, the next visit repeats
 * it. `known`: the member, where this page knew them. `onCounted` is told how many messages wait, before any goes.
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
  // Words that name nobody are of an older release: nobody else may read them.
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

/** Takes away the notices and the number on the app's icon, and ends push: the server has no session left to push to. */
async function quieten(): Promise<void> {
  // The icon is a courtesy: not every system shows a number on it.
  await navigator.clearAppBadge?.().catch(() => undefined);
  await closeNotices(() => true);
  const registration = await serviceWorkers()?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/**
 * Ends the session on the server. Without a network the server does not hear of it, and the browser still has the
 * cookie, which no script can take away: until it is told, this browser asks for nothing as that member. `first` is over
 * before that. True once the server knows. Who signed in here meanwhile stays, with what is kept of them.
 */
export async function notifyServer(first?: Promise<unknown>): Promise<boolean> {
  localStore.set(LOG_OUT_DUE, '1');
  const isNoted = isLogOutDue();
  await first;
  try {
    return await whileNobodySignsIn(async (signal) => {
      // Somebody signed in meanwhile: it is their session that would end.
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
 * A request that outlives its page is no longer broken off by anything. So only a page that goes asks in such a way, and has
 * the cookie left alone: somebody may be signed in by then. It opens nothing any more, and the next page has it taken away.
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
 * Ends the session while no tab begins another; waits for one that does. `signal` is aborted, and the answer an error,
 * when a tab begins one meanwhile. A browser without locks (a page without TLS) waits for nobody.
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

/** A device may say that it is online before anything can be reached. */
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
  // Who signed in meanwhile has a session of their own, which stays.
  if (isLogOutDue()) void notifyServer();
}
