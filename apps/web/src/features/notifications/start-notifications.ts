import type { PushPayload } from '@heartline/contracts';
import { keys, queryClient } from '../../client/query.ts';
import { onAttention, openConversation } from '../../live/attention.ts';
import { onLive } from '../../live/bus.ts';
import { followAppBadge } from './app-badge.ts';
import { notePush, refreshPush, unsubscribeFromPush } from './push.ts';

/** What the service worker says to a page; what it asks is answered on the port that came with it. */
type FromWorker = { kind: 'pushed'; payload: PushPayload } | { kind: 'open'; url: string };

/**
 * What notifications do on every page of a member: the number on the app's icon, push as it stands on this device, and
 * answers to the service worker. Returns how to stop; when the member has signed out by then, this device is told
 * nothing of them any more.
 */
export function startNotifications(navigate: (href: string) => void): () => void {
  const stops = [followAppBadge(), followServiceWorker(navigate), followReading(), tellWorker()];
  void refreshPush().catch(() => {});
  return () => {
    for (const stop of stops) stop();
    if (!queryClient.getQueryData(keys.user)) void forgetMember();
  };
}

function followServiceWorker(navigate: (href: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const onMessage = ({ data, ports }: MessageEvent<FromWorker>) => {
    if (data.kind === 'pushed') notePush(data.payload);
    if (data.kind === 'open') {
      ports[0]?.postMessage(true);
      navigate(data.url);
    }
  };
  navigator.serviceWorker.addEventListener('message', onMessage);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', onMessage);
}

/**
 * Tells the service worker which conversation is open here, when that changes: it is to know without asking, since a
 * busy page answers late. Whether the page is in front the worker sees by itself.
 */
function tellWorker(): () => void {
  let told: string | null = null;
  const tell = (conversation: string | null) => {
    if (conversation === told) return;
    told = conversation;
    void navigator.serviceWorker?.ready.then(({ active }) =>
      active?.postMessage({ kind: 'open', conversation }),
    );
  };
  const update = () => tell(openConversation());
  update();
  const stop = onAttention(update);
  return () => {
    stop();
    tell(null);
  };
}

/** What was read, here or on another device, is no news any more: its notice goes. */
function followReading(): () => void {
  return onLive('conversation:marked', ({ conversation, num_unread_messages: unread }) => {
    if (unread === 0) void closeNotices(`conversation-${conversation}`);
  });
}

async function closeNotices(tag?: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const notices = (await registration?.getNotifications(tag === undefined ? {} : { tag })) ?? [];
  for (const notice of notices) notice.close();
}

async function forgetMember(): Promise<void> {
  await closeNotices();
  if (await navigator.serviceWorker?.getRegistration()) await unsubscribeFromPush();
}
