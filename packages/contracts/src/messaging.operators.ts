import * as z from 'zod/mini';
import { defineCall, defineOutbound } from './define.ts';
import { MESSAGE_UNITS } from './limits.ts';
import { getGifts } from './messaging.gifts.ts';
import { message } from './messaging.message.ts';
import { promptAnswer } from './profiles.prompts.ts';
import { mainImage } from './profiles.ts';
import { reportReason } from './safety.ts';
import { at, clientId, conversationId, done, gender, id, nothing, queryInt, seq, text } from './shapes.ts';

/**
 * The operator inbox: conversations of members with fictional profiles, answered by the site’s staff. A conversation waits
 * while its last visible row is the member’s. An operator takes it with a numbered lease; only the newest lease may answer,
 * until it expires.
 */

/** Lifetime of a lease. A page renews it three times in that time. */
export const LEASE_MS = 120_000;
/** Waiting longer than this is late, and longer than the second one is too long: the colours of the queue. */
export const ANSWER_WITHIN_MS = { late: 10 * 60_000, tooLate: 60 * 60_000 } as const;
/** Conversations one look at the queue shows, the oldest first. */
export const QUEUE_PAGE = 100;
export const OPERATOR_NOTE_LENGTH = 500;

/** A person as operators see them in the queue. */
const queuePerson = z.strictObject({
  /** Id of that person. */
  id,
  name: z.string(),
  main_image: mainImage,
});

export const queueEntry = z.strictObject({
  conversation: conversationId,
  /** The fictional profile that was written to, and the member who wrote. */
  profile: queuePerson,
  /** The member who wrote. */
  member: queuePerson,
  /** When the first message came that nobody answered yet. */
  waitingSince: at,
  lastSeq: seq,
  preview: z.string(),
  /** The content besides text. */
  previewKind: z.optional(z.enum(['photo', 'gift'])),
  /** The operator who has it open now, and a mark if that is the caller. */
  holder: z.nullable(
    z.strictObject({
      /** Name of that operator. */
      name: z.string(),
      mine: z.boolean(),
      /** When their lease ends. */
      until: at,
    }),
  ),
});
export type QueueEntry = z.infer<typeof queueEntry>;

export const getOperatorQueue = defineCall({
  name: 'getOperatorQueue',
  feature: 'messaging',
  summary: 'Conversations of the operator’s site that wait for an answer, the oldest first.',
  access: 'operator',
  method: 'GET',
  path: '/api/operator-queue.php',
  input: nothing,
  output: z.strictObject({
    /** The number of waiting conversations. */
    waiting: z.int(),
    /** Conversations that wait, the oldest first. */
    entries: z.array(queueEntry),
    /** Work of the operator since they signed in. */
    shift: z.strictObject({
      /** When the shift began. */
      startedAt: at,
      /** Answers the operator gave. */
      answered: z.int(),
      /** Conversations they belong to. */
      conversations: z.int(),
    }),
    /** Reports of the site’s fictional profiles that are new to the operator, at most 100. */
    unreadReports: z.int(),
    serverAt: at,
  }),
  refusals: [],
  limit: 'read',
});

const lease = z.strictObject({
  /** Grows with each taking: only the newest lease may answer. */
  number: z.int(),
  until: at,
});
export type OperatorLease = z.infer<typeof lease>;

export const takeLease = defineCall({
  name: 'takeLease',
  feature: 'messaging',
  summary:
    'Opens a waiting conversation for answering: nobody else is let in until it is left or its time is over.',
  access: 'operator',
  method: 'POST',
  path: '/api/operator-lease.php',
  input: z.strictObject({ conversation: conversationId }),
  output: z.strictObject({ lease }),
  refusals: ['LEASE_TAKEN', 'NOT_WAITING', 'RECIPIENT_GONE', 'UNAVAILABLE'],
  limit: 'write',
});

const leaseInput = z.strictObject({
  conversation: conversationId,
  /** Number of the lease. */
  number: z.int(),
});

