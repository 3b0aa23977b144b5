import type { Absent, Item } from './activity-news.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { numberText, UNREAD_WORDS } from './number-text.ts';
import { pushOnce } from './push-once.ts';
import { chatTag, stillNew } from './still-new.ts';

/**
 * Pushes a reminder of unread messages to members who want it. It replaces the notification of the newest
 * conversation and is removed with it. If a push service is busy, it is not retried: the messages were
 * already announced.
 */
export async function pushReminder(
  context: NotificationsContext,
  { account, settings }: Absent,
  items: readonly Item[],
  begun: number,
): Promise<void> {
  const conversation = items[0]?.conversation;
  if (!settings.push.unread_message_reminders || !account.pushSubscribed || !conversation) return;
  const [site, news] = await Promise.all([
    context.site.settingsOf(account.site),
    stillNew(context, account._id),
  ]);
  await pushOnce(context, {
    member: account._id,
    cause: `reminder-${begun}`,
    besides: [],
    payload: {
      kind: 'message',
      title: site.settings.name,
      body: numberText(account.language, UNREAD_WORDS, items),
      tag: chatTag(conversation.id),
      url: `/chats/${conversation.id}`,
      seq: conversation.lastSeq,
      ...news,
    },
    askAgain: async () => {},
  });
}
