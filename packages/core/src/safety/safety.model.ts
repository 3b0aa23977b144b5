import { hash } from 'node:crypto';
import type { CaseOutcome, CaseRole, PromptAnswer, ReportReason, ReportSubject } from '@heartline/contracts';
import { type Mongo, rowId } from '@heartline/platform';

/** One member blocks another. `_id` is `<blocker>:<blocked>`, so a second block adds no row. */
export interface BlockRow {
  _id: string;
  blocker: string;
  blocked: string;
  at: number;
}

/** A copy of a profile in a report. */
export interface PersonSnapshot {
  name: string;
  dateOfBirth: string;
  gender: string;
  country: string;
  region: string;
  city: string | null;
  about: string | null;
  /** Answered prompts; absent in cases of earlier versions. */
  prompts?: PromptAnswer[];
  fictional: boolean;
  status: string;
  createdAt: number;
  photos: number;
}

/** A copy of a message at the time of the report. */
export interface MessageSnapshot {
  /** The sender, and a few messages before it as context, oldest first. */
  sender: string;
  text: string;
  at: number;
  /** It was taken back before the report: operators see its text, the reporter does not. */
  takenBack?: true;
  /**
   * The site did not show its text to the reporter: returned before it arrived, or too old. Only operators
   * see it.
   */
  withheld?: true;
  before: { sender: string; text: string; at: number }[];
}

/** One side's complaint about a decision, and the answer. */
export interface Complaint {
  words: string;
  at: number;
  answer: Answer | null;
}

/** The answer to a complaint. */
export interface Answer {
  outcome: 'upheld' | 'changed';
  /** For a changed decision: its new outcome for both sides. The earlier one stays in the case. */
  decides?: CaseOutcome;
  reasons: string;
  operator: string;
  at: number;
}

/**
 * A report and its outcome: open → decided, and each side may complain once. `_id` follows from the reporter
 * and the key of the report, so a repeat adds no case. The reported content is stored as it was then.
 */
export interface CaseRow {
  _id: string;
  site: string;
  reporter: string;
  reported: string;
  subject: ReportSubject;
  reason: ReportReason;
  note: string;
  snapshot: {
    person: PersonSnapshot;
    message: MessageSnapshot | null;
    /**
     * For a profile or a photo: the reporter could read the profile text at the time, so the case shows it to
     * them.
     */
    shown?: true;
    /** Likewise the prompts whose answers the reporter could read. */
    shownPrompts?: readonly string[];
  };
  /** One side is a fictional profile, so the operators of its site follow the case. */
  isOfOperators?: true;
  openedAt: number;
  decision: {
    outcome: CaseOutcome;
    rule: ReportReason;
    reasons: string;
    operator: string;
    at: number;
  } | null;
  /**
   * When an operator last let the reported member in again: earlier decisions do not close the account again.
   */
  restoredAt?: number;
  /** Number of times the sweep looked for its decision; each ends a decision in progress. */
  looks?: number;
  complaints: Record<CaseRole, Complaint | null>;
  /** Hashes of the keys in the mailed links. */
  links: Record<CaseRole, string | null>;
}

/** The picture of a case, by `evidenceIdOf`. */
export interface EvidenceRow {
  _id: string;
  bytes: Buffer;
  /** The case; it may not exist yet. */
  case?: string;
  /** Since when no known case needs it; absent once one does. */
  looseAt?: number;
}

type Shown = Pick<CaseRow, '_id' | 'reported' | 'subject'>;

/**
 * The id of the picture of a case, made also from the reported subject. Of two concurrent reports with one
 * key, the refused one would otherwise overwrite the picture of the other.
 */
export function evidenceIdOf({ _id, reported, subject }: Shown): string {
  const what = subject.kind === 'photo' ? subject.photo : '';
  const where = subject.kind === 'message' ? rowId(subject.conversation, subject.seq) : '';
  return hash('sha256', `${_id} ${reported} ${what} ${where}`, 'hex').slice(0, 24);
}

/** Ids under which the picture of a case may be stored: earlier versions used the id of the case alone. */
export const evidenceIdsOf = (row: Shown): string[] => [evidenceIdOf(row), row._id];

/** An operator's act: what, to whom and why. Written before the act, so nothing happens without a log row. */
export interface OperatorActRow {
  _id: string;
  at: number;
  operator: string;
  act: string;
  /** The member, case or site it was done to. */
  target: string;
  reason: string;
  detail: Record<string, unknown>;
  /** `begun` stays if the act was interrupted. */
  state: 'begun' | 'done' | 'failed';
}

/** The collections of this feature. */
export function safetyCollections({ connection }: Mongo) {
  return {
    blocks: connection.collection<BlockRow>('blocks'),
    cases: connection.collection<CaseRow>('cases'),
    evidence: connection.collection<EvidenceRow>('caseEvidence'),
    operatorActs: connection.collection<OperatorActRow>('operatorActs'),
  };
}

export type SafetyCollections = ReturnType<typeof safetyCollections>;
