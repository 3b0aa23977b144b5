import type { PushPayload } from '@heartline/contracts';
import type { NotificationsContext } from './notifications-context.ts';

/** A push service accepts 4 KiB, and each entry has 50 bytes. */
const CHATS_NAMED = 40;

/** The tag of a conversation's notification; a newer one replaces it. */
export const chatTag = (conversation: string) => `conversation-${conversation}`;

/**
 * Unseen news besides the subject of a push: the badge count, and the unread conversations. With it a device
 * whose site is closed removes notifications that were read elsewhere. A partial list would remove unread
 * ones too.
 */
export async function stillNew(
  context: Pick<NotificationsContext, 'clock' | 'messaging' | 'likes'>,
  member: string,
): Promise<Pick<PushPayload, 'badge' | 'at' | 'unread'>> {
  const at = context.clock.now();
  const [chats, likes] = await Promise.all([
    context.messaging.unreadChats(member),
    context.likes.newLikes(member),
  ]);
  const badge = chats.reduce((sum, { unread }) => sum + unread, likes);
  if (chats.length > CHATS_NAMED) return { badge, at };
  const first = chats.map(({ conversation, readSeq }) => [chatTag(conversation), readSeq + 1] as const);
  return { badge, at, unread: Object.fromEntries(first) };
}
