import { eachAlone } from '@heartline/platform';
import type { MessagingContext } from './messaging-context.ts';
import { correctAllOf } from './operators/note-waiting.ts';
import {
  addPendingReturn,
  dueReturns,
  type PendingReturn,
  pendingOf,
  settlePending,
  whileTaken,
} from './pending-return.repository.ts';
import { returnReadOrNot, returnUndelivered } from './return-credits.ts';
import { finishUnsend } from './unsend-message.ts';

/** Time for the caller to finish a decision about a member before the sweep finishes it. */
const DECIDED_WAIT_MS = 30_000;

/**
 * Stores a pending task before a decision about a member. The caller finishes the decision and then calls the
 * returned function. After a crash the sweep finishes it (`safety.cases.follow`).
 */
export async function addPendingDecision(
  context: MessagingContext,
  { member, ...what }: { member: string; reason: string; case?: string | undefined },
): Promise<() => Promise<void>> {
  // One row per caller: a refused decision must not remove the row of an accepted one.
  const _id = `decided:${member}:${context.ids.uuid()}`;
  const row = await addPendingReturn(
    context,
    { _id, kind: 'decided', member, reason: what.reason, ...(what.case && { case: what.case }) },
    { delayMs: DECIDED_WAIT_MS, again: false },
  );
  return () => settlePending(context.mongo, row);
}

/**
 * Runs the due tasks that no other process has taken; returns the number of finished rows. Safe to run
 * concurrently.
 */
export async function sweepReturns(context: MessagingContext): Promise<number> {
  const { mongo, clock } = context;
  let done = 0;
  await eachAlone(await dueReturns(mongo, clock.now()), async (row) => {
    if (!(await whileTaken(context, row, () => carryOut(context, row)))) return;
    await settlePending(mongo, row);
    done += 1;
  });
  return done;
}

/**
 * Runs all pending tasks of a member who is about to be erased, due or not. It finds them through the
 * member's lists, which the erasure deletes.
 */
export async function returnBeforeErasure(context: MessagingContext, member: string): Promise<void> {
  await eachAlone(await pendingOf(context.mongo, member), async (row) => {
    await carryOut(context, row);
    await settlePending(context.mongo, row);
  });
}

async function carryOut(context: MessagingContext, row: PendingReturn): Promise<void> {
  const { kind, member, reason } = row;
  if (kind === 'unsend') await finishUnsend(context, row);
  if (kind === 'all' || kind === 'undelivered') {
    // A reactivated member gets the messages after all, and keeps those sent since.
    const status = await context.profiles.statusOf(member);
    if (status?.status === 'active') {
      // An operator let the member in again during the removal: cancel the later pass, which would pay back
      // newer messages.
      if (kind === 'all') await settlePending(context.mongo, { ...row, againAt: null });
      return;
    }
  }
  if (kind === 'all') await returnReadOrNot(context, member, reason);
  if (kind === 'undelivered') {
    // A message in progress at that time may have been queued for an operator, who cannot see it.
    await correctAllOf(context, member);
    await returnUndelivered(context, member, reason);
  }
  if (kind === 'decided') await context.safety.cases.follow(row);
  if (kind === 'blocked' && row.other) await context.safety.followBlock(member, row.other);
}
