import type { getSettings, OutputOf } from '@heartline/contracts';

/** The subscriptions a browser reports when it ended or renewed one by itself; some report neither. */
interface Change {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/** Sends the server the new address of this browser. Subscribes again when the browser only ended the old one. */
export async function renewSubscription(
  manager: Pick<PushManager, 'subscribe'>,
  { oldSubscription, newSubscription }: Change,
): Promise<void> {
  const renewed = newSubscription ?? (await subscribeAnew(manager, oldSubscription));
  if (!renewed) return;
  await fetch('/api/user.php?push=1', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ subscription: renewed.toJSON() }),
  });
}

/** Uses the site's current key: pushes under the old key may have ended. */
async function subscribeAnew(
  manager: Pick<PushManager, 'subscribe'>,
  old: PushSubscription | null | undefined,
): Promise<PushSubscription | undefined> {
  const applicationServerKey = (await siteKey()) || old?.options.applicationServerKey;
  if (!applicationServerKey) return undefined;
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function siteKey(): Promise<string | undefined> {
  try {
    const answer = await fetch('/api/settings.php');
    return ((await answer.json()) as OutputOf<typeof getSettings>).settings.push_public_key;
  } catch {
    return undefined;
  }
}
