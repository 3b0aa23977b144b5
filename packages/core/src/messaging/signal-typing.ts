import { conversationTyped } from '@heartline/contracts';
import { isStarted } from './conversation.repository.ts';
import { conversationOf } from './conversation-id.ts';
import type { MessagingContext } from './messaging-context.ts';

/**
 * "Is writing", to the other side's devices: lost without harm, over by itself. Nobody hears it from who is invisible,
 * after a block, or before anything was written, when it would be a way to knock without a message; whether anybody did
 * is not told. To a fictional profile it goes like to anybody: whoever answers for it sees it.
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
