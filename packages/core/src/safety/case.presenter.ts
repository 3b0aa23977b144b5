import type { CaseRole, CaseSummary, CaseView } from '@heartline/contracts';
import { complaintUntil } from '@heartline/domain';
import type { CaseRow } from './safety.model.ts';

/** Which side of a case a member is; nothing when neither, or when the reported side is not told of it. */
export function roleIn(row: CaseRow, member: string): CaseRole | undefined {
  if (row.reporter === member) return 'reporter';
  return row.reported === member && isTold(row, 'reported') ? 'reported' : undefined;
}

/** The reported side hears of a case once it was decided against them; the reporter at once. */
export function isTold(row: CaseRow, role: CaseRole): boolean {
  return role === 'reporter' || (row.decision !== null && row.decision.outcome !== 'no_action');
}

/** A case as a list shows it. */
export function presentSummary(row: CaseRow, role: CaseRole): CaseSummary {
  return {
    id: row._id,
    role,
    subject: row.subject.kind,
    reason: row.reason,
    name: row.snapshot.person.name,
    fictional: row.snapshot.person.fictional,
    state: row.decision ? 'decided' : 'open',
    openedAt: row.openedAt,
    decidedAt: row.decision?.at ?? null,
  };
}

/** A case for one of its sides. Only what is named here leaves: neither the reporter's name nor an operator's. */
export function presentCase(row: CaseRow, role: CaseRole): CaseView {
  const { message, person } = row.snapshot;
  const complaint = row.complaints[role];
  return {
    ...presentSummary(row, role),
    facts: {
      words: message ? message.text : person.about,
      at: message?.at ?? null,
      note: role === 'reporter' && row.note !== '' ? row.note : null,
    },
    decision: row.decision && {
      outcome: row.decision.outcome,
      rule: row.decision.rule,
      reasons: row.decision.reasons,
      by: 'person',
      at: row.decision.at,
      complaintUntil: complaintUntil(row.decision.at),
    },
    complaint: complaint && {
      words: complaint.words,
      at: complaint.at,
      answer: complaint.answer && {
        outcome: complaint.answer.outcome,
        reasons: complaint.answer.reasons,
        at: complaint.answer.at,
      },
    },
  };
}
