import { isDeepStrictEqual } from 'node:util';
import {
  type CaseOutcome,
  type CaseRole,
  caseChanged,
  ok,
  type ReportReason,
  type Result,
  refuse,
} from '@heartline/contracts';
import { failpoint, hashSecret } from '@heartline/platform';
import { changeOf, isNotified } from './case.presenter.ts';
import type { Answer, CaseRow } from './safety.model.ts';
import type { SafetyContext } from './safety-context.ts';

export interface Decision {
  outcome: CaseOutcome;
  rule?: ReportReason | undefined;
  reasons: string;
  operator: string;
}

/** Effects of this call; after a crash a repeat reports only the remaining ones. */
export interface Followed {
  /** Messages of others whose credits were returned. */
  returned: number;
  /** True if an account was closed; an erased member has none. */
  hasClosed: boolean;
}

export interface Decided extends Followed {
  row: CaseRow;
}

/** Outcomes that close the account of the reported member. */
export const CLOSING_OUTCOMES: ReadonlySet<string> = new Set<CaseOutcome>(['suspended', 'removed_as_fake']);
const SIDES: readonly CaseRole[] = ['reporter', 'reported'];

/**
 * Decides a case, once.
 *
 * 1. Store the pending task.
 * 2. Write the decision.
 * 3. Carry it out.
 * 4. Notify both sides.
 * 5. Remove the task.
 *
 * - After a crash the sweep, or the same decision again, does the remaining steps.
 * - If the sweep looked for the decision before it was written, the call starts again, because its task is
 *   already settled.
 * - A different decision is refused.
 * - So is a closing one for a profile without an account, such as one of the staff, because nothing would end
 *   (`VALIDATION_FAILED`).
 */
export async function decideCase(
  context: SafetyContext,
  id: string,
  decision: Decision,
): Promise<Result<Decided>> {
  const { cases } = context.collections;
  const open = await cases.findOne({ _id: id });
  if (!open) return refuse('NOT_FOUND');
  const { outcome, reasons, operator } = decision;
  if (await hasNothingToClose(context, open.reported, outcome)) return refuse('VALIDATION_FAILED');
  const rule = decision.rule ?? open.reason;
  const done = await context.hooks.conversations.addPendingDecision({
    member: open.reported,
    reason: outcome,
    case: id,
  });
  await cases.updateOne(
    { _id: id, decision: null, ...notLookedAtSince(open) },
    { $set: { decision: { outcome, rule, reasons, operator, at: context.clock.now() } } },
  );
  const row = await cases.findOne({ _id: id });
  if (row && !row.decision) {
    await done();
    return decideCase(context, id, decision);
  }
  // An answer to a complaint is an act of its own: repeating the decision must not undo it.
  if (!row?.decision || isChanged(row) || !isSame(row.decision, { outcome, rule, reasons })) {
    await done();
    return refuse('KEY_REUSED');
  }
  failpoint('decide:after-decision');
  const followed = await carryOutOnce(context, row, row.decision);
  await notify(context, row);
  await done();
  return ok({ row, ...followed });
}

/**
 * True if a closing outcome would close nothing while the profile is still shown, because it has no account.
 * False for an erased member: nothing is left to close.
 */
async function hasNothingToClose(
  { hooks }: SafetyContext,
  member: string,
  outcome: CaseOutcome | undefined,
): Promise<boolean> {
  if (!outcome || !CLOSING_OUTCOMES.has(outcome)) return false;
  const [account, profile] = await Promise.all([
    hooks.accounts.accountOf(member),
    hooks.people.profileOf(member),
  ]);
  return !account && profile !== undefined;
}

/**
 * True if a case has this decision. Other text or another rule is a different decision, which the sides would
 * not see.
 */
function isSame(
  current: NonNullable<CaseRow['decision']>,
  { outcome, rule, reasons }: Omit<Decision, 'operator'>,
): boolean {
  return current.outcome === outcome && current.rule === rule && current.reasons === reasons;
}

/** Matches a case only if the sweep has not looked at it since it was read. */
const notLookedAtSince = ({ looks }: CaseRow) => ({ looks: looks ?? { $exists: false } });

