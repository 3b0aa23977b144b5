import type { CaseOutcome, CaseRole, CaseSummary, CaseView } from '@heartline/contracts';
import { complaintUntil } from '@heartline/domain';
import type { CaseRow } from './safety.model.ts';

/** The side of a case a member is on; undefined if neither, or if the reported side is not notified of it. */
export function roleIn(row: CaseRow, member: string): CaseRole | undefined {
  if (row.reporter === member) return 'reporter';
  return row.reported === member && isNotified(row, 'reported') ? 'reported' : undefined;
}

/**
 * The reporter sees a case at once. The reported side sees it once it was decided against them, at first or
 * after a complaint.
 */
export function isNotified(row: CaseRow, role: CaseRole): boolean {
  if (role === 'reporter') return true;
  return [row.decision?.outcome, changeOf(row)?.outcome].some(
    (outcome) => outcome && outcome !== 'no_action',
  );
}

/** The last change of the decision by an answer to a complaint, and the side that complained. */
export function changeOf({ complaints }: CaseRow) {
  const changes = (['reporter', 'reported'] as const).flatMap((side) => {
    const answer = complaints[side]?.answer;
    return answer?.decides ? [{ ...answer, side, outcome: answer.decides }] : [];
  });
  return changes.sort((a, b) => b.at - a.at)[0];
}

/** The current outcome: that of the latest answer to a complaint, or else the decision; null while open. */
export function outcomeNow(row: CaseRow): CaseOutcome | null {
  return changeOf(row)?.outcome ?? row.decision?.outcome ?? null;
}

/** A case in its list form. */
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

/**
 * A case for one of its sides, without the names of the reporter and of operators. The reporter also does not
 * get text that the site did not show them at the time.
 */
export function presentCase(row: CaseRow, role: CaseRole): CaseView {
  const complaint = row.complaints[role];
  const change = changeOf(row);
  return {
    ...presentSummary(row, role),
    facts: factsOf(row, role),
    decision: row.decision && {
      outcome: row.decision.outcome,
      rule: row.decision.rule,
      reasons: row.decision.reasons,
      by: 'person',
      at: row.decision.at,
      changed: change ? { outcome: change.outcome, reasons: change.reasons, at: change.at } : null,
      complaintUntil: complaintUntil(change?.at ?? row.decision.at),
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

function factsOf(row: CaseRow, role: CaseRole): CaseView['facts'] {
  const { message } = row.snapshot;
  return {
    words: wordsOf(row, role),
    ...(message?.takenBack && { takenBack: true }),
    at: message?.at ?? null,
    note: role === 'reporter' && row.note !== '' ? row.note : null,
  };
}

/**
 * The text a case is about. The reporter does not get text that was taken back, that never arrived, that was
 * too old, or from a profile they could not open.
 */
function wordsOf({ snapshot }: CaseRow, role: CaseRole): string | null {
  const { message } = snapshot;
  if (!message) return profileWords(snapshot, role);
  const isHidden = message.takenBack || message.withheld;
  return isHidden && role === 'reporter' ? null : message.text;
}

/** The text about oneself and the answers, below each other. */
function profileWords(
  { person, shown, shownPrompts = [] }: CaseRow['snapshot'],
  role: CaseRole,
): string | null {
  const isAuthor = role === 'reported';
  const about = isAuthor || shown ? person.about : null;
  const answers = (person.prompts ?? []).filter(({ key }) => isAuthor || shownPrompts.includes(key));
  const texts = [about, ...answers.map(({ answer }) => answer)].filter((text) => text !== null);
  return texts.join('\n\n') || null;
}
