import type { settleMessages as contract, JobDataOf } from '@heartline/contracts';
import { createCoalescer, failpoint, rowId, rowsById } from '@heartline/platform';
import { settleDebits, settlementId } from '../credits/index.ts';
import { type ConversationRow, MESSAGES } from './conversation.repository.ts';
import { bumpInboxes, bumpOf } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

type Item = JobDataOf<typeof contract>['items'][number];

/**
 * How often a conversation's derived documents are written, at most. An update costs the engine as much as several
 * inserts, and lists look for newer rows anyway, so a lively conversation is written once for many messages.
 */
const BUMP_EVERY_MS = 3_000;
/** Conversations at a time: the engine works on a bulk without pause, and messages would wait behind a long one. */
const BUMPED_TOGETHER = 10;

/** What follows settled messages, merged: lists show the newest row of each conversation, read when they are written. */
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
 * Closes the holds of stored messages as debits: the worker's half of a paid send. A job names only what the engine had
 * said is stored, so nothing is read first; and the first settlement of a hold stands, so a repeated job changes nothing,
 * nor does one that comes after the credits went back. Nobody is told: the balance changed with the hold, and the sender
 * heard it with the message.
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
