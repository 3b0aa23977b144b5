/** Takes away notices of ours on this device: those that are over. */
export async function closeNotices(isOver: (notice: Notification) => boolean): Promise<void> {
  for (const notice of await noticesHere()) if (isOver(notice)) notice.close();
}

/** The notices that stand on this device. */
export async function noticesHere(): Promise<Notification[]> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.getNotifications()) ?? [];
}

/** Whether this browser is pushed to, as it says itself. */
export async function isPushedHere(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return Boolean(await registration?.pushManager?.getSubscription());
}
