import { type Gone, ok, type Result, refuse } from '@heartline/contracts';
import { clientIdOf } from '@heartline/domain';
import { DURABLE, failpoint, type Mongo, rowId } from '@heartline/platform';
import { blankMessage } from './blank-message.ts';
import { type ConversationRow, isVisible } from './conversation.repository.ts';
import { keepEvidence } from './evidence.repository.ts';
import { bumpInboxes, bumpOf, INBOX, type InboxDoc, inboxId, openInboxes } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { addPendingReturn, dropPending, type PendingReturn } from './pending-return.repository.ts';
import { dropPhotoOf, loosenPhotoOf } from './photo-hold.ts';

/** Time for the caller to finish an unsend before the sweep does; running it twice at once is harmless. */
const FINISH_MS = 4_000;

const pendingId = (conversation: string, seq: number) => `unsend:${rowId(conversation, seq)}`;

/**
 * Takes back an unread message and returns its credits. Reading or unsending wins, never both: each is one
 * write to the other side's inbox. Reading moves `readSeq` forward; unsending adds the row to `unsent` only
 * while `readSeq` is below it.
 *
 * 1. Store the pending task, so that the sweep finishes it after a crash.
 * 2. Claim: add the row to `unsent` if `readSeq` < row. Otherwise drop the task and return MESSAGE_READ.
 * 3. Store the evidence for a report (30 days).
 * 4. Blank the row, update the lists and publish to both sides.
 * 5. Return the credits (`return:<clientId>`).
 * 6. Remove the claim and the task.
 *
 * Each step and the whole call are safe to repeat: a message that is already taken back returns “done”.
 */
export async function unsendMessage(
  context: MessagingContext,
  member: string,
  { conversation, seq }: { conversation: string; seq: number },
): Promise<Result<{ ok: true }>> {
  const [row] = await context.conversations.range(conversation, seq, seq);
  if (!row || row.sender !== member || !isVisible(row)) return refuse('NOT_FOUND');
  if (row.gone && row.gone !== 'unsent') return refuse('NOT_FOUND');
  const _id = pendingId(conversation, seq);
  const debt = { _id, kind: 'unsend' as const, member, conversation, seq, reason: 'unsent' };
  await addPendingReturn(context, debt, { delayMs: FINISH_MS, again: false });
  failpoint('unsend:after-owed');
  const isTaken = await finishUnsend(context, debt);
  await dropPending(context.mongo, _id);
  if (isTaken) return ok({ ok: true });
  return refuse('MESSAGE_READ', { values: { kind: row.kind } });
}

/** Finishes an unsend; false if the message was read first. */
export async function finishUnsend(
  context: MessagingContext,
  { conversation = '', seq = 0, reason }: Pick<PendingReturn, 'conversation' | 'seq' | 'reason'>,
): Promise<boolean> {
  const [row] = await context.conversations.range(conversation, seq, seq);
  if (!row || !isVisible(row)) return false;
  const isTaken =
    row.gone === 'unsent' ||
    (await claimUnread(context.mongo, row)) ||
    // Another call for the same message was first, and the recipient read on between the two.
    (await goneOf(context, row)) === 'unsent';
  if (!isTaken) return false;
  failpoint('unsend:after-claim');
  if (!row.gone) {
    await keepEvidence(context.mongo, row, context.clock.now());
    // Lists move past this row first: a process that still has its text in memory then writes no preview of
    // it.
    await bumpInboxes(context.mongo, [bumpOf({ ...row, gone: 'unsent' })]);
    await loosenPhotoOf(context, row);
  }
  await blankMessage(context, conversation, seq, 'unsent');
  await dropPhotoOf(context, row);
  failpoint('unsend:after-blank');
  await context.credits.returnDebit(row.sender, clientIdOf(row), reason);
  await releaseClaim(context.mongo, row);
  return true;
}

/** Why a message has no content now; undefined if it has. */
export async function goneOf(
  context: Pick<MessagingContext, 'conversations'>,
  { owner, n }: Pick<ConversationRow, 'owner' | 'n'>,
): Promise<Gone | undefined> {
  const [now] = await context.conversations.range(owner, n, n);
  return now?.gone;
}

/**
 * Decides between reading and taking back: true if the claim precedes the other side's read mark, or exists
 * already. A crash may have prevented the lists of a first message. They are created first, as the sweep
 * would do.
 */
async function claimUnread(mongo: Mongo, row: ConversationRow): Promise<boolean> {
  const inbox = mongo.connection.collection<InboxDoc>(INBOX);
  const theirs = inboxId(row.recipient, row.owner);
  const own = inboxId(row.sender, row.owner);
  const claim = () =>
    inbox.updateOne(
      { _id: theirs, readSeq: { $lt: row.n } },
      { $addToSet: { unsent: row.n } },
      { writeConcern: DURABLE },
    );
  if ((await claim()).matchedCount === 1) return true;
  const sides = await inbox.find({ _id: { $in: [theirs, own] } }).toArray();
  if (sides.some(({ _id, unsent }) => _id === theirs && unsent?.includes(row.n))) return true;
  // If one list exists, the conversation was opened, and the other list was erased.
  if (sides.length === 0) await openInboxes(mongo, [bumpOf(row)]);
  return (await claim()).matchedCount === 1;
}

async function releaseClaim(
  mongo: Mongo,
  row: Pick<ConversationRow, 'owner' | 'recipient' | 'n'>,
): Promise<void> {
  await mongo.connection
    .collection<InboxDoc>(INBOX)
    .updateOne({ _id: inboxId(row.recipient, row.owner) }, { $pull: { unsent: row.n } });
}
