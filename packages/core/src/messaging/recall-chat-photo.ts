import { ok, type Result, refuse } from '@heartline/contracts';
import { failpoint } from '@heartline/platform';
import { blankMessage } from './blank-message.ts';
import { isVisible } from './conversation.repository.ts';
import { keepEvidence } from './evidence.repository.ts';
import { bumpInboxes, bumpOf } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { dropPhotoOf, loosenPhotoOf } from './photo-hold.ts';
import { goneOf, unsendMessage } from './unsend-message.ts';

/**
 * The sender takes a photo back, at any time: the message says so, and its bytes are deleted. An unread one
 * is unsent, which returns the credits; later they stay spent (`returned`). Safe to repeat; the sweep of
 * pictures finishes it after a crash.
 */
export async function recallChatPhoto(
  context: MessagingContext,
  member: string,
  place: { conversation: string; seq: number },
): Promise<Result<{ returned: boolean }>> {
  const { conversation, seq } = place;
  const [row] = await context.conversations.range(conversation, seq, seq);
  if (!row || !isVisible(row) || row.kind !== 'photo' || row.sender !== member) return refuse('NOT_FOUND');
  if (row.gone !== 'recalled') {
    const unsent = await unsendMessage(context, member, place);
    if (unsent.ok) return ok({ returned: true });
    // A concurrent recall may have been first: this call repeats its last steps.
    if ((await goneOf(context, row)) !== 'recalled') {
      if (unsent.refusal.code !== 'MESSAGE_READ') return unsent;
      // Stores the text under the photo for a report; nothing of the picture is stored.
      await keepEvidence(context.mongo, row, context.clock.now());
      await loosenPhotoOf(context, row);
      await bumpInboxes(context.mongo, [bumpOf({ ...row, gone: 'recalled' })]);
    }
  }
  await blankMessage(context, conversation, seq, 'recalled');
  failpoint('recall:after-blank');
  await dropPhotoOf(context, row);
  return ok({ returned: false });
}
