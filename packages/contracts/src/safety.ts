import * as z from 'zod/mini';
import { defineCall, defineOutbound } from './define.ts';
import { messageKind } from './messaging.message.ts';
import { at, conversationId, done, id, nothing, seq, text } from './shapes.ts';
import { version } from './version.ts';

/** Why somebody is reported; each names the rule it is about. */
export const reportReason = z.enum([
  'wrong_age',
  'impersonation',
  'scam',
  'harassment',
  'sexual_content',
  'hate',
  'spam',
  'other',
]);
export type ReportReason = z.infer<typeof reportReason>;
export const REPORT_REASONS = reportReason.options;

/** What a decision does. */
export const caseOutcome = z.enum(['no_action', 'warning', 'suspended', 'removed_as_fake']);
export type CaseOutcome = z.infer<typeof caseOutcome>;
export const CASE_OUTCOMES = caseOutcome.options;

export const blockProfile = defineCall({
  name: 'blockProfile',
  feature: 'safety',
  summary:
    'Blocks a profile: chats and likes of the pair end, and both are hidden from each other. A second call changes nothing.',
  access: 'member',
  method: 'POST',
  path: '/api/block.php',
  input: z.strictObject({ profile: id }),
  output: done,
  refusals: ['NOT_FOUND', 'UNAVAILABLE'],
  limit: 'write',
});

export const unblockProfile = defineCall({
  name: 'unblockProfile',
  feature: 'safety',
  summary: 'Unblocks a profile: both see each other again. A second call changes nothing.',
  access: 'member',
  method: 'DELETE',
  path: '/api/block.php',
  input: z.strictObject({ profile: id }),
  output: done,
  refusals: ['UNAVAILABLE'],
  limit: 'write',
});

/** Somebody as the member remembers them, without what is hidden of them. */
export const namedPerson = z.strictObject({ id, name: z.string(), fictional: z.boolean() });
export type NamedPerson = z.infer<typeof namedPerson>;

export const getBlocked = defineCall({
  name: 'getBlocked',
  feature: 'safety',
  summary: 'Whom the caller blocks, the latest first.',
  access: 'member',
  method: 'GET',
  path: '/api/block.php',
  input: nothing,
  output: z.strictObject({ blocked: z.array(z.strictObject({ profile: namedPerson, at })) }),
  refusals: [],
  limit: 'read',
});

export const getInvisible = defineCall({
  name: 'getInvisible',
  feature: 'safety',
  summary: 'Whether the caller is invisible, and may be.',
  access: 'member',
  method: 'GET',
  path: '/api/invisible.php',
  input: nothing,
  output: z.strictObject({ invisible: z.boolean(), premium: z.boolean() }),
  refusals: [],
  limit: 'read',
});

export const setInvisible = defineCall({
  name: 'setInvisible',
  feature: 'safety',
  summary:
    'Switches invisible mode: hidden from search, likes lists and presence; people in a conversation still reach the member.',
  access: 'member',
  method: 'PUT',
  path: '/api/invisible.php',
  input: z.strictObject({ invisible: z.boolean() }),
  output: z.strictObject({ invisible: z.boolean(), premium: z.boolean() }),
  refusals: ['PREMIUM_REQUIRED'],
  limit: 'switch',
});

/** What a report is about. */
export const reportSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('profile') }),
  z.strictObject({ kind: z.literal('message'), conversation: conversationId, seq }),
  z.strictObject({ kind: z.literal('photo'), photo: id }),
]);
export type ReportSubject = z.infer<typeof reportSubject>;

/** The key a client makes for one report, so that a repetition opens no second case. */
const reportKey = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

export const NOTE_LENGTH = 1_000;
export const COMPLAINT_LENGTH = 2_000;

export const reportProfile = defineCall({
  name: 'reportProfile',
  feature: 'safety',
  summary:
    'Reports a profile, one of its photos or a message. What is reported is kept as it is now; works after a block or a deletion too.',
  access: 'member',
  method: 'POST',
  path: '/api/report.php',
  input: z.strictObject({
    clientId: reportKey,
    profile: id,
    subject: reportSubject,
    reason: reportReason,
    note: text(NOTE_LENGTH),
  }),
  output: z.strictObject({ case: id }),
  refusals: ['NOT_FOUND', 'KEY_REUSED'],
  limit: 'report',
});

