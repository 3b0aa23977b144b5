/// <reference lib="webworker" />
import type { PushPayload } from '@heartline/contracts';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { closeRead, isOvertaken, showNotice } from './service-worker/notices.ts';
import { renewSubscription } from './service-worker/renew-subscription.ts';

/**
 * The part of the site that works without a page: the files of the app for when there is no network, notices for what
 * happens while it is closed, and the way from a notice to where it belongs. It keeps no answer of the server; of a
 * member only which conversation each open page shows, until the page closes or signs out.
 */
declare const self: ServiceWorkerGlobalScope & {
  navigator: { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };
};

/** How long an open page may take to follow a pressed notice before it is led there. */
const ANSWER_MS = 500;

cleanupOutdatedCaches();
// The home page too comes from the server where there is one: the kept page is of the release before until all tabs close.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false });

/** Pages of the app, and nothing that the server makes. */
const APP_PAGE = /^\/(?!(api|media|assets|icons|people|socket\.io|health|metrics)(\/|$))[^.]*$/;
const shell = createHandlerBoundToURL('index.html');

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.mode !== 'navigate' || url.origin !== self.location.origin || !APP_PAGE.test(url.pathname))
    return;
  event.respondWith(page(event).catch(() => shell({ request, url, event, params: [] })));
});

/** How long the server may take to answer with the page before the one that is kept is shown. */
const PAGE_MS = 3_000;

/**
 * The page from the server, which puts the settings of the site into it; asked for while this worker starts where the
 * browser can. Throws when there is none in time.
 */
async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const answered = Promise.resolve(preloadResponse as Promise<Response | undefined>)
    .then((preloaded) => preloaded ?? fetch(request))
    .catch(() => undefined);
  const answer = await Promise.race([answered, after(PAGE_MS)]);
  // A page that is none comes with its status, and with the app that says so.
  if (answer && (answer.ok || answer.status === 404 || answer.type === 'opaqueredirect')) return answer;
  throw new Error('no page in time');
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

/** Pages hear of it once it is shown: one that knows it was read takes it away. */
async function take(payload: PushPayload): Promise<void> {
  try {
    await show(payload);
  } finally {
    await notifyPages(payload);
  }
}

/** Pages that are open hear of it too. */
async function notifyPages(payload: PushPayload): Promise<void> {
  for (const page of await openPages()) page.postMessage({ kind: 'pushed', payload });
}

/** Shows a notice unless its conversation is in front of the member now, and how much is new on the app's icon. */
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

/** Which conversation each open page shows, by the page's id. Kept, since this worker may be stopped in between. */
const OPEN = 'open-conversations';

interface FromPage {
  kind: 'open';
  conversation: string | null;
}

/** What pages said so far is written before the next is: the last word of a page stands. */
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
 * Whether a page that is visible and focused shows this conversation. Focus comes from the browser at this moment, the
 * conversation from what the page said when it was opened; so a page that is too busy to answer counts all the same.
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

/** Goes to an open page of ours, and only makes a new one where there is none. */
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

/** Asks a page, which answers on its own port; undefined when it is frozen or a visitor's. */
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
