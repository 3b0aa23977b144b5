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
import { isTold } from './case.presenter.ts';
import type { CaseRow } from './safety.model.ts';
import type { SafetyContext } from './safety-context.ts';

export interface Decision {
  outcome: CaseOutcome;
  rule?: ReportReason | undefined;
  reasons: string;
  operator: string;
}

export interface Decided {
  row: CaseRow;
  /** Messages others paid for and got their credits back for. */
  returned: number;
  /** Whether an account was closed: a fictional profile has none, nor has who was erased. */
  hasClosed: boolean;
}

/** Outcomes that close the account of who was reported. */
export const CLOSING_OUTCOMES: ReadonlySet<CaseOutcome> = new Set<CaseOutcome>([
  'suspended',
  'removed_as_fake',
]);
const SIDES: readonly CaseRole[] = ['reporter', 'reported'];

/**
 * Decides a case, once:
 *
 *   what follows is owed → the decision → what it does → both sides told → nothing owed any more
 *     ↓ crash anywhere: the sweep does the rest, and so does the same decision again
 *
 * Another decision is refused.
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
  const rule = decision.rule ?? open.reason;
  const done = await context.hooks.conversations.oweDeciding({
    member: open.reported,
    reason: outcome,
    case: id,
  });
  await cases.updateOne(
    { _id: id, decision: null },
    { $set: { decision: { outcome, rule, reasons, operator, at: context.clock.now() } } },
  );
  const row = await cases.findOne({ _id: id });
  // What a complaint changed since is an act of its own, and not undone by the same decision again.
  if (!row || isChanged(row) || !isSame(row.decision, { outcome, rule, reasons })) {
    await done();
    return refuse('KEY_REUSED');
  }
  failpoint('decide:after-decision');
  const followed = await carryOut(context, row.reported, outcome);
  await tell(context, row);
  await done();
  return ok({ row, ...followed });
}

/** Whether a case was decided so: other words or another rule are another decision, which both sides would not read. */
function isSame(
  standing: CaseRow['decision'],
  { outcome, rule, reasons }: Omit<Decision, 'operator'>,
): boolean {
  return standing?.outcome === outcome && standing.rule === rule && standing.reasons === reasons;
}

/** Whether a complaint was answered by another view of the case than the decision’s. */
const isChanged = (row: CaseRow): boolean =>
  SIDES.some((side) => row.complaints[side]?.answer?.outcome === 'changed');

/** Removes a member as fake without a case; answers how many messages others got their credits back for. */
export async function removeAsFake(context: SafetyContext, member: string): Promise<number> {
  const done = await context.hooks.conversations.oweDeciding({ member, reason: 'removed_as_fake' });
  const { returned } = await carryOut(context, member, 'removed_as_fake');
  await done();
  return returned;
}

/**
 * Does what a decision that was owed leads to; nothing where its case was not decided after all, and only tells of it where
 * an operator let the member in again since. Safe to repeat.
 */
export async function followDecision(
  context: SafetyContext,
  owed: { member: string; case?: string | undefined; isForgiven?: true },
): Promise<void> {
  if (owed.case === undefined) {
    if (!owed.isForgiven) await carryOut(context, owed.member, 'removed_as_fake');
    return;
  }
  const row = await context.collections.cases.findOne({ _id: owed.case });
  if (!row?.decision || isChanged(row)) return;
  if (!owed.isForgiven) await carryOut(context, row.reported, row.decision.outcome);
  await tell(context, row);
}

/** What a decision does to the reported member. */
async function carryOut(
  { hooks }: SafetyContext,
  member: string,
  outcome: CaseOutcome,
): Promise<Omit<Decided, 'row'>> {
  const hasClosed = CLOSING_OUTCOMES.has(outcome) && (await hooks.accounts.suspend(member));
  // No delivery to a person, no charge.
  const returned =
    outcome === 'removed_as_fake' ? await hooks.conversations.returnAllTo(member, 'removed_as_fake') : 0;
  return { returned, hasClosed };
}

/**
 * Answers a complaint, once, and not by who decided: both sides are promised that somebody else looks at it. The same
 * answer again tells of it where a crash cut that off; another one is refused. What a changed decision means for the
 * account is an act of its own.
 */
export async function answerComplaint(
  context: SafetyContext,
  id: string,
  side: CaseRole,
  answer: { outcome: 'upheld' | 'changed'; reasons: string; operator: string },
): Promise<Result<CaseRow>> {
  const { cases } = context.collections;
  const row = await cases.findOne({ _id: id });
  if (!row?.complaints[side]) return refuse('NOT_FOUND');
  const field = `complaints.${side}.answer`;
  const answered = await cases.updateOne(
    { _id: id, [field]: null, 'decision.operator': { $ne: answer.operator } },
    { $set: { [field]: { ...answer, at: context.clock.now() } } },
  );
  if (answered.modifiedCount === 0) {
    const standing = (await cases.findOne({ _id: id }))?.complaints[side]?.answer;
    const { outcome, reasons, operator } = answer;
    const isSameAnswer =
      standing?.outcome === outcome && standing.reasons === reasons && standing.operator === operator;
    if (!isSameAnswer) return refuse('COMPLAINT_CLOSED');
  }
  await tellSide(context, row, side, 'answered');
  return ok(row);
}

/** A fresh link to the case for one side, for a mail; the one before it stops working. Only its hash is kept. */
export async function linkToCase(
  context: SafetyContext,
  id: string,
  side: CaseRole,
): Promise<Result<string>> {
  const key = await makeKey(context, id, side);
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

async function tell(context: SafetyContext, row: CaseRow): Promise<void> {
  for (const side of SIDES) {
    if (isTold(row, side)) await tellSide(context, row, side, 'decided');
  }
}

/** One side hears of news in its case, live and by one mail, whose link opens the case. */
async function tellSide(
  context: SafetyContext,
  row: CaseRow,
  side: CaseRole,
  news: 'decided' | 'answered',
): Promise<void> {
  const member = side === 'reporter' ? row.reporter : row.reported;
  await context.publisher.durable(member, caseChanged, { case: row._id });
  const id = `case-${row._id}-${side}-${news}`;
  if (await context.hooks.accounts.wasMailed(id)) return;
  const key = await makeKey(context, row._id, side);
  await context.hooks.accounts.mail(member, { id, template: 'case-news', secret: `${row._id}.${key}` });
}
