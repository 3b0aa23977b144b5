import { serviceWorkers } from './storage.ts';

/** Takes away notices of ours on this device: those that are over. */
export async function closeNotices(isOver: (notice: Notification) => boolean): Promise<void> {
  for (const notice of await noticesHere()) if (isOver(notice)) notice.close();
}

/** The notices that stand on this device. */
export async function noticesHere(): Promise<Notification[]> {
  const registration = await registrationHere();
  return (await registration?.getNotifications()) ?? [];
}

/** Whether this browser is pushed to, as it says itself. */
export async function isPushedHere(): Promise<boolean> {
  const registration = await registrationHere();
  return Boolean(await registration?.pushManager?.getSubscription());
}

/** None where there is none, or where the browser refuses to say, as some do in private windows. */
async function registrationHere(): Promise<ServiceWorkerRegistration | undefined> {
  return serviceWorkers()
    ?.getRegistration()
    .catch(() => undefined);
}
