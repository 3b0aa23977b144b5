import { eachAlone, failpoint, under } from '@heartline/platform';
import { INBOX, type InboxDoc } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { dueReturns, type OwedReturn, owe, settleOwed } from './owed-return.repository.ts';
import { returnPaid } from './return-paid.ts';
import { finishUnsend } from './unsend-message.ts';

/** Workers remember for a few seconds who is active. */
const DELETED_WAIT_MS = 4_000;
/** A decision of the same moment may be the better reason (removed as fake): the sweep waits for it. */
const SUSPENDED_WAIT_MS = 10_000;

/**
 * A member is gone: their account was deleted, or closed by an operator. Whoever wrote to them without reaching a device
 * of theirs is owed the price back; what was delivered a moment before stays spent. Only written down here, since
 * there may be many; the sweep carries it out within seconds.
 */
export async function recipientGone(
  context: MessagingContext,
  member: string,
  status: 'deleted' | 'disabled',
): Promise<void> {
  const reason = status === 'deleted' ? 'recipient_deleted' : 'recipient_suspended';
  const delayMs = status === 'deleted' ? DELETED_WAIT_MS : SUSPENDED_WAIT_MS;
  await owe(
    context,
    { _id: `undelivered:${member}`, kind: 'undelivered', member, reason },
    { delayMs, again: true },
  );
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
  await owe(context, { _id: `all:${member}`, kind: 'all', member, reason }, { delayMs: 30_000, again: true });
  failpoint('return-all:after-owed');
  return returnTo(context, member, reason, () => 0);
}

/** Carries out what is owed by now; answers how many rows were done. Safe to run twice at once. */
export async function sweepReturns(context: MessagingContext): Promise<number> {
  const due = await dueReturns(context.mongo, context.clock.now());
  await eachAlone(due, async (row) => {
    await carryOut(context, row);
    await settleOwed(context.mongo, row);
  });
  return due.length;
}

async function carryOut(context: MessagingContext, row: OwedReturn): Promise<void> {
  const { kind, member, reason } = row;
  if (kind === 'unsend') await finishUnsend(context, row);
  if (kind === 'all') await returnTo(context, member, reason, () => 0);
  if (kind === 'undelivered') {
    // Who came back meanwhile gets the messages after all.
    const standing = await context.profiles.standingOf(member);
    if (standing?.status === 'active') return;
    await returnTo(context, member, reason, ({ readSeq, receivedSeq }) => Math.max(readSeq, receivedSeq));
  }
  if (kind === 'blocked' && row.other) await context.safety.followBlock(member, row.other);
}

/** Gives back what others paid for the messages to this member that stand above a mark, once each. */
async function returnTo(
  context: MessagingContext,
  member: string,
  reason: string,
  above: (side: InboxDoc) => number,
): Promise<number> {
  let returned = 0;
  const sides = context.mongo.connection.collection<InboxDoc>(INBOX).find({ _id: under(member) });
  for await (const side of sides) returned += await returnPaid(context, side, above(side), reason);
  return returned;
}
