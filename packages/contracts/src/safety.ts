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

/** Outcomes of a decision. */
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

/** A person as the member knows them, without hidden fields. */
export const namedPerson = z.strictObject({
  /** Id of the person. */
  id,
  name: z.string(),
  fictional: z.boolean(),
});
export type NamedPerson = z.infer<typeof namedPerson>;

export const getBlocked = defineCall({
  name: 'getBlocked',
  feature: 'safety',
  summary: 'Whom the caller blocks, the latest first.',
  access: 'member',
  method: 'GET',
  path: '/api/block.php',
  input: nothing,
  output: z.strictObject({
    /** Members the caller blocks. */
    blocked: z.array(
      z.strictObject({
        /** The blocked member. */
        profile: namedPerson,
        /** Since when. */
        at,
      }),
    ),
  }),
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
  output: z.strictObject({
    /** True if the member is invisible. */
    invisible: z.boolean(),
    premium: z.boolean(),
  }),
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
  input: z.strictObject({
    /** True to become invisible. */
    invisible: z.boolean(),
  }),
  output: z.strictObject({
    /** True if the member is invisible. */
    invisible: z.boolean(),
    premium: z.boolean(),
  }),
  refusals: ['PREMIUM_REQUIRED'],
  limit: 'switch',
});

/** The subject of a report. */
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
    /** The reported part of the profile. */
    subject: reportSubject,
    /** The rule that it is about. */
    reason: reportReason,
    /** A note of the reporter; may be empty. */
    note: text(NOTE_LENGTH),
  }),
  output: z.strictObject({
    /** Id of the case. */
    case: id,
  }),
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
    /** The person. */
    profile: namedPerson,
    conversation: conversationId,
    /** Their latest messages to the caller. */
    messages: z.array(
      z.strictObject({
        seq,
        kind: messageKind,
        text: z.string(),
        /** When it was sent. */
        at,
        /** Its sender took it back: its words are kept for who judges a report, and shown to nobody else. */
        takenBack: z.optional(z.literal(true)),
      }),
    ),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'read',
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
