import { keys, queryClient } from '../../client/query.ts';
import { attendedConversation } from '../../live/attention.ts';
import { onLive } from '../../live/bus.ts';
import { followAppBadge } from './app-badge.ts';
import { refreshPush, unsubscribeFromPush } from './push.ts';

/** What the service worker asks of a page; it answers on the port that came with it. */
type Question = { kind: 'attended?' } | { kind: 'open'; url: string };

/**
 * What notifications do on every page of a member: the number on the app's icon, push as it stands on this device, and
 * answers to the service worker. Returns how to stop; when the member has signed out by then, this device is told
 * nothing of them any more.
 */
export function startNotifications(navigate: (href: string) => void): () => void {
  const stops = [followAppBadge(), followServiceWorker(navigate), followReading()];
  void refreshPush().catch(() => {});
  return () => {
    for (const stop of stops) stop();
    if (!queryClient.getQueryData(keys.user)) void forgetMember();
  };
}

function followServiceWorker(navigate: (href: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const onMessage = ({ data, ports }: MessageEvent<Question>) => {
    if (data.kind === 'attended?') ports[0]?.postMessage(attendedConversation());
    if (data.kind === 'open') {
      ports[0]?.postMessage(true);
      navigate(data.url);
    }
  };
  navigator.serviceWorker.addEventListener('message', onMessage);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', onMessage);
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
