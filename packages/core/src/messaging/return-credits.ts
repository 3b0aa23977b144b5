import { failpoint, under } from '@heartline/platform';
import { everyDocument } from '../read-in-batches.ts';
import { type ConversationRow, isVisible, messageKey } from './conversation.repository.ts';
import { INBOX, type InboxDoc } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { addPendingReturn } from './pending-return.repository.ts';
import { returnPaid } from './return-paid.ts';

/** Reason and delay of the returns after a member is gone. */
const GONE = {
  // Workers cache for a few seconds which members are active.
  deleted: { reason: 'recipient_deleted', delayMs: 4_000 },
  // A concurrent decision may be the better reason (removed as fake): the sweep waits for it.
  disabled: { reason: 'recipient_suspended', delayMs: 10_000 },
} as const;

type Gone = keyof typeof GONE;

/**
 * A member's account was deleted or closed. Senders get credits back for messages that never reached a device
 * of the member; delivered messages stay spent. This only stores the pending task, since there may be many;
 * the sweep runs it within seconds.
 */
export function recipientGone(context: MessagingContext, member: string, status: Gone): Promise<void> {
  return addPendingUndelivered(context, { name: `undelivered:${member}`, member, status, again: true });
}

/**
 * Messages found late, because their gateway died. The returns to a gone recipient may have run before these
 * messages were in the lists. Store a second task under another name, so that it postpones no other.
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
 * Returns all credits ever paid for messages to this member, and the number of messages. After a crash the
 * pending task stays and the sweep continues.
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
 * An operator returns the credits of one message, once. Without a stored message only the sweep may close the
 * hold: a settlement here would debit without a message. False if there is nothing to return.
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

/**
 * Returns the credits of messages to this member above a mark, once each, and frees the conversation places.
 */
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

/** The same for messages that reached no device of the member. */
export function returnUndelivered(
  context: MessagingContext,
  member: string,
  reason: string,
): Promise<number> {
  return returnTo(context, member, reason, ({ readSeq, receivedSeq }) => Math.max(readSeq, receivedSeq));
}

/**
 * The same for all messages, read or not. An erased member has no lists any more, so it scans those of all
 * others in batches. That is slow but rare: a decision about a member who left two weeks ago; an index would
 * cost every message.
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

/** One conversation of a gone member: returns its credits, then frees its place, which no longer counts. */
async function returnGone(
  context: MessagingContext,
  side: Pick<InboxDoc, 'member' | 'profile' | 'conversation'>,
  { above, reason }: { above: number; reason: string },
): Promise<number> {
  const { returned, missed } = await returnPaid(context, side, { above }, reason);
  await context.credits.freePlace(side.profile, { conversation: side.conversation, reason, missed });
  return returned;
}
