import type { NotificationSettings, PushPayload } from '@heartline/contracts';
import { cutText } from '@heartline/domain';
import { PUSH_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import { PRESENCE_TTL_SECONDS, rowRange } from '@heartline/platform';
import type { AccountRow } from '../accounts/index.ts';
import { type ConversationRow, isVisible, MESSAGES, VISIBLE_KINDS } from '../messaging/index.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { chatTag, stillNew } from './still-new.ts';

/** Characters of a message in a notification, if discretion is off. */
const SHOWN_LENGTH = 140;

/**
 * The account of a member who can be notified at all. It is cached, and for most members nothing else is
 * read.
 */
export async function notifiable(
  context: NotificationsContext,
  member: string,
): Promise<AccountRow | undefined> {
  const account = await context.accounts.accountOf(member);
  return account?.status === 'active' && account.pushSubscribed ? account : undefined;
}

/**
 * The recipient and settings, if a push is still allowed and useful; reads everything now. `first` is the
 * first of the messages in this push, which decides if it begins a conversation.
 */
export async function recipientOf(
  context: NotificationsContext,
  first: ConversationRow,
): Promise<{ account: AccountRow; settings: NotificationSettings } | undefined> {
  const account = await notifiable(context, first.recipient);
  if (!account) return undefined;
  const settings = await context.settings.get(first.recipient);
  if (!settings) return undefined;
  const type = (await isFirst(context, first)) ? 'new_conversations' : 'new_messages';
  return settings.push[type] ? { account, settings } : undefined;
}

/** True if no visible row precedes this message: it begins the conversation. */
export async function isFirst({ mongo }: NotificationsContext, row: ConversationRow): Promise<boolean> {
  const before = rowRange(row.owner, 0, row.n - 1);
  const earlier = await mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .findOne({ ...before, kind: { $in: [...VISIBLE_KINDS] } }, { projection: { _id: 1 } });
  return earlier === null;
}

/** The first message to a member in a conversation from a row on, or with -1 the last. */
export function messageTo(
  { mongo }: NotificationsContext,
  member: string,
  conversation: string,
  from: number,
  order: 1 | -1,
): Promise<ConversationRow | null> {
  return mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .find({
      ...rowRange(conversation, from),
      recipient: member,
      kind: { $in: [...VISIBLE_KINDS] },
      gone: { $exists: false },
    })
    .sort({ _id: order })
    .limit(1)
    .next();
}

/** Time after which the focus of a lost device has expired. */
export const FOCUS_FADES_MS = (PRESENCE_TTL_SECONDS + 5) * 1_000;
/** Maximum time to wait for such a device after a message. */
const FOCUS_TIMEOUT_MS = 5 * 60_000;

/**
 * The push of an unread message; undefined if none is wanted: the recipient has it in front, blocked the
 * sender, or is gone. `unheard` while a focused device has not confirmed the message (`receivedSeq`): it may
 * be lost, with its focus not yet expired.
 */
export async function payloadFor(
  context: NotificationsContext,
  row: ConversationRow,
  { account, settings: wishes }: { account: AccountRow; settings: NotificationSettings },
  { receivedSeq }: { receivedSeq: number },
): Promise<PushPayload | 'unheard' | undefined> {
  const focused = await context.presence.focused(row.recipient);
  if (focused.length > 0) {
    const isWaitedFor = receivedSeq < row.n && context.clock.now() - row.at < FOCUS_TIMEOUT_MS;
    return isWaitedFor ? 'unheard' : undefined;
  }
  if (await context.safety.isBlocked(row.recipient, row.sender)) return undefined;
  const sender = (await context.profiles.cards(row.recipient, [row.sender])).get(row.sender);
  if (!sender) return undefined;
  const [{ settings }, news] = await Promise.all([
    context.site.settingsOf(account.site),
    stillNew(context, row.recipient),
  ]);
  const discreet = { title: settings.name, body: discreetWords(account, sender.fictional) };
  const open = { title: sender.name, body: openWords(account, row, sender), discreet };
  return {
    kind: 'message',
    ...(wishes.discreet_push ? discreet : open),
    tag: chatTag(row.owner),
    url: `/chats/${row.owner}`,
    seq: row.n,
    ...news,
  };
}

function discreetWords({ language }: AccountRow, isFictional: boolean): string {
  return serverText(language, isFictional ? PUSH_TEXTS.fictionalMessage : PUSH_TEXTS.message);
}

/** The message itself, cut to the length of a notification; marks a fictional sender. */
function openWords({ language }: AccountRow, row: ConversationRow, sender: { fictional: boolean }): string {
  const line = cutText(row.text, SHOWN_LENGTH);
  const what = isVisible(row) && row.kind !== 'text' ? serverText(language, PUSH_TEXTS[row.kind]) : '';
  const both = what && line && serverText(language, PUSH_TEXTS.kindAndWords, { what, text: line });
  const text = both || what || line;
  return sender.fictional ? serverText(language, PUSH_TEXTS.openFictionalMessage, { text }) : text;
}
