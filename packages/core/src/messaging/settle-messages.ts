import type { settleMessages as contract, JobDataOf } from '@heartline/contracts';
import { createCoalescer, failpoint, rowId, rowsById } from '@heartline/platform';
import { settleDebits, settlementId } from '../credits/index.ts';
import { type ConversationRow, MESSAGES } from './conversation.repository.ts';
import { bumpInboxes, bumpOf } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

type Item = JobDataOf<typeof contract>['items'][number];

/**
 * Minimum time between two writes of a conversation's derived documents. An update costs the database as much
 * as several inserts, and lists check for newer rows anyway. So a busy conversation is written once for many
 * messages.
 */
const BUMP_EVERY_MS = 3_000;
/**
 * Conversations in one bulk: the database runs a bulk without a break, and messages would wait behind a long
 * one.
 */
const BUMPED_TOGETHER = 10;

/**
 * Merged updates after settled messages: lists show the newest row of each conversation, read at the time of
 * writing.
 */
export function createAftermath(context: MessagingContext) {
  return createCoalescer<number>(
    { waitMs: BUMP_EVERY_MS, size: BUMPED_TOGETHER, merge: Math.max },
    async (newest) => {
      const ids = newest.map(([conversation, seq]) => rowId(conversation, seq));
      const rows = await context.mongo.connection
        .collection<ConversationRow>(MESSAGES)
        .find(rowsById(ids), { batchSize: ids.length + 1 })
        .toArray();
      await bumpInboxes(context.mongo, rows.map(bumpOf));
    },
  );
}

export type Aftermath = ReturnType<typeof createAftermath>;

/**
 * Closes the holds of stored messages as debits: the worker's half of a paid send. Publishes nothing, since
 * the sender's balance changed with the hold.
 *
 * - A job names only messages known to be stored, so nothing is read first.
 * - The first settlement of a hold wins, so a repeated job or one after a return changes nothing.
 */
export async function settleMessages(
  context: MessagingContext,
  aftermath: Aftermath,
  items: readonly Item[],
): Promise<void> {
  failpoint('settle:before-debit');
  await settleDebits(
    context.mongo,
    items.map(({ member, clientId }) => settlementId(member, clientId)),
    context.clock.now(),
  );
  failpoint('settle:after-debit');
  for (const { conversation, seq } of items) aftermath.add(conversation, seq);
}
