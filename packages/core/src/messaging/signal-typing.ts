import { conversationTyped } from '@heartline/contracts';
import { isStarted } from './conversation.repository.ts';
import { conversationOf } from './conversation-id.ts';
import type { MessagingContext } from './messaging-context.ts';

/**
 * Publishes “is writing” to the other side's devices; a lost event is harmless, and it expires by itself.
 * Invisible or blocked members send none, nor does anyone before the first message: it would be contact
 * without a message. The answer is the same in all cases; operators get it for fictional profiles.
 */
export async function signalTyping(
  context: MessagingContext,
  member: string,
  profile: string,
): Promise<void> {
  const conversation = conversationOf(member, profile);
  const [tail, own] = await Promise.all([
    context.conversations.tail(conversation),
    context.profiles.statusOf(member),
  ]);
  if (!isStarted(tail) || tail?.open === false || !own || own.invisible) return;
  context.publisher.passing(profile, conversationTyped, { conversation, profile: member });
}
