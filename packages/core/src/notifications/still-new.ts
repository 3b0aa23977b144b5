import type { PushPayload } from '@heartline/contracts';
import type { NotificationsContext } from './notifications-context.ts';

/** A push service takes 4 KiB, and each of these is 50 bytes. */
const CHATS_NAMED = 40;

/** The tag of the notice that tells of a conversation; a newer one takes its place. */
export const chatTag = (conversation: string) => `conversation-${conversation}`;

/**
 * What is new for a member beside what a push tells of: the number on the app's icon, and what is unread, so that a device
 * whose site is closed takes away what was read elsewhere. A list that names some of them only would do harm.
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
