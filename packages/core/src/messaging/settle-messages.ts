import type { settleMessages as contract, JobDataOf } from '@heartline/contracts';
import { createMerger, failpoint, rowId, rowsById } from '@heartline/platform';
import { settleDebits, settlementId } from '../credits/index.ts';
import { type ConversationRow, isVisible, MESSAGES, messageKey } from './conversation.repository.ts';
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
  return createMerger<number>(
    { waitMs: BUMP_EVERY_MS, size: BUMPED_TOGETHER, merge: Math.max },
    async (newest) => {
      const rows = await findRows(
        context,
        newest.map(([conversation, seq]) => rowId(conversation, seq)),
      );
      await bumpInboxes(context.mongo, rows.map(bumpOf));
    },
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
  const ids = items.map((item) => rowId(item.conversation, item.seq));
  const rows = await findRows(context, ids, { kind: 1, key: 1 });
  const byId = new Map(rows.map((row) => [row._id, row]));
  const paid = items.filter((item) => {
    const row = byId.get(rowId(item.conversation, item.seq));
    return row && isVisible(row) && row.key === messageKey(item.member, item.clientId);
  });
  failpoint('settle:before-debit');
  await settleDebits(
    context.mongo,
    paid.map(({ member, clientId }) => settlementId(member, clientId)),
    context.clock.now(),
  );
  failpoint('settle:after-debit');
  for (const { conversation, seq } of paid) aftermath.add(conversation, seq);
}

/** These rows, or only some fields of them, in one answer: more than a hundred come in pieces unless asked for. */
function findRows(
  { mongo }: MessagingContext,
  ids: string[],
  projection: Partial<Record<keyof ConversationRow, 1>> = {},
): Promise<ConversationRow[]> {
  return mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .find(rowsById(ids), { projection, batchSize: ids.length + 1 })
    .toArray();
}