export const renewLease = defineCall({
  name: 'renewLease',
  feature: 'messaging',
  summary: 'Keeps a lease for its whole time again; refused once it is over or somebody else’s.',
  access: 'operator',
  method: 'PUT',
  path: '/api/operator-lease.php',
  input: leaseInput,
  output: z.strictObject({ lease }),
  refusals: ['LEASE_LOST'],
  limit: 'write',
});

export const releaseLease = defineCall({
  name: 'releaseLease',
  feature: 'messaging',
  summary: 'Hands a conversation back. It waits on where it stood in the queue, if it still waits.',
  access: 'operator',
  method: 'DELETE',
  path: '/api/operator-lease.php',
  input: leaseInput,
  output: done,
  refusals: [],
  limit: 'write',
});

/** Facts about a person beside the chat: no e-mail address, no birth date, and no place beyond the profile. */
const operatorFacts = z.strictObject({
  /** Id of that person. */
  id,
  name: z.string(),
  age: z.int(),
  gender,
  country: z.string(),
  region: z.string(),
  city: z.nullable(z.string()),
  about: z.nullable(z.string()),
  /** Answered prompts, as the other side of the conversation sees them. */
  prompts: z.array(promptAnswer),
  language: z.string(),
  interests: z.array(z.string()),
  main_image: mainImage,
});
export type OperatorFacts = z.infer<typeof operatorFacts>;

const note = z.strictObject({
  /** Id of the note, to remove it. */
  id,
  /** The text of the note. */
  text: z.string(),
  /** Name of the operator who wrote it. */
  by: z.string(),
  mine: z.boolean(),
  /** When it was written. */
  at,
});
export type OperatorNote = z.infer<typeof note>;

/** A reply that operators saved for a fictional profile, to fill the answer with. */
export const savedReply = z.strictObject({
  /** Id of the reply, to remove it. */
  id,
  /** The text of the reply. */
  text: z.string(),
});
export type SavedReply = z.infer<typeof savedReply>;

