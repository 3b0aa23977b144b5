import type { settleMessages as contract, JobDataOf } from '@heartline/contracts';
import { createMerger, failpoint, rowId } from '@heartline/platform';
import { settleDebits, settlementId } from '../credits/index.ts';
import { type ConversationRow, isVisible, MESSAGES, messageKey } from './conversation.repository.ts';
import { type Bump, bumpInboxes, bumpOf } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

type Item = JobDataOf<typeof contract>['items'][number];

/**
 * How often a conversation's derived documents are written, at most. An update costs the engine as much as ten inserts,
 * and lists look for newer rows anyway, so a lively conversation is written once for many messages.
 */
const BUMP_EVERY_MS = 3_000;

/** What follows settled messages, merged: the newest row of each conversation. */
export function createAftermath(context: MessagingContext) {
  return createMerger<Bump>(
    { waitMs: BUMP_EVERY_MS, merge: (a, b) => (a.lastSeq > b.lastSeq ? a : b) },
    (bumps) => bumpInboxes(context.mongo, bumps.values()),
  );
}

export type Aftermath = ReturnType<typeof createAftermath>;

/**
 * Closes the holds of stored messages as debits: the worker's half of a paid send. Every item is read again first, so
 * a wrong or repeated job has no effect; a hold without its message is left for the sweep. Nobody is told: the balance
 * changed with the hold, and the sender heard it with the message.
 */
export async function settleMessages(
  context: MessagingContext,
  aftermath: Aftermath,
  items: readonly Item[],
): Promise<void> {
  const rows = await context.mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .find({ _id: { $in: items.map((item) => rowId(item.conversation, item.seq)) } })
    .toArray();
  const byId = new Map(rows.map((row) => [row._id, row]));
  const paid = items.flatMap((item) => {
    const row = byId.get(rowId(item.conversation, item.seq));
    return row && isVisible(row) && row.key === messageKey(item.member, item.clientId) ? [{ item, row }] : [];
  });
  failpoint('settle:before-debit');
  await settleDebits(
    context.mongo,
    paid.map(({ item }) => settlementId(item.member, item.clientId)),
    context.clock.now(),
  );
  failpoint('settle:after-debit');
  for (const { row } of paid) aftermath.add(row.owner, bumpOf(row));
}
