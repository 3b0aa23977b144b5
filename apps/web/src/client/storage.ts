/**
 * The one way to what a browser keeps for this site. Where site data is blocked, reading `localStorage`,
 * `navigator.serviceWorker` or `document.cookie` throws: the page goes on without. The linter holds this rule, and
 * `database.ts` is the same for IndexedDB.
 */
export interface GuardedStore {
  /** The value; null where there is none. */
  get(name: string): string | null;
  /** A value that was stored as JSON; undefined where there is none, or none that can be read. */
  getJson(name: string): unknown;
  /** Whether the browser keeps it. A full store keeps the old value, a blocked one keeps the new one for this page. */
  set(name: string, value: string): boolean;
  remove(name: string): void;
  names(): string[];
}

/** Shared by all tabs of this site. */
export const localStore = guarded(() => localStorage);
/** Of this tab, over reloads. */
export const sessionStore = guarded(() => sessionStorage);

function guarded(open: () => Storage | undefined): GuardedStore {
  /** What a blocked store was given: it lasts as long as the page. */
  const held = new Map<string, string>();
  const within = <T>(work: (store: Storage) => T, otherwise: () => T): T => {
    const store = attempt(open);
    return store ? work(store) : otherwise();
  };
  const get = (name: string) =>
    within(
      (store) => attempt(() => store.getItem(name)) ?? null,
      () => held.get(name) ?? null,
    );
  return {
    get,
    getJson: (name) => attempt((): unknown => JSON.parse(get(name) ?? 'null')) ?? undefined,
    set: (name, value) =>
      within(
        (store) => isDone(() => store.setItem(name, value)),
        () => {
          held.set(name, value);
          return false;
        },
      ),
    remove: (name) =>
      within(
        (store) => void isDone(() => store.removeItem(name)),
        () => void held.delete(name),
      ),
    names: () => within(Object.keys, () => [...held.keys()]),
  };
}

/** The cookies that scripts may read; '' where they are blocked. */
export const readCookies = (): string => attempt(() => document.cookie) ?? '';

/** Writes one cookie, in the form of `Set-Cookie`. */
export function writeCookie(cookie: string): void {
  attempt(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = cookie;
  });
}

/** Service workers of this site; undefined where the browser has none or refuses them. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  attempt(() => navigator.serviceWorker);

let isBlocked: boolean | undefined;

/** Whether this browser keeps no cookie of this site: it can't hold a session then. */
export function areCookiesBlocked(): boolean {
  isBlocked ??= 'document' in globalThis && !readCookies() && !storesCookies();
  return isBlocked;
}

/** Found out with a cookie: Chromium says that cookies are enabled where the user blocks them for a site. */
function storesCookies(): boolean {
  writeCookie('cookie-test=1; Path=/; SameSite=Lax');
  const isStored = readCookies() !== '';
  writeCookie('cookie-test=; Path=/; Max-Age=0; SameSite=Lax');
  return isStored;
}

/** Kept answers to requests; undefined where the browser has none or refuses them. */
export const requestCaches = (): CacheStorage | undefined => attempt(() => globalThis.caches);

/** Locks that all tabs of this site share; undefined where the browser has none or refuses them. */
export const tabLocks = (): LockManager | undefined =>
  areCookiesBlocked() ? undefined : attempt(() => navigator.locks);

/** A channel between tabs of this site; undefined where the browser has none or refuses it. */
export const openChannel = (name: string): BroadcastChannel | undefined =>
  attempt(() => new BroadcastChannel(name));

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
