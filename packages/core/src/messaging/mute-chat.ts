import { conversationMuted, ok, type Result, refuse, type Toggle } from '@heartline/contracts';
import { findInbox, pressToggle } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/**
 * Mutes a conversation for the member, or lets it be heard again, and tells all their devices. Who asks whether a push, a
 * mail or a notice is due finds it then; the other side hears nothing of it. Safe to repeat.
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
    // Read after the write: of two devices that press at once, the later one tells how it stands.
    const { mute = { on, rev: 1 } } = (await findInbox(context.sides, member, conversation)) ?? side;
    await context.publisher.durable(member, conversationMuted, { conversation, mute });
    return ok({ mute });
  });
}
