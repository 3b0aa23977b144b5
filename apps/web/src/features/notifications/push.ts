import { type PublicSettings, type PushPayload, registerPush, unregisterPush } from '@heartline/contracts';
import { useSyncExternalStore } from 'react';
import { call } from '../../client/api.ts';
import { persistedSince } from '../../client/persisted-cache/answer-or-persisted.ts';
import { keys, queryClient } from '../../client/query.ts';
import { registerServiceWorker } from '../../client/register-service-worker.ts';
import { patchUser } from '../../client/session.ts';
import { localStore, serviceWorkers } from '../../client/storage.ts';

/**
 * Push on this device (S3-180 to S3-185, S4-050 to S4-054). It says whether push is supported, whether a subscription
 * is absent, present or denied, and the last push while a page was open. `unknown` until the browser has answered.
 */
export interface PushState {
  isCapable: boolean;
  isSubscribed: boolean;
  subscription: 'unknown' | 'absent' | 'present' | 'denied';
  lastMessage: PushPayload | null;
}

/** A denial is stored, so that push is not offered again after a refusal. It can still be turned on in the settings. */
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

/** The current push state of this device. */
export function pushState(): PushState {
  return state;
}

/** The push state of this device, as a hook. */
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

/** The member signed out: the next member's push state is looked up again. */
export function forgetPush(): void {
  change({ subscription: 'unknown', isSubscribed: false, lastMessage: null });
}

/** Timeout of the service worker's installation once a page waits for it: it loads the whole app. */
const INSTALLED_MS = 60_000;

/** Updates the push state once the service worker is ready. */
export async function refreshPush(): Promise<void> {
  if (!state.isCapable) return;
  await serviceWorkers()?.ready;
  await lookForPush();
}

/** Registers the service worker that receives pushes. Notes when this browser or build has none. */
export async function prepareForPush(): Promise<void> {
  if (state.isCapable && !(await registerServiceWorker())) change({ isCapable: false });
}

/**
 * Updates the push state now. Without a service worker there is no subscription. An existing one is sent to the server
 * again: the browser may have renewed it, or it may belong to the previous member here.
 */
export async function lookForPush(): Promise<void> {
  if (!state.isCapable) return;
  if (Notification.permission === 'denied' || localStore.get(STORED) === 'denied') {
    // A permission granted later, in the browser's settings, counts.
    if (Notification.permission !== 'granted') return set('denied');
  }
  const manager = await managerHere();
  // A push service that does not answer gives no subscription. Turning push on reports the error.
  const held = await manager?.getSubscription().catch(() => null);
  const subscription = manager && held ? await underSiteKey(manager, held) : null;
  set(subscription ? 'present' : 'absent');
  if (subscription) await sendSubscription(subscription);
}

/**
 * The subscription for the site's current key. One for another key receives nothing any more, and no push service
 * reports that. It is renewed, or there is none.
 */
async function underSiteKey(manager: PushManager, held: PushSubscription): Promise<PushSubscription | null> {
  const siteKey = queryClient.getQueryData<PublicSettings>(keys.settings)?.push_public_key;
  const heldKey = held?.options?.applicationServerKey;
  // Persisted settings may contain an old key.
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
 * Asks for permission, with the browser's own question, and subscribes this device. A refusal is stored and is not an
 * error.
 * @throws when the push service or the server can't be reached.
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
 * Ends push on this device. The server is informed if it can be reached; otherwise the push service informs it at the
 * next push.
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

/** The push manager of this site, even before its service worker is installed; undefined before it is registered. */
async function managerHere(): Promise<PushManager | undefined> {
  const registration = await serviceWorkers()
    ?.getRegistration()
    .catch(() => change({ isCapable: false }));
  return registration?.pushManager;
}

/**
 * The push manager once it may subscribe.
 * @throws when the service worker is not installed in time.
 */
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
