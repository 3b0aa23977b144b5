import { creditsChanged, messageCreated } from '@heartline/contracts';
import { Attempts } from '@heartline/platform';
import { balanceAfter, type LedgerRow, settleDebits, settlementId } from '../credits/index.ts';
import { findByKeys, isVisible, messageKey, type VisibleRow } from './conversation.repository.ts';
import { type Bump, bumpInboxes, bumpOf, openInboxes } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { noteWaiting } from './operators/note-waiting.ts';
import { notePhotoSent } from './photo-hold.ts';
import { foundLate } from './return-credits.ts';
import { asSeenBy, presentWithQuote, readRows } from './with-quotes.ts';

/** A hold of this age belongs to no running send. */
export const HOLD_AGE_MS = 20_000;

/**
 * Closes a hold by the row under its key in the conversation. Ledger and conversation always agree, also
 * after repeated and concurrent calls.
 *
 * - Message row: debit, and publish the message again; the crash may have prevented it.
 * - Void row: return the credits.
 * - No row: append a void row, then decide by the row that is now under the key. A sender that retries later
 *   finds it and learns that this send expired.
 */
export async function closeHold(context: MessagingContext, held: LedgerRow): Promise<'debit' | 'void'> {
  const { names, profile } = sendOf(held);
  const placed = await context.conversations.append(names.owner, names.key, (tail) => ({
    row: {
      kind: 'void',
      open: tail?.open ?? true,
      sender: held.owner,
      recipient: profile,
      text: '',
      at: context.clock.now(),
    },
  }));
  if (placed.outcome === 'refused') throw new Error('void row refused unexpectedly');
  if (isVisible(placed.row)) {
    await closeSent(context, [placed.row]);
    return 'debit';
  }
  await giveHeldBack(context, held);
  return 'void';
}

/**
 * Returns the credits of a hold without a message, once. Publishes the new balance also if they were returned
 * before: a crash may have prevented that event.
 */
export async function giveHeldBack(context: MessagingContext, held: LedgerRow): Promise<void> {
  const back = await context.credits.voidHold(held, 'not_delivered');
  if (back) await context.publisher.durable(held.owner, creditsChanged, balanceAfter(back));
}

/**
 * Splits holds into those whose messages are stored, for `closeSent`, and the others, for `closeHold`. After
 * an outage of the workers thousands are open, and nearly all have their messages.
 */
export async function findSent<Hold extends SendOf>(
  { mongo }: Pick<MessagingContext, 'mongo'>,
  holds: readonly Hold[],
): Promise<{ rows: VisibleRow[]; rest: Hold[] }> {
  const rows = (
    await findByKeys(
      mongo,
      holds.map((held) => sendOf(held).names),
    )
  ).filter(isVisible);
  const sent = new Set(rows.map(({ key }) => key));
  return { rows, rest: holds.filter((held) => !sent.has(sendOf(held).names.key)) };
}

/** Fields of a hold that name its message. */
export type SendOf = Pick<LedgerRow, '_id' | 'owner' | 'key' | 'hold'>;

/** The key of the message of a hold, and its recipient. */
export function sendOf({ _id, owner, key, hold }: SendOf) {
  if (!hold) throw new Error(`ledger row ${_id} is not a hold`);
  const clientId = key.slice('hold:'.length);
  return { names: { owner: hold.conversation, key: messageKey(owner, clientId) }, profile: hold.profile };
}

/**
 * Closes holds whose messages are stored, together: first the steps that follow a stored message, last the
 * debit. It rejects if a photo, the operator inbox or the push question cannot be written. Then, or after a
 * crash, the hold is still open and the next sweep retries.
 */
export async function closeSent(context: MessagingContext, found: readonly VisibleRow[]): Promise<void> {
  // In conversation order, so that devices receive rows in order and lists show the newest.
  const rows = found.toSorted(inConversationOrder);
  const attempts = new Attempts();
  const bumps = new Map(rows.map((row) => [row.owner, bumpOf(row)]));
  await openInboxes(context.mongo, await withExistingMembers(context, bumps.values()));
  await bumpInboxes(context.mongo, bumps.values());
  const ofEach = [...Map.groupBy(rows, ({ owner }) => owner).values()];
  const noted = (await Promise.all(ofEach.map(noteInOrder))).flat();
  // Publish only the rows that were noted: the others would be published again at each pass.
  await publish(context, noted);
  await foundLate(context, noted);
  await settleDebits(context.mongo, noted.map(settlementOf), context.clock.now());
  // The sweep retries the failed ones: its watermark stays.
  attempts.end();

  async function noteInOrder(ofOne: readonly VisibleRow[]): Promise<VisibleRow[]> {
    const done: VisibleRow[] = [];
    for (const row of ofOne) if (await attempts.make(() => note(context, row))) done.push(row);
    return done;
  }
}

/** Notes a stored message before it is published. */
async function note(context: MessagingContext, row: VisibleRow): Promise<void> {
  await notePhotoSent(context, row);
  if (!(await noteWaiting(context, row))) throw new Error('message not queued for operators');
}

/** Skips conversations with an erased side: it has no lists any more, and nothing new is stored for it. */
async function withExistingMembers(context: MessagingContext, bumps: Iterable<Bump>): Promise<Bump[]> {
  const known = await Promise.all(
    [...bumps].map(async (bump) => {
      const both = await Promise.all(bump.members.map((member) => context.profiles.statusOf(member)));
      return both.includes(undefined) ? [] : [bump];
    }),
  );
  return known.flat();
}

const inConversationOrder = (x: VisibleRow, y: VisibleRow) => (x._id < y._id ? -1 : 1);

const settlementOf = ({ sender, key }: VisibleRow) => settlementId(sender, key.slice(sender.length + 1));

/**
 * Publishes stored messages to both sides again, in their current state without removed content. Asks about
 * their pushes first, because the jobs were lost with the settlements. If no queue takes the question,
 * nothing is published, so that the next pass does not repeat the events.
 */
async function publish(context: MessagingContext, found: readonly VisibleRow[]): Promise<void> {
  const open = await Promise.all(
    // Skip messages that a block ended meanwhile.
    found.map(async (row) => ((await context.safety.isBlocked(row.sender, row.recipient)) ? [] : [row._id])),
  );
  const rows = (await readRows(context, open.flat())).filter(isVisible).sort(inConversationOrder);
  if (!(await context.followUp.ask(rows))) throw new Error('push job not enqueued: queue unavailable');
  const published = await Promise.all(
    rows.map(async (row) => {
      const message = await presentWithQuote(context, row);
      return { row, message, theirs: await asSeenBy(context, row.recipient, message) };
    }),
  );
  await Promise.all(
    published.flatMap(({ row: { sender, recipient }, message, theirs }) => [
      context.publisher.durable(recipient, messageCreated, { message: theirs, profile: sender }),
      context.publisher.durable(sender, messageCreated, { message, profile: recipient }),
    ]),
  );
}
