import * as z from 'zod/mini';
import { defineCall, defineInbound, defineOutbound } from './define.ts';
import { reaction } from './messaging.message.ts';
import { conversationId, id, seq, toggle } from './shapes.ts';
import { version } from './version.ts';

/** The signs people give beside words: reactions, "is writing", "was read". None of them costs anything. */

export const reactToMessage = defineCall({
  name: 'reactToMessage',
  feature: 'messaging',
  summary: 'Puts the caller’s reaction under a message, in place of an earlier one; null takes it back.',
  access: 'member',
  method: 'POST',
  path: '/api/reaction.php',
  input: z.strictObject({
    conversation: conversationId,
    /** Row of the message. */
    seq,
    /** One emoji, as Unicode recommends it for interchange. */
    emoji: z.nullable(z.string().check(z.maxLength(40))),
  }),
  output: z.strictObject({ reaction }),
  refusals: ['NOT_FOUND', 'BLOCKED_BY', 'BLOCKED_BY_YOU', 'VALIDATION_FAILED'],
  limit: 'write',
});

export const messageReacted = defineOutbound({
  name: 'message:reacted',
  feature: 'messaging',
  summary:
    'How one of the two reacts to a message from now on, to every device of both sides. A lower `rev` than known is stepped over.',
  durable: true,
  leaves: () => ['user', 'likes'],
  payload: z.strictObject({
    version,
    conversation: conversationId,
    /** Row of the message. */
    seq,
    reaction,
  }),
});

export const conversationType = defineInbound({
  name: 'conversation:type',
  feature: 'messaging',
  summary:
    'The caller is writing to this member. Answered alike whether or not anybody hears of it; to be repeated every few seconds while it goes on.',
  input: z.strictObject({ profile: id }),
  output: z.strictObject({}),
  refusals: [],
  limit: 'typing',
});

export const conversationTyped = defineOutbound({
  name: 'conversation:typed',
  feature: 'messaging',
  summary: 'The other side is writing. Over by itself 6 s later, unless it comes again.',
  durable: false,
  payload: z.strictObject({ conversation: conversationId, profile: id }),
});

/**
 * Read receipts of one conversation: whether each side lets the other see what it has read. They hold while both have them
 * on; both start with off.
 */
export const receipts = z.strictObject({ own: toggle, other: toggle });
export type Receipts = z.infer<typeof receipts>;

export const setReceipts = defineCall({
  name: 'setReceipts',
  feature: 'messaging',
  summary: 'Switches the caller’s side of the read receipts of one conversation on or off.',
  access: 'member',
  method: 'POST',
  path: '/api/receipts.php',
  input: z.strictObject({
    conversation: conversationId,
    /** True if the caller lets the other side see what they read. */
    on: z.boolean(),
  }),
  output: z.strictObject({ receipts, seenSeq: seq }),
  refusals: ['NOT_FOUND', 'BLOCKED_BY', 'BLOCKED_BY_YOU'],
  limit: 'write',
});

export const receiptsChanged = defineOutbound({
  name: 'receipts:changed',
  feature: 'messaging',
  summary:
    'One side switched read receipts on or off. `seenSeq` is 0 unless both have them on. A lower `rev` than known is stepped over.',
  durable: true,
  leaves: () => ['user', 'likes'],
  payload: z.strictObject({
    version,
    conversation: conversationId,
    /** Read receipts as they are now. */
    receipts,
    seenSeq: seq,
  }),
});

export const conversationSeen = defineOutbound({
  name: 'conversation:seen',
  feature: 'messaging',
  summary: 'The other side has seen the conversation up to this row. Only while both have read receipts on.',
  durable: true,
  leaves: () => ['user', 'likes'],
  payload: z.strictObject({ version, conversation: conversationId, seenSeq: seq }),
});
