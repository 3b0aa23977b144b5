/// <reference lib="webworker" />
import type { PushPayload } from '@heartline/contracts';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { closeRead, isOvertaken, showNotice } from './service-worker/notices.ts';
import { renewSubscription } from './service-worker/renew-subscription.ts';

/**
 * The part of the site that works without a page: app files for offline use, notifications while it is closed, and
 * their targets. It stores no answer of the server. Of a member it stores only the open conversation of each page,
 * until the page closes or the member signs out.
 */
declare const self: ServiceWorkerGlobalScope & {
  navigator: { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };
};

/** Timeout for an open page to open the target of a pressed notification, before the worker navigates it. */
const ANSWER_MS = 500;

cleanupOutdatedCaches();
// The home page comes from the server while it answers: the stored page stays at the old release until all tabs close.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false });

/** Pages of the app, without what the server renders or serves itself. */
const APP_PAGE = /^\/(?!(api|media|assets|icons|people|socket\.io|health|metrics)(\/|$))[^.]*$/;
const shell = createHandlerBoundToURL('index.html');

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.mode !== 'navigate' || url.origin !== self.location.origin || !APP_PAGE.test(url.pathname))
    return;
  event.respondWith(page(event).catch(() => shell({ request, url, event, params: [] })));
});

/** Timeout of the server's page before the stored one is shown. */
const PAGE_MS = 3_000;

/**
 * The page from the server, which contains the settings of the site. Uses navigation preload, which runs while this
 * worker starts. Throws on a timeout.
 */
async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const answered = Promise.resolve(preloadResponse as Promise<Response | undefined>)
    .then((preloaded) => preloaded ?? fetch(request))
    .catch(() => undefined);
  const answer = await Promise.race([answered, after(PAGE_MS)]);
  // An unknown page has its status and contains the app, which shows that.
  if (answer && (answer.ok || answer.status === 404 || answer.type === 'opaqueredirect')) return answer;
  throw new Error('page request timed out');
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
);

self.addEventListener('push', (event) => {
  const payload = event.data?.json() as PushPayload | undefined;
  if (payload) event.waitUntil(take(payload));
});

/** Pages are informed after it is shown: a page that knows the message was read removes it. */
async function take(payload: PushPayload): Promise<void> {
  try {
    await show(payload);
  } finally {
    await notifyPages(payload);
  }
}

/** Informs the open pages too. */
async function notifyPages(payload: PushPayload): Promise<void> {
  for (const page of await openPages()) page.postMessage({ kind: 'pushed', payload });
}

/** Shows a notification unless its conversation has the member's attention, and the unread number on the app's icon. */
async function show(payload: PushPayload): Promise<void> {
  const { registration } = self;
  const isNews = (await isInFront(payload.url)) || (await showNotice(registration, payload));
  if (isNews && !(await isOvertaken(registration, payload))) await showBadge(payload);
  await closeRead(registration, payload);
}

async function showBadge({ badge }: PushPayload): Promise<void> {
  const { navigator } = self;
  const shown = badge > 0 ? navigator.setAppBadge?.(badge) : navigator.clearAppBadge?.();
  await shown?.catch(() => undefined);
}

/** The open conversation of each page, by the page's id. Stored, since the browser may stop this worker in between. */
const OPEN = 'open-conversations';

interface FromPage {
  kind: 'open';
  conversation: string | null;
}

/** Notes are written one after the other, so that a page's last one stays. */
let noted: Promise<unknown> = Promise.resolve();

self.addEventListener('message', (event) => {
  const { source } = event;
  const said = event.data as Partial<FromPage> | null;
  if (said?.kind !== 'open' || !(source instanceof Client)) return;
  noted = noted.then(() => noteOpen(source.id, said.conversation ?? null)).catch(() => undefined);
  event.waitUntil(noted);
});

async function noteOpen(page: string, conversation: string | null): Promise<void> {
  const open = await caches.open(OPEN);
  if (conversation === null) await open.delete(`/${page}`);
  else await open.put(`/${page}`, new Response(conversation));
}

/**
 * True when a visible and focused page shows this conversation. The browser gives the focus at this moment; the page
 * reported the conversation when it opened. So a page too busy to answer counts too.
 */
async function isInFront(url: string): Promise<boolean> {
  await noted;
  const [pages, open] = await Promise.all([openPages(), caches.open(OPEN)]);
  await forgetClosed(pages, open);
  const front = pages.filter((page) => page.focused && page.visibilityState === 'visible');
  const shown = await Promise.all(
    front.map(async ({ id }) => (await open.match(`/${id}`).then((cached) => cached?.text())) ?? null),
  );
  return shown.some((conversation) => conversation !== null && url === `/chats/${conversation}`);
}

async function forgetClosed(pages: readonly WindowClient[], open: Cache): Promise<void> {
  const ids = new Set(pages.map(({ id }) => `/${id}`));
  const gone = (await open.keys()).filter(({ url }) => !ids.has(new URL(url).pathname));
  await Promise.all(gone.map((request) => open.delete(request)));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data as { url: string };
  event.waitUntil(open(url));
});

/** Goes to an open page of ours, and opens a new one only when there is none. */
async function open(url: string): Promise<void> {
  const pages = await openPages();
  const page = pages.find((one) => one.visibilityState === 'visible') ?? pages[0];
  if (!page) {
    await self.clients.openWindow(url);
    return;
  }
  await page.focus().catch(() => undefined);
  const isOpened = await ask<boolean>(page, { kind: 'open', url });
  if (!isOpened) await page.navigate(url).catch(() => self.clients.openWindow(url));
}

async function openPages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Asks a page, which answers on its own port. Undefined when it is frozen or a visitor's. */
function ask<T>(page: WindowClient, question: object): Promise<T | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(undefined), ANSWER_MS);
    port1.onmessage = ({ data }: MessageEvent<T>) => {
      clearTimeout(timer);
      resolve(data);
    };
    page.postMessage(question, [port2]);
  });
}

/** The browser renewed or ended the subscription by itself: the server gets the new address. */
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(self.registration.pushManager, event)),
);
