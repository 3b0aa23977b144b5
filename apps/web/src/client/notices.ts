import { serviceWorkers } from './storage.ts';

/** Removes those of our notifications on this device for which `isOver` is true. */
export async function closeNotices(isOver: (notice: Notification) => boolean): Promise<void> {
  for (const notice of await noticesHere()) if (isOver(notice)) notice.close();
}

/** Our notifications on this device. */
export async function noticesHere(): Promise<Notification[]> {
  const registration = await registrationHere();
  return (await registration?.getNotifications()) ?? [];
}

/** True when this browser has a push subscription. */
export async function isPushedHere(): Promise<boolean> {
  const registration = await registrationHere();
  return Boolean(await registration?.pushManager?.getSubscription());
}

/** Undefined when there is none or the browser refuses, as some do in private windows. */
async function registrationHere(): Promise<ServiceWorkerRegistration | undefined> {
  return serviceWorkers()
    ?.getRegistration()
    .catch(() => undefined);
}
