import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { MESSAGE_UNITS } from './limits.ts';
import { savedReply } from './messaging.operators.ts';
import { caseOutcome, reportReason } from './safety.ts';
import { at, clientId, conversationId, done, id, nothing, text } from './shapes.ts';

/** Saved replies of fictional profiles, and the reports of their conversations, for operators. */

/** Replies a fictional profile may have. */
export const SAVED_REPLIES_LIMIT = 50;

export const saveReply = defineCall({
  name: 'saveReply',
  feature: 'messaging',
  summary:
    'Saves a reply for the fictional profile of a conversation, for all operators of the site. Repeating the call with ' +
    'the same `clientId`, or with the same text, adds none.',
  access: 'operator',
  method: 'POST',
  path: '/api/operator-reply.php',
  input: z.strictObject({
    clientId,
    conversation: conversationId,
    /** The text of the reply. */
    text: text(MESSAGE_UNITS).check(z.minLength(1)),
  }),
  output: z.strictObject({
    /** Replies saved for the fictional profile, the newest first. */
    replies: z.array(savedReply),
  }),
  refusals: ['NOT_FOUND', 'KEY_REUSED', 'MESSAGE_EMPTY', 'MESSAGE_TOO_LONG', 'REPLY_LIMIT'],
  limit: 'write',
});

export const removeReply = defineCall({
  name: 'removeReply',
  feature: 'messaging',
  summary: 'Removes a saved reply for all operators of the site. “Done” also if it is gone already.',
  access: 'operator',
  method: 'DELETE',
  path: '/api/operator-reply.php',
  input: z.strictObject({
    conversation: conversationId,
    /** Id of the reply. */
    id,
  }),
  output: z.strictObject({
    /** Replies saved for the fictional profile, the newest first. */
    replies: z.array(savedReply),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

/** A case in which one side is a fictional profile. Operators never learn which member reported the profile. */
export const operatorReport = z.strictObject({
  /** Id of the case. */
  id,
  /** `by_us`: an operator reported a member. `about_us`: a member reported the fictional profile. */
  direction: z.enum(['by_us', 'about_us']),
  /** Name of the reported person: the member, or the fictional profile. */
  name: z.string(),
  /** The kind of the reported content. */
  subject: z.enum(['profile', 'message', 'photo']),
  /** The rule that it is about. */
  reason: reportReason,
  /** The reported message of a member; null otherwise. */
  words: z.nullable(z.string()),
  /** When it was opened. */
  openedAt: at,
  /** When it was decided; null until then. */
  decidedAt: z.nullable(at),
  /** The outcome as it stands now; null until there is one. */
  outcome: z.nullable(caseOutcome),
  /** True if the operator has not seen it since it was opened or decided. */
  unread: z.boolean(),
});
export type OperatorReport = z.infer<typeof operatorReport>;

export const getOperatorReports = defineCall({
  name: 'getOperatorReports',
  feature: 'messaging',
  summary: 'Cases of the site with a fictional profile on one side, the newest first, at most 100.',
  access: 'operator',
  method: 'GET',
  path: '/api/operator-reports.php',
  input: nothing,
  output: z.strictObject({
    /** The cases, the newest first. */
    reports: z.array(operatorReport),
    serverAt: at,
  }),
  refusals: [],
  limit: 'read',
});

export const readOperatorReports = defineCall({
  name: 'readOperatorReports',
  feature: 'messaging',
  summary:
    'Marks reports as read, up to the time of the list that the operator saw. The mark never moves back.',
  access: 'operator',
  method: 'PUT',
  path: '/api/operator-reports.php',
  input: z.strictObject({
    /** `serverAt` of the list. */
    upTo: at,
  }),
  output: done,
  refusals: [],
  limit: 'write',
});
