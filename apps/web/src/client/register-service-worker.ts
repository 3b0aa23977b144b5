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
