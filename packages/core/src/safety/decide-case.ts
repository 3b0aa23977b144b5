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

/** What a decision did this time: given again after a crash, only what was left to do. */
export interface Followed {
  /** Messages others paid for and got their credits back for. */
  returned: number;
  /** Whether an account was closed: who was erased has none. */
  hasClosed: boolean;
}

export interface Decided extends Followed {
  row: CaseRow;
}

/** Outcomes that close the account of who was reported. */
export const CLOSING_OUTCOMES: ReadonlySet<string> = new Set<CaseOutcome>(['suspended', 'removed_as_fake']);
const SIDES: readonly CaseRole[] = ['reporter', 'reported'];

/**
 * Decides a case, once:
 *
 *   what follows is owed → the decision → what it does → both sides told → nothing owed any more
 *     ↓ crash anywhere: the sweep does the rest, and so does the same decision again
 *
 * A decision that the sweep looked for before it stood is not written but begun anew: whatever was owed for it is settled.
 *
 * Another decision is refused, and so is one that would tell of an end where there is none to come: of a profile without
 * an account, as the staff may have them (`VALIDATION_FAILED`).
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
  if (await endsNobody(context, open.reported, outcome)) return refuse('VALIDATION_FAILED');
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
  // What a complaint changed since is an act of its own, and not undone by the same decision again.
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
 * Whether an outcome that closes accounts would take nobody away from the site, which shows a profile that has none; of
 * who was erased nothing is left to take away.
 */
async function endsNobody(
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

/** Whether a case was decided so: other words or another rule are another decision, which both sides would not read. */
function isSame(
  current: NonNullable<CaseRow['decision']>,
  { outcome, rule, reasons }: Omit<Decision, 'operator'>,
): boolean {
  return current.outcome === outcome && current.rule === rule && current.reasons === reasons;
}

/** Of a case that the sweep has not looked at since it was read. */
const notLookedAtSince = ({ looks }: CaseRow) => ({ looks: looks ?? { $exists: false } });

/** Whether a complaint was answered by another view of the case than the decision’s. */
const isChanged = (row: CaseRow): boolean =>
  SIDES.some((side) => row.complaints[side]?.answer?.outcome === 'changed');

/** Closes a member’s account without a case, as an operator does who looked into it. Safe to repeat. */
export const suspend = (context: SafetyContext, member: string): Promise<Followed> =>
  decideWithoutCase(context, member, 'suspended');

/** Removes a member as fake without a case. Safe to repeat. */
export const removeAsFake = (context: SafetyContext, member: string): Promise<Followed> =>
  decideWithoutCase(context, member, 'removed_as_fake');

/** As `decideCase`, with nobody to tell: owed first, so that the sweep does what a crash cut off. */
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
 * Does what a decision that was owed leads to; nothing where its case was not decided so after all, and only tells of it
 * where an operator let the member in again since. Safe to repeat.
 */
export async function followDecision(
  context: SafetyContext,
  pending: { member: string; reason: string; case?: string | undefined; isForgiven?: true },
): Promise<void> {
  if (pending.case === undefined) {
    if (!pending.isForgiven) await carryOut(context, pending.member, pending.reason);
    return;
  }
  // From here on no decision is written that was on its way when this one was looked for: its debt is about to go.
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

/** What a decision of a case does, or an answer that changed it; nothing once an operator let the member in again after it. */
async function carryOutOnce(
  context: SafetyContext,
  { reported, restoredAt = 0 }: CaseRow,
  { outcome, at }: { outcome: CaseOutcome; at: number },
): Promise<Followed> {
  return restoredAt > at ? { returned: 0, hasClosed: false } : carryOut(context, reported, outcome);
}

/** An operator lets a member in again: what their cases say until now closes the account no more, however often it is said. */
export async function forgiveReported({ collections, clock }: SafetyContext, member: string): Promise<void> {
  await collections.cases.updateMany({ reported: member }, { $max: { restoredAt: clock.now() } });
}

/** What a decision does to the reported member. */
async function carryOut({ hooks }: SafetyContext, member: string, outcome: string): Promise<Followed> {
  const hasClosed = CLOSING_OUTCOMES.has(outcome) && (await hooks.accounts.suspend(member));
  // No delivery to a person, no charge.
  const returned =
    outcome === 'removed_as_fake' ? await hooks.conversations.returnAllTo(member, 'removed_as_fake') : 0;
  return { returned, hasClosed };
}

/**
 * Answers a complaint, once, and not by who decided: both sides are promised that somebody else looks at it. Where the
 * decision says something else from now on, it is done and told to both as `decideCase` does it; that an account is let in
 * again is an act of its own, which the same answer does not undo. It does what a crash cut off; another one is refused.
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
  if (await endsNobody(context, row.reported, decides)) return refuse('VALIDATION_FAILED');
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
  // Given again after an answer to the other side changed the case once more, it only tells.
  const change = changeOf(answered);
  if (decides && change?.side === side) await carryOutOnce(context, answered, change);
  await notifyOfAnswer(context, answered, side);
  await done();
  return ok(answered);
}

/** Writes an answer down; the case with it, or nothing where it is answered otherwise or this operator decided it. */
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
 * A fresh link to the case for one side, for a mail; the one before it stops working. Only its hash is kept. `NOT_FOUND`
 * where there is no case, or none that this side is told of: the link would open nothing.
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

/** A secret that opens the case for one side without a session, which somebody suspended has none of. */
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

/** Who complained hears of the answer, and the other side where it changed what is decided about both. */
async function notifyOfAnswer(context: SafetyContext, row: CaseRow, side: CaseRole): Promise<void> {
  await notifySide(context, row, side, 'answered');
  const other = side === 'reporter' ? 'reported' : 'reporter';
  if (row.complaints[side]?.answer?.decides && isNotified(row, other))
    await notifySide(context, row, other, 'changed');
}

/** One side hears of news in its case, live and by one mail, whose link opens the case. */
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
