import { clientIdOf } from '@heartline/domain';
import { failpoint } from '@heartline/platform';
import { isVisible } from './conversation.repository.ts';
import type { InboxDoc } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/** Rows of a conversation in one read. */
const STEP = 500;

/** Reason of a return after a block prevented the delivery. */
export const RETURNED_BY_BLOCK = 'blocked';

/**
 * Returns the credits that the other side paid for messages above a row, up to `upTo` or the last one.
 * Returns their number, and the `clientId` of every checked message: none of them reached the member.
 */
export async function returnPaid(
  context: MessagingContext,
  side: Pick<InboxDoc, 'member' | 'conversation'>,
  { above, upTo = Number.POSITIVE_INFINITY }: { above: number; upTo?: number },
  reason: string,
): Promise<{ returned: number; missed: Set<string> }> {
  let returned = 0;
  const missed = new Set<string>();
  const tail = await context.conversations.freshTail(side.conversation);
  const last = Math.min(tail?.n ?? 0, upTo);
  for (let from = above + 1; from <= last; from += STEP) {
    const rows = await context.conversations.range(side.conversation, from, Math.min(last, from + STEP - 1));
    for (const row of rows) {
      if (!isVisible(row) || row.sender === side.member) continue;
      const clientId = clientIdOf(row);
      missed.add(clientId);
      if (await context.credits.returnDebit(row.sender, clientId, reason)) returned += 1;
      failpoint('return:after-one');
    }
  }
  return { returned, missed };
}
