import { type PublicSettings, type PushPayload, registerPush, unregisterPush } from '@heartline/contracts';
import { useSyncExternalStore } from 'react';
import { call } from '../../client/api.ts';
import { persistedSince } from '../../client/persisted-cache/answer-or-persisted.ts';
import { keys, queryClient } from '../../client/query.ts';
import { registerServiceWorker } from '../../client/register-service-worker.ts';
import { patchUser } from '../../client/session.ts';
import { localStore, serviceWorkers } from '../../client/storage.ts';

/**
 * Push on this device (S3-180 to S3-185, S4-050 to S4-054): whether the browser can, whether a subscription is
 * absent, present or denied, and what was pushed last while a page was open. `unknown` until the browser has said.
 */
export interface PushState {
  isCapable: boolean;
  isSubscribed: boolean;
  subscription: 'unknown' | 'absent' | 'present' | 'denied';
  lastMessage: PushPayload | null;
}

/** A denial is kept, so that nobody is offered push again who said no; on the settings page they may still want it. */
const STORED = 'push-state';

let state: PushState = {
  isCapable: isCapable(),
  isSubscribed: false,
  subscription: 'unknown',
  lastMessage: null,
};
const listeners = new Set<() => void>();

function isCapable(): boolean {
  return serviceWorkers() !== undefined && 'PushManager' in globalThis && 'Notification' in globalThis;
}

function change(part: Partial<PushState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

function set(subscription: PushState['subscription']): void {
  if (subscription === 'denied') localStore.set(STORED, 'denied');
  else localStore.remove(STORED);
  change({ subscription, isSubscribed: subscription === 'present' });
}

/** How push stands on this device now. */
export function pushState(): PushState {
  return state;
}

/** How push stands on this device. */
export function usePushState(): PushState {
  return useSyncExternalStore(subscribe, pushState);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The service worker received a push while this page was open. */
export function notePush(payload: PushPayload): void {
  change({ lastMessage: payload });
}

/** The member signed out: how push stands is looked up anew for whoever signs in next. */
export function forgetPush(): void {
  change({ subscription: 'unknown', isSubscribed: false, lastMessage: null });
}

/** How long the service worker may take to be installed once somebody waits for it: it fetches the whole app. */
const INSTALLED_MS = 60_000;

/** Looks how push stands, once the service worker is there. */
export async function refreshPush(): Promise<void> {
  if (!state.isCapable) return;
  await serviceWorkers()?.ready;
  await lookForPush();
}

/** Registers the service worker that receives pushes now; notes where this browser or build has none. */
export async function prepareForPush(): Promise<void> {
  if (state.isCapable && !(await registerServiceWorker())) change({ isCapable: false });
}

/**
 * Looks how push stands now. Without a service worker there is no subscription. One of before is told to the server again:
 * the browser may have renewed it, or it may belong to the member who was signed in here before.
 */
export async function lookForPush(): Promise<void> {
  if (!state.isCapable) return;
  if (Notification.permission === 'denied' || localStore.get(STORED) === 'denied') {
    // Permission given later, in the browser's own settings, counts.
    if (Notification.permission !== 'granted') return set('denied');
  }
  const manager = await managerHere();
  // A push service that does not answer gives none; turning push on says so then.
  const held = await manager?.getSubscription().catch(() => null);
  const subscription = manager && held ? await underSiteKey(manager, held) : null;
  set(subscription ? 'present' : 'absent');
  if (subscription) await sendSubscription(subscription);
}

/**
 * The subscription for the key that the site has now. One for another key receives nothing any more, and no push service
 * says so: it is made anew, or there is none.
 */
async function underSiteKey(manager: PushManager, held: PushSubscription): Promise<PushSubscription | null> {
  const siteKey = queryClient.getQueryData<PublicSettings>(keys.settings)?.push_public_key;
  const heldKey = held?.options?.applicationServerKey;
  // Settings that are only kept may name a key of before.
  if (!siteKey || !heldKey || persistedSince() !== undefined) return held;
  if (base64url(heldKey) === siteKey.replaceAll('=', '')) return held;
  await held.unsubscribe();
  return subscribeWith(manager, siteKey).catch(() => null);
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const subscribeWith = (manager: PushManager, applicationServerKey: string) =>
  manager.subscribe({ userVisibleOnly: true, applicationServerKey });

/**
 * Asks for permission and subscribes this device. The browser shows its own question.
 * @throws when the push service or the server can't be reached; a "no" is not an error, it is kept.
 */
export async function subscribeToPush(publicKey: string): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return set('denied');
  if (permission !== 'granted') return;
  const subscription = await subscribeWith(await installedManager(), publicKey);
  await sendSubscription(subscription);
  set('present');
}

/**
 * Ends push on this device. The server is told when it can be; where it can't, the push service tells it with the
 * next try.
 */
export async function unsubscribeFromPush(): Promise<void> {
  const subscription = await (await managerHere())?.getSubscription();
  set('absent');
  patchUser({ push_subscribed: false });
  if (!subscription) return;
  await Promise.allSettled([
    subscription.unsubscribe(),
    call(unregisterPush, { endpoint: subscription.endpoint }),
  ]);
}

/** The push manager of this site, whether or not its service worker is installed yet; undefined before it is registered. */
async function managerHere(): Promise<PushManager | undefined> {
  const registration = await serviceWorkers()
    ?.getRegistration()
    .catch(() => change({ isCapable: false }));
  return registration?.pushManager;
}

/** The same once it may subscribe. @throws when the service worker is not installed in time. */
async function installedManager(): Promise<PushManager> {
  await prepareForPush();
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, INSTALLED_MS));
  const registration = await Promise.race([state.isCapable ? serviceWorkers()?.ready : undefined, late]);
  if (!registration) throw new Error('service worker not installed');
  return registration.pushManager;
}

async function sendSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', expirationTime = null, keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await call(registerPush, { subscription: { endpoint, expirationTime, keys: { p256dh, auth } } });
  patchUser({ push_subscribed: true });
}