/** True if an answer to a complaint changed the decision. */
const isChanged = (row: CaseRow): boolean =>
  SIDES.some((side) => row.complaints[side]?.answer?.outcome === 'changed');

/** Closes a member's account without a case, on an operator's own finding. Safe to repeat. */
export const suspend = (context: SafetyContext, member: string): Promise<Followed> =>
  decideWithoutCase(context, member, 'suspended');

/** Removes a member as fake without a case. Safe to repeat. */
export const removeAsFake = (context: SafetyContext, member: string): Promise<Followed> =>
  decideWithoutCase(context, member, 'removed_as_fake');

/**
 * Like `decideCase`, without sides to notify. The pending task comes first, so that the sweep finishes it
 * after a crash.
 */
async function decideWithoutCase(
  context: SafetyContext,
  member: string,
  reason: CaseOutcome,
): Promise<Followed> {
  const done = await context.hooks.conversations.addPendingDecision({ member, reason });
  const followed = await carryOut(context, member, reason);
  await done();
  return followed;
}

/**
 * Carries out a pending decision. Does nothing if its case was not decided that way, and only notifies if an
 * operator let the member in again since. Safe to repeat.
 */
export async function followDecision(
  context: SafetyContext,
  pending: { member: string; reason: string; case?: string | undefined; isForgiven?: true },
): Promise<void> {
  if (pending.case === undefined) {
    if (!pending.isForgiven) await carryOut(context, pending.member, pending.reason);
    return;
  }
  // From here on a decision in progress can no longer be written: its pending task is about to be removed.
  const row = await context.collections.cases.findOneAndUpdate(
    { _id: pending.case },
    { $inc: { looks: 1 } },
    { returnDocument: 'after' },
  );
  if (!row?.decision) return;
  const change = changeOf(row);
  const current = isChanged(row) ? change : row.decision;
  if (current?.outcome !== pending.reason) return;
  if (!pending.isForgiven) await carryOutOnce(context, row, current);
  await (change ? notifyOfAnswer(context, row, change.side) : notify(context, row));
}

/** Carries out a decision, or a changed one; does nothing if an operator let the member in again after it. */
async function carryOutOnce(
  context: SafetyContext,
  { reported, restoredAt = 0 }: CaseRow,
  { outcome, at }: { outcome: CaseOutcome; at: number },
): Promise<Followed> {
  return restoredAt > at ? { returned: 0, hasClosed: false } : carryOut(context, reported, outcome);
}

/**
 * An operator lets a member in again: earlier decisions of their cases no longer close the account, however
 * often they are repeated.
 */
export async function forgiveReported({ collections, clock }: SafetyContext, member: string): Promise<void> {
  await collections.cases.updateMany({ reported: member }, { $max: { restoredAt: clock.now() } });
}

/** The effects of a decision on the reported member. */
async function carryOut({ hooks }: SafetyContext, member: string, outcome: string): Promise<Followed> {
  const hasClosed = CLOSING_OUTCOMES.has(outcome) && (await hooks.accounts.suspend(member));
  // No delivery to a person, no charge.
  const returned =
    outcome === 'removed_as_fake' ? await hooks.conversations.returnAllTo(member, 'removed_as_fake') : 0;
  return { returned, hasClosed };
}

/**
 * Answers a complaint, once, by another operator than the one who decided: both sides are promised that.
 *
 * - A changed decision is carried out and both sides are notified, as in `decideCase`.
 * - Reopening an account is an act of its own, which repeating the same answer does not undo.
 * - Repeating the same answer finishes what a crash interrupted; a different one is refused.
 */