export const getReportable = defineCall({
  name: 'getReportable',
  feature: 'safety',
  summary:
    'Who somebody is and what they last wrote to the caller, to report it: after a block or a deletion too.',
  access: 'member',
  method: 'GET',
  path: '/api/report.php',
  input: z.strictObject({ profile: id }),
  output: z.strictObject({
    profile: namedPerson,
    conversation: conversationId,
    messages: z.array(
      z.strictObject({
        seq,
        kind: messageKind,
        text: z.string(),
        at,
        /** Its sender took it back: its words are kept for who judges a report, and shown to nobody else. */
        takenBack: z.optional(z.literal(true)),
      }),
    ),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'read',
});

export const caseRole = z.enum(['reporter', 'reported']);
export type CaseRole = z.infer<typeof caseRole>;

export const caseSummary = z.strictObject({
  id,
  role: caseRole,
  subject: z.enum(['profile', 'message', 'photo']),
  reason: reportReason,
  name: z.string(),
  fictional: z.boolean(),
  state: z.enum(['open', 'decided']),
  openedAt: at,
  decidedAt: z.nullable(at),
});
export type CaseSummary = z.infer<typeof caseSummary>;

/** Somebody who decided; `person` or a program, as people must be told. */
const decidedBy = z.enum(['person', 'automatic']);

/** A case as one of its two sides may see it. Who reported is never told to the reported side. */
export const caseView = z.strictObject({
  ...caseSummary.shape,
  /** The facts: what was reported, as it was at that moment. */
  facts: z.strictObject({
    /**
     * The words of the message, or what the profile said; null for the reporter where the site did not show them then: of a
     * message that was taken back, never arrived or was too old, of a profile that they could not open.
     */
    words: z.nullable(z.string()),
    /** Its author took it back before it was reported. */
    takenBack: z.optional(z.literal(true)),
    at: z.nullable(at),
    /** What the reporter wrote to us; only they see it. */
    note: z.nullable(z.string()),
  }),
  decision: z.nullable(
    z.strictObject({
      outcome: caseOutcome,
      rule: reportReason,
      reasons: z.string(),
      by: decidedBy,
      at,
      /** What it says since a complaint was answered, of whichever side; null while it stands as it was. */
      changed: z.nullable(z.strictObject({ outcome: caseOutcome, reasons: z.string(), at })),
      /** Until when a complaint is taken. */
      complaintUntil: at,
    }),
  ),
  complaint: z.nullable(
    z.strictObject({
      words: z.string(),
      at,
      answer: z.nullable(z.strictObject({ outcome: z.enum(['upheld', 'changed']), reasons: z.string(), at })),
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
  output: z.strictObject({ cases: z.array(caseSummary), people: z.array(namedPerson) }),
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
  input: z.strictObject({ id }),
  output: z.strictObject({ case: caseView }),
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
  input: z.strictObject({ id, words: text(COMPLAINT_LENGTH).check(z.minLength(1)) }),
  output: z.strictObject({ case: caseView }),
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
  input: z.strictObject({ id, key: caseKey }),
  output: z.strictObject({ case: caseView }),
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
  input: z.strictObject({ id, key: caseKey, words: text(COMPLAINT_LENGTH).check(z.minLength(1)) }),
  output: z.strictObject({ case: caseView }),
  refusals: ['NOT_FOUND', 'COMPLAINT_CLOSED'],
  limit: 'token',
});

export const profileHidden = defineOutbound({
  name: 'profile:hidden',
  feature: 'safety',
  summary:
    'Two members are hidden from each other from now on, or one of them is gone: chats, likes, cards and badges of the pair go.',
  durable: true,
  payload: z.strictObject({ version, profile: id }),
});

export const profileShown = defineOutbound({
  name: 'profile:shown',
  feature: 'safety',
  summary: 'Two members may see each other again, or one of them is back.',
  durable: true,
  payload: z.strictObject({ version, profile: id }),
});

export const caseChanged = defineOutbound({
  name: 'case:changed',
  feature: 'safety',
  summary: 'A case of the member was decided, or their complaint was answered.',
  durable: true,
  payload: z.strictObject({ version, case: id }),
});
