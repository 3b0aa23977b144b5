import { type settleMessages as contract, creditsChanged, type JobDataOf } from '@heartline/contracts';
import { createMerger, failpoint, rowId } from '@heartline/platform';
import { settleDebits, settlementId } from '../credits/index.ts';
import { type ConversationRow, MESSAGES, messageKey } from './conversation.repository.ts';
import { type Bump, bumpInboxes, bumpOf } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

type Item = JobDataOf<typeof contract>['items'][number];

/** How often a conversation's derived documents are written, and a payer is told, at most. */
const BUMP_EVERY_MS = 500;
const NUDGE_EVERY_MS = 2_000;

/** What follows a settled message, merged: the newest row of each conversation, one nudge for each payer. */
export function createAftermath(context: MessagingContext) {
  return {
    bumps: createMerger<Bump>(
      { waitMs: BUMP_EVERY_MS, merge: (a, b) => (a.lastSeq > b.lastSeq ? a : b) },
      (bumps) => bumpInboxes(context.mongo, bumps.values()),
    ),
    payers: createMerger<true>({ waitMs: NUDGE_EVERY_MS, merge: () => true }, async (members) => {
      for (const member of members.keys()) {
        const { credits, premium } = await context.credits.balanceOf(member);
        await context.publisher.durable(member, creditsChanged, { credits, premium });
      }
    }),
  };
}

export type Aftermath = ReturnType<typeof createAftermath>;

/**
 * Closes the holds of stored messages as debits: the worker's half of a paid send. Every item is read again first, so
 * a wrong or repeated job has no effect; a hold without its message is left for the sweep.
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
    return row?.kind === 'text' && row.key === messageKey(item.member, item.clientId) ? [{ item, row }] : [];
  });
  failpoint('settle:before-debit');
  await settleDebits(
    context.mongo,
    paid.map(({ item }) => settlementId(item.member, item.clientId)),
    context.clock.now(),
  );
  failpoint('settle:after-debit');
  for (const { item, row } of paid) {
    aftermath.bumps.add(row.owner, bumpOf(row));
    aftermath.payers.add(item.member, true);
  }
}
