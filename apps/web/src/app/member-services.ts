import { startMessaging } from '../features/messaging/start-messaging.ts';
import { startNotifications } from '../features/notifications/start-notifications.ts';
import { startLive } from '../live/start-live.ts';

/** Everything that works behind the pages of a signed-in member; `open` goes to an address. Returns how to stop. */
export function startMemberServices(member: string, open: (href: string) => void): () => void {
  const stops = [startLive(), startMessaging(member), startNotifications(open)];
  return () => {
    for (const stop of stops) stop();
  };
}
