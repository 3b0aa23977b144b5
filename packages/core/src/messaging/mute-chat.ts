import { conversationMuted, ok, type Result, refuse, type Toggle } from '@heartline/contracts';
import { findInbox, pressToggle } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/**
 * Mutes or unmutes a conversation for the member, and publishes it to their devices. Pushes, mails and
 * notices check it before sending; the other side gets no event. Safe to repeat.
 */
export async function muteChat(
  context: MessagingContext,
  member: string,
  { conversation, on }: { conversation: string; on: boolean },
): Promise<Result<{ mute: Toggle }>> {
  const side = await findInbox(context.sides, member, conversation);
  if (!side) return refuse('NOT_FOUND');
  return context.publisher.publishing([member], async () => {
    await pressToggle(context.mongo, side, 'mute', on);
    // Read after the write: if two devices change it at once, the later one publishes the final value.
    const { mute = { on, rev: 1 } } = (await findInbox(context.sides, member, conversation)) ?? side;
    await context.publisher.durable(member, conversationMuted, { conversation, mute });
    return ok({ mute });
  });
}
