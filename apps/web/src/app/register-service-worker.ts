interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

const WORKER = '/service-worker.js';

/** Registers the service worker of a production build: push, badge and the offline shell. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Where Trusted Types are enforced, the one script address we ever pass to the platform goes through this policy.
  const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  const policy = trusted?.createPolicy('heartline', {
    createScriptURL: (url) => {
      if (url !== WORKER) throw new TypeError(`Unexpected script ${url}`);
      return url;
    },
  });
  const address = policy ? policy.createScriptURL(WORKER) : WORKER;
  // A browser in private mode may refuse; the site works without.
  await navigator.serviceWorker.register(address).catch(() => undefined);
}