export const getOperatorConversation = defineCall({
  name: 'getOperatorConversation',
  feature: 'messaging',
  summary:
    'Who the two are, what colleagues noted about the member, and whether cases about the member are open.',
  access: 'operator',
  method: 'GET',
  path: '/api/operator-conversation.php',
  input: z.strictObject({ conversation: conversationId }),
  output: z.strictObject({
    /** The fictional profile. */
    profile: operatorFacts,
    /** The member who writes to it. */
    member: operatorFacts,
    notes: z.array(note),
    /** Replies saved for the fictional profile, the newest first. */
    replies: z.array(savedReply),
    /** Open cases about the member; `ageDoubt` when one says that they are not of age. */
    openCases: z.int(),
    /** True if a case says that the member is not of age. */
    ageDoubt: z.boolean(),
    /** Most letters of an answer. */
    messageLength: z.int(),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'read',
});

export const getOperatorMessages = defineCall({
  name: 'getOperatorMessages',
  feature: 'messaging',
  summary:
    'Visible rows of a conversation with a fictional profile: the newest page, those before or after a row.',
  access: 'operator',
  method: 'GET',
  path: '/api/operator-messages.php',
  input: z.strictObject({
    conversation: conversationId,
    /** Only rows with a lower number than this. */
    before: z.optional(queryInt(1, 9_999_999_999)),
    after: z.optional(queryInt(0, 9_999_999_999)),
  }),
  output: z.strictObject({
    messages: z.array(message),
    lastSeq: seq,
    hasOlder: z.boolean(),
    /** The last message the member has received, and the last one they have read. */
    deliveredSeq: seq,
    /** The number of messages the member has unsent; an answer names the number it was written under. */
    takenBack: z.int(),
    /** The member’s photos in these rows, each as its blurred picture: operators open none. */
    covered: z.array(
      z.strictObject({
        photo: id,
        /** Path of the blurred picture. */
        filename: z.string(),
      }),
    ),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'read',
});

export const getOperatorGifts = defineCall({
  name: 'getOperatorGifts',
  feature: 'messaging',
  summary: 'The gifts of the operator’s site as its members see them, named in the caller’s language.',
  access: 'operator',
  method: 'GET',
  path: '/api/operator-gifts.php',
  input: nothing,
  output: getGifts.output,
  refusals: [],
  limit: 'read',
});

export const postAnswer = defineCall({
  name: 'postAnswer',
  feature: 'messaging',
  summary:
    'Answers as the fictional profile, free of charge, under a lease. Repeating the call with the same `clientId` ' +
    'gives the same answer.',
  access: 'operator',
  method: 'POST',
  path: '/api/operator-answer.php',
  input: z.strictObject({
    clientId,
    conversation: conversationId,
    number: z.int(),
    /** The value of `getOperatorMessages` when the operator read the conversation. Unsent messages get no answer. */
    takenBack: z.optional(z.int()),
    /**
     * The last row the operator saw: what the member wrote after it is not answered and waits on. Left out, the answer is
     * one to all that stands.
     */
    upTo: z.optional(seq),
    /** The answer. */
    text: text(MESSAGE_UNITS),
  }),
  output: z.strictObject({ message }),
  refusals: [
    'LEASE_LOST',
    'NOT_WAITING',
    'MESSAGE_GONE',
    'MESSAGE_EMPTY',
    'MESSAGE_TOO_LONG',
    'KEY_REUSED',
    'SEND_EXPIRED',
    'RECIPIENT_GONE',
    'UNAVAILABLE',
  ],
  limit: 'write',
});

export const typeAnswer = defineCall({
  name: 'typeAnswer',
  feature: 'messaging',
  summary: 'An answer is being written under a lease: the member sees it. To be repeated every few seconds.',
  access: 'operator',
  method: 'POST',
  path: '/api/operator-typing.php',
  input: leaseInput,
  output: done,
  refusals: ['LEASE_LOST'],
  limit: 'write',
});

export const addOperatorNote = defineCall({
  name: 'addOperatorNote',
  feature: 'messaging',
  summary: 'Notes something about the member for colleagues. The member gets it with their archive.',
  access: 'operator',
  method: 'POST',
  path: '/api/operator-note.php',
  input: z.strictObject({
    clientId,
    conversation: conversationId,
    /** The text of the note. */
    text: text(OPERATOR_NOTE_LENGTH).check(z.minLength(1)),
  }),
  output: z.strictObject({ notes: z.array(note) }),
  refusals: ['NOT_FOUND', 'KEY_REUSED', 'VALIDATION_FAILED'],
  limit: 'write',
});

export const removeOperatorNote = defineCall({
  name: 'removeOperatorNote',
  feature: 'messaging',
  summary: 'Takes one’s own note back.',
  access: 'operator',
  method: 'DELETE',
  path: '/api/operator-note.php',
  input: z.strictObject({
    conversation: conversationId,
    /** Id of the note. */
    id,
  }),
  output: z.strictObject({ notes: z.array(note) }),
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const reportByOperator = defineCall({
  name: 'reportByOperator',
  feature: 'messaging',
  summary: 'Opens a case about the member, or about one of their messages.',
  access: 'operator',
  method: 'POST',
  path: '/api/operator-report.php',
  input: z.strictObject({
    clientId,
    conversation: conversationId,
    /** Row of the message reported; null for the member as such. */
    seq: z.nullable(seq),
    /** The rule that it is about. */
    reason: reportReason,
    note: text(OPERATOR_NOTE_LENGTH),
  }),
  output: z.strictObject({
    /** Id of the case. */
    case: id,
  }),
  refusals: ['NOT_FOUND', 'KEY_REUSED'],
  limit: 'write',
});

export const queueChanged = defineOutbound({
  name: 'queue:changed',
  feature: 'messaging',
  summary:
    'To the operators of a site, in their own namespace: a conversation came into the queue, left it, has a newer ' +
    'row, is held by somebody else now, can’t be answered any more, or the member took a message of it back. ' +
    'Nothing of what was written.',
  durable: false,
  payload: z.strictObject({
    conversation: conversationId,
    lastSeq: seq,
    /** True if the conversation waits for an answer. */
    waiting: z.boolean(),
    /** The row that was taken back. */
    gone: z.optional(seq),
    /**
     * Set when the operator can’t answer any more: the member unsent all waiting messages, one side blocked the other, or
     * one of them is gone.
     */
    ended: z.optional(z.enum(['taken_back', 'gone'])),
  }),
});
