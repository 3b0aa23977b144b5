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

/** The sweep leaves an unsend this long to whoever began it; doing it twice at once does no harm. */
const FINISH_MS = 4_000;

const pendingId = (conversation: string, seq: number) => `unsend:${rowId(conversation, seq)}`;

/**
 * Takes back a message that the other side has not read, and gives its credits back. The rule: reading wins or unsending
 * wins, never both. Both are one write to the same document, the other side's inbox: reading moves `readSeq`
 * forward, unsending adds the row to `unsent` only while `readSeq` is below it.
 *
 *   owed (so that a crash is finished by the sweep)
 *     → claim: `unsent` + row, if `readSeq` < row ─ no → nothing is owed, MESSAGE_READ
 *     → evidence for a report (30 days) → row blanked, lists and both sides told → credits back (`return:<clientId>`)
 *     → claim and debt gone
 *
 * Each step is safe to repeat, and so is the call: a message that is taken back already answers “done”.
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

/** Does what an unsend has left to do; false when the message was read first. */
export async function finishUnsend(
  context: MessagingContext,
  { conversation = '', seq = 0, reason }: Pick<PendingReturn, 'conversation' | 'seq' | 'reason'>,
): Promise<boolean> {
  const [row] = await context.conversations.range(conversation, seq, seq);
  if (!row || !isVisible(row)) return false;
  const isTaken =
    row.gone === 'unsent' ||
    (await claimUnread(context.mongo, row)) ||
    // Another call for the same message was first, and its reader came between the two.
    (await goneOf(context, row)) === 'unsent';
  if (!isTaken) return false;
  failpoint('unsend:after-claim');
  if (!row.gone) {
    await keepEvidence(context.mongo, row, context.clock.now());
    // Lists get past this row first: whoever still holds its words in memory finds it passed, and writes nothing.
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

/** What became of a message by now. */
export async function goneOf(
  context: Pick<MessagingContext, 'conversations'>,
  { owner, n }: Pick<ConversationRow, 'owner' | 'n'>,
): Promise<Gone | undefined> {
  const [now] = await context.conversations.range(owner, n, n);
  return now?.gone;
}

/**
 * The arbiter between reading and taking back: true for who comes before the other side’s read mark, and for whoever
 * repeats a claim that stands. A crash may have come between the first message of a conversation and the lists it opens:
 * they are opened first, as the sweep would.
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
  // Where one stands it was opened, and the other one is not there because they were erased.
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
