import type { getSettings, OutputOf } from '@heartline/contracts';

/** What a browser says of a subscription that it ended or renewed by itself; some say neither. */
interface Change {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/** Gives the server the new address of this browser; makes one where the browser only ended the old one. */
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

/** With the key that the site has now: pushes for the one of the old subscription may have ended with it. */
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
