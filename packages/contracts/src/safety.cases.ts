import * as z from 'zod/mini';
import { defineCall, defineOutbound } from './define.ts';
import { COMPLAINT_LENGTH, caseOutcome, namedPerson, reportReason } from './safety.ts';
import { at, id, nothing, text } from './shapes.ts';
import { version } from './version.ts';

/** Cases: what became of a report, as either side sees it, and complaints about the decision. */

export const caseRole = z.enum(['reporter', 'reported']);
export type CaseRole = z.infer<typeof caseRole>;

export const caseSummary = z.strictObject({
  /** Id of the case. */
  id,
  /** The side of the caller. */
  role: caseRole,
  /** The kind of the reported content. */
  subject: z.enum(['profile', 'message', 'photo']),
  /** The rule that it is about. */
  reason: reportReason,
  /** Display name of the other side. */
  name: z.string(),
  fictional: z.boolean(),
  /** State of the case. */
  state: z.enum(['open', 'decided']),
  /** When it was opened. */
  openedAt: at,
  /** When it was decided; null until then. */
  decidedAt: z.nullable(at),
});
export type CaseSummary = z.infer<typeof caseSummary>;

/** The decision maker, a person or a program; the law requires to say which. */
const decidedBy = z.enum(['person', 'automatic']);

/** A case as one of its two sides sees it. The reported side never learns the reporter. */
export const caseView = z.strictObject({
  ...caseSummary.shape,
  /** The facts: what was reported, as it was at that moment. */
  facts: z.strictObject({
    /**
     * The text of the message or the profile. Null for a reporter who could not see it: an unsent, undelivered or old
     * message, or a profile they could not open.
     */
    words: z.nullable(z.string()),
    /** Its author took it back before it was reported. */
    takenBack: z.optional(z.literal(true)),
    /** When it was written; null of a profile. */
    at: z.nullable(at),
    /** The note of the reporter, visible to them only. */
    note: z.nullable(z.string()),
  }),
  /** The decision; null until there is one. */
  decision: z.nullable(
    z.strictObject({
      /** The outcome of the decision. */
      outcome: caseOutcome,
      /** The rule that it is about. */
      rule: reportReason,
      reasons: z.string(),
      /** The decision maker: a person or a program. */
      by: decidedBy,
      /** When it was decided. */
      at,
      /** The decision after the answer to a complaint of either side; null while it is unchanged. */
      changed: z.nullable(
        z.strictObject({
          /** The new outcome. */
          outcome: caseOutcome,
          reasons: z.string(),
          /** When it was changed. */
          at,
        }),
      ),
      /** Until when a complaint is taken. */
      complaintUntil: at,
    }),
  ),
  /** The caller’s complaint; null without one. */
  complaint: z.nullable(
    z.strictObject({
      words: z.string(),
      /** When it was made. */
      at,
      /** The answer; null until there is one. */
      answer: z.nullable(
        z.strictObject({
          /** `upheld` if the decision stands. */
          outcome: z.enum(['upheld', 'changed']),
          reasons: z.string(),
          /** When it was answered. */
          at,
        }),
      ),
    }),
  ),
});
export type CaseView = z.infer<typeof caseView>;

export const getCases = defineCall({
  name: 'getCases',
  feature: 'safety',
  summary: 'The caller’s cases of both sides, and people of past conversations that can still be reported.',
  access: 'signed-in',
  method: 'GET',
  path: '/api/cases.php',
  input: nothing,
  output: z.strictObject({
    /** Cases, newest first. */
    cases: z.array(caseSummary),
    /** People of past conversations who can still be reported. */
    people: z.array(namedPerson),
  }),
  refusals: [],
  limit: 'read',
});

export const getCase = defineCall({
  name: 'getCase',
  feature: 'safety',
  summary: 'One case of the caller’s: facts, rule, decision, reasons, complaint.',
  access: 'signed-in',
  method: 'GET',
  path: '/api/case.php',
  input: z.strictObject({
    /** Id of the case. */
    id,
  }),
  output: z.strictObject({
    /** The case. */
    case: caseView,
  }),
  refusals: ['NOT_FOUND'],
  limit: 'read',
});

export const complain = defineCall({
  name: 'complain',
  feature: 'safety',
  summary: 'Complains about a decision, once for each side, within six months.',
  access: 'signed-in',
  method: 'POST',
  path: '/api/case.php',
  input: z.strictObject({
    /** Id of the case. */
    id,
    words: text(COMPLAINT_LENGTH).check(z.minLength(1)),
  }),
  output: z.strictObject({
    /** The case, with the complaint. */
    case: caseView,
  }),
  refusals: ['NOT_FOUND', 'COMPLAINT_CLOSED'],
  limit: 'report',
});

const caseKey = z.string().check(z.maxLength(100));

export const openCaseLink = defineCall({
  name: 'openCaseLink',
  feature: 'safety',
  summary: 'A case by the link in its mail, for people who can’t sign in because of it.',
  access: 'public',
  method: 'POST',
  path: '/api/case-link.php',
  input: z.strictObject({
    /** Id of the case. */
    id,
    /** Secret of the link in the mail. */
    key: caseKey,
  }),
  output: z.strictObject({
    /** The case. */
    case: caseView,
  }),
  refusals: ['NOT_FOUND'],
  limit: 'token',
});

export const complainByLink = defineCall({
  name: 'complainByLink',
  feature: 'safety',
  summary: 'Complains about a decision by the link in its mail.',
  access: 'public',
  method: 'PUT',
  path: '/api/case-link.php',
  input: z.strictObject({
    /** Id of the case. */
    id,
    /** Secret of the link in the mail. */
    key: caseKey,
    words: text(COMPLAINT_LENGTH).check(z.minLength(1)),
  }),
  output: z.strictObject({
    /** The case, with the complaint. */
    case: caseView,
  }),
  refusals: ['NOT_FOUND', 'COMPLAINT_CLOSED'],
  limit: 'token',
});

export const caseChanged = defineOutbound({
  name: 'case:changed',
  feature: 'safety',
  summary: 'A case of the member was decided, or their complaint was answered.',
  durable: true,
  payload: z.strictObject({
    version,
    /** Id of the case. */
    case: id,
  }),
});
