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

/** A hold this old belongs to nobody's send any more. */
export const HOLD_AGE_MS = 20_000;

/**
 * Ends a hold by what stands in the conversation under its key; both chains agree whoever calls this, how often, and
 * while whatever else goes on:
 *
 *   a message row → debit, and the message is published again (the crash may have cut that off)
 *   a void row    → the credits go back
 *   neither       → a void row is put at the tail first, then decided by whatever row now stands under the key:
 *                   a sender that comes back later finds it and learns that this send expired
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
  if (placed.outcome === 'refused') throw new Error('placing a void row cannot be refused');
  if (isVisible(placed.row)) {
    await closeSent(context, [placed.row]);
    return 'debit';
  }
  await giveHeldBack(context, held);
  return 'void';
}

/**
 * Gives back what a hold without a message took, once. The member is told also of what came back before: a crash may have
 * cut off the word of it.
 */
export async function giveHeldBack(context: MessagingContext, held: LedgerRow): Promise<void> {
  const back = await context.credits.voidHold(held, 'not_delivered');
  if (back) await context.publisher.durable(held.owner, creditsChanged, balanceAfter(back));
}

/**
 * The messages of holds that stand, for `closeSent`, and the other holds, for `closeHold`. After a while without workers
 * thousands are open, and nearly all of them are of messages that stand.
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

/** What of a hold names its message. */
export type SendOf = Pick<LedgerRow, '_id' | 'owner' | 'key' | 'hold'>;

/** What the message of a hold is found by, if it stands, and to whom it is. */
export function sendOf({ _id, owner, key, hold }: SendOf) {
  if (!hold) throw new Error(`ledger row ${_id} is not a hold`);
  const clientId = key.slice('hold:'.length);
  return { names: { owner: hold.conversation, key: messageKey(owner, clientId) }, profile: hold.profile };
}

/**
 * Ends holds whose messages stand, together: what follows stored messages, and last the debit. After a crash before it, or
 * where a photo can't be noted, an operator told or the question about the push put on its queue, which rejects, the hold
 * is still open, and the next pass of the sweep comes here again.
 */
export async function closeSent(context: MessagingContext, found: readonly VisibleRow[]): Promise<void> {
  // As the conversations go, so that devices hear the rows of each in order and the newest one is what lists show.
  const rows = found.toSorted(asTheyStand);
  const attempts = new Attempts();
  const bumps = new Map(rows.map((row) => [row.owner, bumpOf(row)]));
  await openInboxes(context.mongo, await ofPeopleWhoAreThere(context, bumps.values()));
  await bumpInboxes(context.mongo, bumps.values());
  const ofEach = [...Map.groupBy(rows, ({ owner }) => owner).values()];
  const noted = (await Promise.all(ofEach.map(noteInOrder))).flat();
  // Of the others nobody hears now, else they would at each pass.
  await publish(context, noted);
  await foundLate(context, noted);
  await settleDebits(context.mongo, noted.map(settlementOf), context.clock.now());
  // Who sweeps comes back for them: the mark stays.
  attempts.end();

  async function noteInOrder(ofOne: readonly VisibleRow[]): Promise<VisibleRow[]> {
    const done: VisibleRow[] = [];
    for (const row of ofOne) if (await attempts.make(() => note(context, row))) done.push(row);
    return done;
  }
}

/** What is noted of a message that stands, before anybody hears of it. */
async function note(context: MessagingContext, row: VisibleRow): Promise<void> {
  await notePhotoSent(context, row);
  if (!(await noteWaiting(context, row))) throw new Error("a message can't be noted for operators");
}

/** Without those of which one side was erased: they have no lists any more, and nothing is kept for them. */
async function ofPeopleWhoAreThere(context: MessagingContext, bumps: Iterable<Bump>): Promise<Bump[]> {
  const known = await Promise.all(
    [...bumps].map(async (bump) => {
      const both = await Promise.all(bump.members.map((member) => context.profiles.statusOf(member)));
      return both.includes(undefined) ? [] : [bump];
    }),
  );
  return known.flat();
}

const asTheyStand = (x: VisibleRow, y: VisibleRow) => (x._id < y._id ? -1 : 1);

const settlementOf = ({ sender, key }: VisibleRow) => settlementId(sender, key.slice(sender.length + 1));

/**
 * Tells both sides of stored messages once more, as they are now: what was taken back since they were found says
 * nothing any more. Their jobs were lost with their settlements, so it is asked about their pushes first: where that can't
 * be, nobody hears the same at each pass. Asked for twice, one pushes once.
 */
async function publish(context: MessagingContext, found: readonly VisibleRow[]): Promise<void> {
  const open = await Promise.all(
    // What a block ended meanwhile is not told any more.
    found.map(async (row) => ((await context.safety.isBlocked(row.sender, row.recipient)) ? [] : [row._id])),
  );
  const rows = (await readRows(context, open.flat())).filter(isVisible).sort(asTheyStand);
  if (!(await context.followUp.ask(rows))) throw new Error('no queue takes the question whether to push');
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
