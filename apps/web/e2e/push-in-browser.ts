import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { workerRuns } from './member-page.ts';
import type { Stage } from './stage.ts';

/**
 * Web push in a browser without a push service: grants the permission, and `subscribe` returns a subscription of the
 * stand-in, which receives and decrypts. Everything else is the real browser.
 */
export async function allowPush(stage: Stage, page: Page, device: string): Promise<void> {
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: new URL(page.url()).origin });
  await context.exposeFunction('subscribeStandIn', (publicKey: string) =>
    stage.world.stubs?.push.subscribe(publicKey, device),
  );
  await context.addInitScript(() => {
    const stored = 'stand-in-subscription';
    const { subscribeStandIn } = globalThis as unknown as {
      subscribeStandIn(publicKey: string): Promise<PushSubscriptionJSON>;
    };
    const asSubscription = (text: string | null) =>
      text && {
        endpoint: JSON.parse(text).endpoint,
        toJSON: () => JSON.parse(text),
        unsubscribe: async () => localStorage.removeItem(stored),
      };
    Object.assign(globalThis.PushManager?.prototype ?? {}, {
      getSubscription: async () => asSubscription(localStorage.getItem(stored)),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem(stored, JSON.stringify(await subscribeStandIn(applicationServerKey)));
        return asSubscription(localStorage.getItem(stored));
      },
    });
  });
  await page.reload();
}

/** Globals of the service worker that a page does not have. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
  dispatchEvent(event: Event): boolean;
}

/** The real service worker; the test delivers to it what the stand-in received. */
export interface DeliveringBrowser {
  deliver(payload: unknown): Promise<void>;
  /** Notices that the system shows of this site now. */
  notices(): Promise<{ title: string; body: string; tag: string }[]>;
  /** Clicks the only notification. */
  tap(): Promise<void>;
}

/** Connects to the service worker of a site from one of its files, so that no page of the app is open. */
export async function deliveringBrowser(context: BrowserContext, origin: string): Promise<DeliveringBrowser> {
  const page = await context.newPage();
  await page.goto(`${origin}/icons/icon-192.png`);
  const cdp = await context.newCDPSession(page);
  const registrationId = await registrationOf(cdp, origin);
  await workerRuns(page);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no service worker runs');
  return {
    async deliver(payload) {
      const data = JSON.stringify(payload);
      await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    },
    notices: () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const notices = (await registration?.getNotifications()) ?? [];
        return notices.map(({ title, body, tag }) => ({ title, body, tag }));
      }),
    tap: () =>
      worker.evaluate(async () => {
        const self = globalThis as unknown as WorkerScope;
        const [notification] = await self.registration.getNotifications();
        if (!notification) throw new Error('there is no notice to press');
        const event = new self.NotificationEvent('notificationclick', { notification });
        // A synthetic event cannot call the real `waitUntil`, so this one only records the promise.
        let work: Promise<unknown> = Promise.resolve();
        Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<unknown>) => (work = promise) });
        self.dispatchEvent(event);
        await work;
      }),
  };
}

async function registrationOf(cdp: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  return found;
}
