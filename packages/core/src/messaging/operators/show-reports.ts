import type { getOperatorReports, OperatorReport, OutputOf } from '@heartline/contracts';
import { type CaseRow, outcomeNow } from '../../safety/index.ts';
import type { InboxOperator, OperatorInboxContext } from './operator-inbox-context.ts';

/**
 * Cases of the operator's site with a fictional profile on one side, newest first. Of a reported profile they
 * show neither the reporter, who may still be writing with it, nor the words written to them.
 */
export async function showReports(
  context: OperatorInboxContext,
  { operator, site }: InboxOperator,
): Promise<OutputOf<typeof getOperatorReports>> {
  // Read before the rows: a case opened in between stays unread.
  const serverAt = context.clock.now();
  const [rows, readAt] = await Promise.all([
    context.safety.cases.ofOperators(site),
    readAtOf(context, operator),
  ]);
  return { reports: rows.map((row) => reportOf(row, readAt)), serverAt };
}

/** Number of cases that are new to the operator, or decided since they looked. */
export async function countUnreadReports(
  context: OperatorInboxContext,
  { operator, site }: InboxOperator,
): Promise<number> {
  const [rows, readAt] = await Promise.all([
    context.safety.cases.ofOperators(site),
    readAtOf(context, operator),
  ]);
  return rows.filter((row) => movedAt(row) > readAt).length;
}

/** Marks the reports up to a time as read. The mark only grows, and never past now. */
export async function readReports(
  { collections, clock }: OperatorInboxContext,
  { operator }: InboxOperator,
  upTo: number,
): Promise<void> {
  const reportsReadAt = Math.min(upTo, clock.now());
  await collections.marks.updateOne({ _id: operator }, { $max: { reportsReadAt } }, { upsert: true });
}

async function readAtOf({ collections }: OperatorInboxContext, operator: string): Promise<number> {
  return (await collections.marks.findOne({ _id: operator }))?.reportsReadAt ?? 0;
}

/** When something last happened to a case that operators see. */
function movedAt({ openedAt, decision, complaints }: CaseRow): number {
  const answers = [complaints.reporter, complaints.reported].map((one) => one?.answer?.at ?? 0);
  return Math.max(openedAt, decision?.at ?? 0, ...answers);
}

function reportOf(row: CaseRow, readAt: number): OperatorReport {
  const { person, message } = row.snapshot;
  const direction = person.fictional ? 'about_us' : 'by_us';
  // The words of the profile were written to the reporter, and would name them.
  const shown = direction === 'by_us' && message && !message.takenBack ? message.text : null;
  return {
    id: row._id,
    direction,
    name: person.name,
    subject: row.subject.kind,
    reason: row.reason,
    words: shown,
    openedAt: row.openedAt,
    decidedAt: row.decision?.at ?? null,
    outcome: outcomeNow(row),
    unread: movedAt(row) > readAt,
  };
}
