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

/** How long who decides about a member has to do what follows, before the sweep does it too. */
const DECIDED_WAIT_MS = 30_000;

/**
 * Writes down, before a decision about a member, that all that follows from it is to be done. Who does it says so by
 * calling the answer; what a crash cut off the sweep does (`safety.cases.follow`).
 */
export async function addPendingDecision(
  context: MessagingContext,
  { member, ...what }: { member: string; reason: string; case?: string | undefined },
): Promise<() => Promise<void>> {
  // A row for each who decides: who is refused takes nothing from who was first.
  const _id = `decided:${member}:${context.ids.uuid()}`;
  const row = await addPendingReturn(
    context,
    { _id, kind: 'decided', member, reason: what.reason, ...(what.case && { case: what.case }) },
    { delayMs: DECIDED_WAIT_MS, again: false },
  );
  return () => settlePending(context.mongo, row);
}

/** Carries out what is owed by now and nobody else is at; answers how many rows were done. Safe to run twice at once. */
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
 * Carries out all that is owed because of a member who is about to be erased, due or not: it is found by their lists,
 * which go with them.
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
    // Who came back meanwhile gets the messages after all, and what is written to them since is theirs.
    const status = await context.profiles.statusOf(member);
    if (status?.status === 'active') {
      // Let in while they were being removed: nothing is owed as to a fake any more, also once they leave by themselves.
      if (kind === 'all') await settlePending(context.mongo, { ...row, againAt: null });
      return;
    }
  }
  if (kind === 'all') await returnReadOrNot(context, member, reason);
  if (kind === 'undelivered') {
    // A message that was under way when they went may have been noted since for an operator, who can't see it.
    await correctAllOf(context, member);
    await returnUndelivered(context, member, reason);
  }
  if (kind === 'decided') await context.safety.cases.follow(row);
  if (kind === 'blocked' && row.other) await context.safety.followBlock(member, row.other);
}
