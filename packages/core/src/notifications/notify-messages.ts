import { notifyMessages as contract, type JobDataOf, type PushPayload } from '@heartline/contracts';
import { PUSH_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import { failpoint, rowId } from '@heartline/platform';
import { type ConversationRow, MESSAGES } from '../messaging/index.ts';
import { claimNotification, markSent, notificationId } from './notification.repository.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { sendPush } from './send-push.ts';

type Item = JobDataOf<typeof contract>['items'][number];

/**
 * A few seconds after messages were stored: is a push still needed? Everything is read again, since the answer may
 * have changed: not if the message was read, if a device of the recipient has the site in front, if the account is
 * not active, or if sender and recipient no longer see each other. Then one push per message and recipient; several
 * new messages of one conversation are one push, for the last of them.
 */
export async function notifyMessages(
  context: NotificationsContext,
  items: readonly Item[],
): Promise<{ pushed: number }> {
  const newest = new Map<string, Item>();
  for (const item of items) {
    const key = `${item.recipient}:${item.conversation}`;
    if (item.seq > (newest.get(key)?.seq ?? 0)) newest.set(key, item);
  }
  const rows = await context.mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .find({ _id: { $in: [...newest.values()].map((item) => rowId(item.conversation, item.seq)) } })
    .toArray();
  const outcomes = await Promise.all(rows.map((row) => notify(context, row)));
  return { pushed: outcomes.filter(Boolean).length };
}

async function notify(context: NotificationsContext, row: ConversationRow): Promise<boolean> {
  if (row.kind !== 'text') return false;
  const payload = await payloadFor(context, row);
  if (!payload) return false;
  const now = context.clock.now();
  const id = notificationId(row.recipient, `${row.owner}-${row.n}`, 'push');
  if (!(await claimNotification(context.mongo, id, now))) return false;
  failpoint('notify:before-push');
  const { sent, retryAfterMs } = await sendPush(context, row.recipient, payload);
  if (retryAfterMs !== undefined) {
    await tryLater(context, row, retryAfterMs);
    return false;
  }
  failpoint('notify:after-push');
  await markSent(context.mongo, id, context.clock.now());
  return sent > 0;
}

/** What to push, or nothing when none is wanted any more. */
async function payloadFor(
  context: NotificationsContext,
  row: ConversationRow,
): Promise<PushPayload | undefined> {
  // First what is remembered: most members need not be looked up any further.
  const account = await context.accounts.accountOf(row.recipient);
  if (account?.status !== 'active' || !account.pushSubscribed) return undefined;
  const [readSeq, focused] = await Promise.all([
    context.messaging.readSeqOf(row.recipient, row.owner),
    context.presence.focused(row.recipient),
  ]);
  if (readSeq >= row.n || focused.length > 0) return undefined;
  if (await context.safety.isBlocked(row.recipient, row.sender)) return undefined;
  const sender = (await context.profiles.cards(row.recipient, [row.sender])).get(row.sender);
  if (!sender) return undefined;
  const [{ settings }, unread, likes] = await Promise.all([
    context.site.settingsOf(account.site),
    context.messaging.unreadTotal(row.recipient),
    context.likes.newLikes(row.recipient),
  ]);
  const words = sender.fictional ? PUSH_TEXTS.fictionalMessage : PUSH_TEXTS.message;
  return {
    kind: 'message',
    title: settings.name,
    body: serverText(account.language, words),
    tag: `conversation-${row.owner}`,
    url: `/chats/${row.owner}`,
    badge: unread + likes,
  };
}

/** A push service is busy: the same question is asked again after the time it named. */
async function tryLater(context: NotificationsContext, row: ConversationRow, delayMs: number): Promise<void> {
  const items = [{ recipient: row.recipient, conversation: row.owner, seq: row.n }];
  const jobId = `notify-again-${row.owner}-${row.n}-${Math.floor(context.clock.now() / 1_000)}`;
  // A claim is given up after a minute, so an earlier try would find it taken.
  await context.queues.enqueue(contract, { items }, { jobId, delayMs: Math.max(delayMs, 65_000) });
}