export async function answerComplaint(
  context: SafetyContext,
  id: string,
  side: CaseRole,
  answer: Omit<Answer, 'at'>,
): Promise<Result<CaseRow>> {
  const row = await context.collections.cases.findOne({ _id: id });
  if (!row?.complaints[side]) return refuse('NOT_FOUND');
  const { decides } = answer;
  if (await hasNothingToClose(context, row.reported, decides)) return refuse('VALIDATION_FAILED');
  const done = decides
    ? await context.hooks.conversations.addPendingDecision({
        member: row.reported,
        reason: decides,
        case: id,
      })
    : async () => undefined;
  const answered = await keepAnswer(context, row, side, answer);
  if (!answered) {
    await done();
    const now = await context.collections.cases.findOne({ _id: id });
    if (now && now.looks !== row.looks) return answerComplaint(context, id, side, answer);
    return refuse('COMPLAINT_CLOSED');
  }
  // A repeat after an answer to the other side changed the case again: only notify.
  const change = changeOf(answered);
  if (decides && change?.side === side) await carryOutOnce(context, answered, change);
  await notifyOfAnswer(context, answered, side);
  await done();
  return ok(answered);
}

/**
 * Writes an answer and returns the case. Undefined if it has a different answer or this operator decided it.
 */
async function keepAnswer(
  context: SafetyContext,
  row: CaseRow,
  side: CaseRole,
  answer: Omit<Answer, 'at'>,
): Promise<CaseRow | undefined> {
  const { cases } = context.collections;
  const field = `complaints.${side}.answer`;
  const change = changeOf(row);
  if (change?.side === side || change?.operator !== answer.operator) {
    await cases.updateOne(
      {
        _id: row._id,
        [field]: null,
        'decision.operator': { $ne: answer.operator },
        ...notLookedAtSince(row),
      },
      { $set: { [field]: { ...answer, at: context.clock.now() } } },
    );
  }
  const after = await cases.findOne({ _id: row._id });
  const current = after?.complaints[side]?.answer;
  if (!after || !current) return undefined;
  return isDeepStrictEqual(current, { ...answer, at: current.at }) ? after : undefined;
}

/**
 * Creates a new link to the case for the mail to one side; the earlier link stops working. Only its hash is
 * stored. `NOT_FOUND` if there is no case, or this side is not notified of it: the link would open nothing.
 */
export async function linkToCase(
  context: SafetyContext,
  id: string,
  side: CaseRole,
): Promise<Result<string>> {
  const row = await context.collections.cases.findOne({ _id: id });
  const key = row && isNotified(row, side) && (await makeKey(context, id, side));
  return key ? ok(`${context.config.publicOrigin}/cases/${id}#${key}`) : refuse('NOT_FOUND');
}

/** A secret that opens the case for one side without a session, because a suspended member has none. */
async function makeKey(context: SafetyContext, id: string, side: CaseRole): Promise<string | undefined> {
  const key = context.ids.secret();
  const made = await context.collections.cases.updateOne(
    { _id: id },
    { $set: { [`links.${side}`]: hashSecret(key) } },
  );
  return made.matchedCount === 0 ? undefined : key;
}

async function notify(context: SafetyContext, row: CaseRow): Promise<void> {
  for (const side of SIDES) {
    if (isNotified(row, side)) await notifySide(context, row, side, 'decided');
  }
}

/** Notifies the complaining side of the answer, and the other side if it changed the decision. */
async function notifyOfAnswer(context: SafetyContext, row: CaseRow, side: CaseRole): Promise<void> {
  await notifySide(context, row, side, 'answered');
  const other = side === 'reporter' ? 'reported' : 'reporter';
  if (row.complaints[side]?.answer?.decides && isNotified(row, other))
    await notifySide(context, row, other, 'changed');
}

/** Notifies one side of news in its case, by a live event and one mail with a link to the case. */
async function notifySide(
  context: SafetyContext,
  row: CaseRow,
  side: CaseRole,
  news: 'decided' | 'answered' | 'changed',
): Promise<void> {
  const member = side === 'reporter' ? row.reporter : row.reported;
  await context.publisher.durable(member, caseChanged, { case: row._id });
  const id = `case-${row._id}-${side}-${news}`;
  if (await context.hooks.accounts.wasMailed(id)) return;
  const key = await makeKey(context, row._id, side);
  await context.hooks.accounts.mail(member, { id, template: 'case-news', secret: `${row._id}.${key}` });
}
