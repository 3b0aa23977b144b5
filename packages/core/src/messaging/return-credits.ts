import { failpoint, under } from '@heartline/platform';
import { everyDocument } from '../read-in-batches.ts';
import { type ConversationRow, isVisible, messageKey } from './conversation.repository.ts';
import { INBOX, type InboxDoc } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { addPendingReturn } from './pending-return.repository.ts';
import { returnPaid } from './return-paid.ts';

/** What is owed once somebody is gone, and how soon. */
const GONE = {
  // Workers remember for a few seconds who is active.
  deleted: { reason: 'recipient_deleted', delayMs: 4_000 },
  // A decision of the same moment may be the better reason (removed as fake): the sweep waits for it.
  disabled: { reason: 'recipient_suspended', delayMs: 10_000 },
} as const;

type Gone = keyof typeof GONE;

/**
 * A member is gone: their account was deleted, or closed by an operator. Whoever wrote to them without reaching a device
 * of theirs is owed the price back; what was delivered a moment before stays spent. Only written down here, since
 * there may be many; the sweep carries it out within seconds.
 */
export function recipientGone(context: MessagingContext, member: string, status: Gone): Promise<void> {
  return addPendingUndelivered(context, { name: `undelivered:${member}`, member, status, again: true });
}

/**
 * Messages that nobody saw to until now, as their gateway died. To those who are gone they may be found after all that was
 * owed has come back, which looks through lists: they are owed once more, under a name that puts nothing else off.
 */
export async function foundLate(
  context: MessagingContext,
  rows: readonly Pick<ConversationRow, 'recipient'>[],
): Promise<void> {
  const members = new Set(rows.map(({ recipient }) => recipient));
  await Promise.all(
    [...members].map(async (member) => {
      const status = (await context.profiles.statusOf(member))?.status;
      if (status !== 'deleted' && status !== 'disabled') return;
      await addPendingUndelivered(context, {
        name: `undelivered:${member}:late`,
        member,
        status,
        again: false,
      });
    }),
  );
}

async function addPendingUndelivered(
  context: MessagingContext,
  { name, member, status, again }: { name: string; member: string; status: Gone; again: boolean },
): Promise<void> {
  const { reason, delayMs } = GONE[status];
  await addPendingReturn(context, { _id: name, kind: 'undelivered', member, reason }, { delayMs, again });
}

/**
 * Gives everybody back what they ever paid for messages to this member; answers how many messages. A crash on the way
 * leaves it owed, and the sweep goes on.
 */
export async function returnAllTo(
  context: MessagingContext,
  member: string,
  reason: string,
): Promise<number> {
  await addPendingReturn(
    context,
    { _id: `all:${member}`, kind: 'all', member, reason },
    { delayMs: 30_000, again: true },
  );
  failpoint('return-all:after-owed');
  return returnReadOrNot(context, member, reason);
}

/**
 * An operator gives back what one message cost, once. A message that does not stand costs nothing for long: its hold is
 * the sweep's, and a settlement here would be a debit without a message. False when there is nothing to give back.
 */
export async function giveBack(
  context: MessagingContext,
  member: string,
  clientId: string,
  reason: string,
): Promise<boolean> {
  const held = await context.credits.findHold(member, clientId);
  if (!held?.hold) return false;
  const row = await context.conversations.find(held.hold.conversation, messageKey(member, clientId));
  return row !== undefined && isVisible(row) && context.credits.returnDebit(member, clientId, reason);
}

/** Gives back what others paid for the messages to this member that stand above a mark, once each, and the places. */
async function returnTo(
  context: MessagingContext,
  member: string,
  reason: string,
  above: (side: InboxDoc) => number,
): Promise<number> {
  let returned = 0;
  const sides = context.mongo.connection.collection<InboxDoc>(INBOX).find({ _id: under(member) });
  for await (const side of sides) returned += await returnGone(context, side, { above: above(side), reason });
  return returned;
}

/** The same of the messages that reached no device of theirs. */
export function returnUndelivered(
  context: MessagingContext,
  member: string,
  reason: string,
): Promise<number> {
  return returnTo(context, member, reason, ({ readSeq, receivedSeq }) => Math.max(readSeq, receivedSeq));
}

/**
 * The same of all of them, read or not. Who was erased has no lists any more; those of the others still name them. They
 * are looked through whole, batch by batch, which is slow, and as rare as a decision about somebody who left two weeks ago:
 * an index for it would cost every message.
 */
export async function returnReadOrNot(
  context: MessagingContext,
  member: string,
  reason: string,
): Promise<number> {
  const returned = await returnTo(context, member, reason, () => 0);
  if (await context.profiles.profileOf(member)) return returned;
  let more = 0;
  for await (const sides of everyDocument<InboxDoc>(context, INBOX, ['member', 'profile', 'conversation'])) {
    for (const { member: profile, ...side } of sides) {
      if (side.profile !== member) continue;
      more += await returnGone(context, { ...side, member, profile }, { above: 0, reason });
    }
  }
  return returned + more;
}

/** Of one conversation of somebody who is gone: what came back of it, then its place, which counts nothing any more. */
async function returnGone(
  context: MessagingContext,
  side: Pick<InboxDoc, 'member' | 'profile' | 'conversation'>,
  { above, reason }: { above: number; reason: string },
): Promise<number> {
  const { returned, missed } = await returnPaid(context, side, { above }, reason);
  await context.credits.freePlace(side.profile, { conversation: side.conversation, reason, missed });
  return returned;
}
