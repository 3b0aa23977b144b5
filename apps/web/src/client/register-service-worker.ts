import { isServerThere } from './server-there.ts';
import { serviceWorkers } from './storage.ts';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

const WORKER = '/service-worker.js';
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;
let registering: Promise<ServiceWorkerRegistration | undefined> | undefined;

/**
 * Registers the service worker of a production build, once: push, badge and the offline shell. Undefined when the
 * browser or the build has none. Rejects when its file can't be loaded; the next call tries again.
 */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  registering ??= register().catch((error: unknown) => {
    registering = undefined;
    if (error instanceof TypeError) throw error;
    // A browser in private mode may refuse. The site works without it.
    return undefined;
  });
  return registering;
}

/** Installations of one page that fail although the server answers. A full disk would fail all of them. */
const TRIES = 5;
/** Pause after the first failed installation; it doubles with each. */
const PAUSE_MS = 5_000;

/**
 * Registers the service worker and repeats that until one is installed. The browser drops a worker whose files did not
 * all arrive, and `navigator.serviceWorker.ready` would wait for ever. Files that arrived are not loaded again.
 */
export async function installServiceWorker(): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const registration = await registerServiceWorker().catch(() => null);
    if (registration === undefined || (registration && (await isInstalled(registration)))) return;
    registering = undefined;
    do await onlineAgain(PAUSE_MS * 2 ** tries);
    while (!(await isServerThere()));
  }
}

/** Waits for the installation of this registration: false if it failed. */
function isInstalled({ active, waiting, installing }: ServiceWorkerRegistration): Promise<boolean> {
  const worker = installing ?? waiting;
  if (active || !worker) return Promise.resolve(active !== null);
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state === 'activated') resolve(true);
      if (worker.state === 'redundant') resolve(false);
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

/** Waits until the browser reports a network, or this long: it does not report every network that works again. */
function onlineAgain(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener('online', end);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });
}

async function register(): Promise<ServiceWorkerRegistration | undefined> {
  const workers = serviceWorkers();
  return import.meta.env.PROD ? workers?.register(workerAddress()) : undefined;
}

/** The only script address that we pass to the browser when Trusted Types are enforced. */
function workerAddress(): string {
  const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  policy ??= trusted?.createPolicy('heartline', {
    createScriptURL: (url) => {
      if (url !== WORKER) throw new TypeError(`script refused: ${url}`);
      return url;
    },
  });
  return policy ? policy.createScriptURL(WORKER) : WORKER;
}
