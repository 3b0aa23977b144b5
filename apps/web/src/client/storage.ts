/**
 * The only access to what a browser stores for this site; `database.ts` does the same for IndexedDB. With blocked site
 * data, reading `localStorage`, `navigator.serviceWorker` or `document.cookie` throws; here it returns nothing. The
 * linter enforces this rule.
 */
export interface GuardedStore {
  /** The value; null when there is none. */
  get(name: string): string | null;
  /** A value stored as JSON; undefined when there is none or it can't be parsed. */
  getJson(name: string): unknown;
  /**
   * True when the browser stored it. A full store keeps the old value; a blocked one keeps the new value for this page.
   */
  set(name: string, value: string): boolean;
  remove(name: string): void;
  names(): string[];
}

/** Shared by all tabs of this site. */
export const localStore = guarded(() => localStorage);
/** Of this tab; survives reloads. */
export const sessionStore = guarded(() => sessionStorage);

function guarded(open: () => Storage | undefined): GuardedStore {
  /** Values of a blocked store. They last as long as the page. */
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

/** Service workers of this site; undefined when the browser has none or refuses them. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  attempt(() => navigator.serviceWorker);

let isBlocked: boolean | undefined;

/** True when this browser stores no cookie of this site and therefore can't hold a session. */
export function areCookiesBlocked(): boolean {
  isBlocked ??= 'document' in globalThis && !readCookies() && !storesCookies();
  return isBlocked;
}

/** Tested by writing a cookie: Chromium reports cookies as enabled when the user blocks them for one site. */
function storesCookies(): boolean {
  writeCookie('cookie-test=1; Path=/; SameSite=Lax');
  const isStored = readCookies() !== '';
  writeCookie('cookie-test=; Path=/; Max-Age=0; SameSite=Lax');
  return isStored;
}

/** The cache of requests; undefined when the browser has none or refuses it. */
export const requestCaches = (): CacheStorage | undefined => attempt(() => globalThis.caches);

/** Locks shared by all tabs of this site; undefined when the browser has none. */
export const tabLocks = (): LockManager | undefined =>
  areCookiesBlocked() ? undefined : attempt(() => navigator.locks);

/** A channel between tabs of this site; undefined when the browser has none or refuses it. */
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
