import { hash } from 'node:crypto';
import type { CaseOutcome, CaseRole, ReportReason, ReportSubject } from '@heartline/contracts';
import { type Mongo, rowId } from '@heartline/platform';

/** One member blocks another. `_id` is `<blocker>:<blocked>`, so a second block is no other row. */
export interface BlockRow {
  _id: string;
  blocker: string;
  blocked: string;
  at: number;
}

/** A profile as a report keeps it. */
export interface PersonSnapshot {
  name: string;
  dateOfBirth: string;
  gender: string;
  country: string;
  region: string;
  city: string | null;
  about: string | null;
  fictional: boolean;
  status: string;
  createdAt: number;
  photos: number;
}

/** A message as it stood when it was reported. */
export interface MessageSnapshot {
  /** Who wrote it, and in answer to what: a few messages before it, oldest first. */
  sender: string;
  text: string;
  at: number;
  /** It had been taken back when it was reported: its words are for who judges the case, not for the reporter. */
  takenBack?: true;
  /** The site did not show the reporter its words: paid back before they arrived, or too old. They are for the judge too. */
  withheld?: true;
  before: { sender: string; text: string; at: number }[];
}

/** What one side wrote about a decision, and what was answered. */
export interface Complaint {
  words: string;
  at: number;
  answer: Answer | null;
}

/** What became of a complaint. */
export interface Answer {
  outcome: 'upheld' | 'changed';
  /** Of a changed decision: what it says now, to both sides. What it said before stands beside it. */
  decides?: CaseOutcome;
  reasons: string;
  operator: string;
  at: number;
}

/**
 * A report and what came of it: open → decided, and each side may complain once. `_id` follows from the reporter and
 * the key of the report, so a repetition is no other case. What was reported is kept as it was at that moment.
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
    /** Of a profile or a photo: the site showed the reporter then what the profile says, and its case does too. */
    shown?: true;
  };
  openedAt: number;
  decision: {
    outcome: CaseOutcome;
    rule: ReportReason;
    reasons: string;
    operator: string;
    at: number;
  } | null;
  /** When an operator let the reported member in again last: what was decided before does not close the account again. */
  restoredAt?: number;
  /** How often the sweep looked for a decision of it: one that was on its way at the time is not written any more. */
  looks?: number;
  complaints: Record<CaseRole, Complaint | null>;
  /** Hashes of the keys in the links that were mailed. */
  links: Record<CaseRole, string | null>;
}

/** The picture a case is about, by `evidenceIdOf`. */
export interface EvidenceRow {
  _id: string;
  bytes: Buffer;
  /** The case, which may not stand yet. */
  case?: string;
  /** Since when no case is known to need it; absent once one is. */
  looseAt?: number;
}

type Shown = Pick<CaseRow, '_id' | 'reported' | 'subject'>;

/**
 * Names the picture of a case by what it is of as well: of two reports under one key at the same moment the one that is
 * refused would put its own in the place of the other's.
 */
export function evidenceIdOf({ _id, reported, subject }: Shown): string {
  const what = subject.kind === 'photo' ? subject.photo : '';
  const where = subject.kind === 'message' ? rowId(subject.conversation, subject.seq) : '';
  return hash('sha256', `${_id} ${reported} ${what} ${where}`, 'hex').slice(0, 24);
}

/** Under what the picture of a case may be kept: versions of before named it after the case alone. */
export const evidenceIdsOf = (row: Shown): string[] => [evidenceIdOf(row), row._id];

/** What an operator did, to whom and why. Written before the act, so nothing is done that is not in the log. */
export interface OperatorActRow {
  _id: string;
  at: number;
  operator: string;
  act: string;
  /** The member, case or site it was done to. */
  target: string;
  reason: string;
  detail: Record<string, unknown>;
  /** `begun` stays where the act was cut off. */
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
