import * as z from 'zod/mini';
import { defineCall, defineInbound, defineJob, defineOutbound } from './define.ts';
import { profileCard } from './profiles.ts';
import { at, clientId, conversationId, done, id, queryInt, seq, text } from './shapes.ts';
import { version } from './version.ts';

/** One visible row of a conversation. Void, block and unblock rows are stepped over and never leave the server. */
export const message = z.strictObject({
  conversation: conversationId,
  seq,
  sender: id,
  clientId,
  kind: z.enum(['text']),
  text: z.string(),
  at,
});
export type Message = z.infer<typeof message>;

/** A conversation as the list shows it. The unread count is absolute and holds for row `lastSeq` (S3-072). */
export const chat = z.strictObject({
  conversation: z.strictObject({ id: conversationId }),
  profile: profileCard,
  num_unread_messages: z.int(),
  lastSeq: seq,
  lastAt: at,
  preview: z.string(),
  previewSender: z.nullable(id),
  /** How far the caller has read, and how far the other side has received. */
  readSeq: seq,
  deliveredSeq: seq,
  message_credits: z.int(),
});
export type Chat = z.infer<typeof chat>;

export const getChats = defineCall({
  name: 'getChats',
  feature: 'messaging',
  summary: 'The caller’s conversations, newest first, with exact unread counts.',
  access: 'member',
  method: 'GET',
  path: '/api/chats.php',
  input: z.strictObject({}),
  output: z.strictObject({ chats: z.array(chat), version }),
  refusals: [],
  limit: 'read',
});

export const removeChat = defineCall({
  name: 'removeChat',
  feature: 'messaging',
  summary: 'Removes a conversation from the caller’s list; a new message brings it back from there on.',
  access: 'member',
  method: 'DELETE',
  path: '/api/chat.php',
  input: z.strictObject({ conversation: conversationId }),
  output: done,
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const getMessages = defineCall({
  name: 'getMessages',
  feature: 'messaging',
  summary: 'Visible rows of one conversation: the newest page, those before a row, or those after one.',
  access: 'member',
  method: 'GET',
  path: '/api/messages.php',
  input: z.strictObject({
    conversation: conversationId,
    before: z.optional(queryInt(1, 9_999_999_999)),
    after: z.optional(queryInt(0, 9_999_999_999)),
    limit: z.optional(queryInt(1, 100)),
  }),
  output: z.strictObject({
    messages: z.array(message),
    /** The highest row that exists, voids included: what `after` should be next. */
    lastSeq: seq,
    /** True when older visible rows exist before the first one given. */
    hasOlder: z.boolean(),
    readSeq: seq,
    deliveredSeq: seq,
  }),
  refusals: ['NOT_FOUND', 'BLOCKED_BY', 'BLOCKED_BY_YOU'],
  limit: 'read',
});

/** A paid send. The same over the socket and over HTTP, with the same answers. */
export const sendInput = z.strictObject({
  clientId,
  /** The member written to; the conversation follows from the pair. */
  profile: id,
  text: text(20_000),
  /** The price the sender saw. Another price now: PRICE_CHANGED, nothing sent. */
  credits: z.int().check(z.minimum(0), z.maximum(1_000)),
  /** The sender has seen and confirmed what a fictional profile is. */
  fictionalConfirmed: z.optional(z.boolean()),
});
export type SendInput = z.infer<typeof sendInput>;

export const sendOutput = z.strictObject({ message, credits: z.int() });
export type SendOutput = z.infer<typeof sendOutput>;

const sendRefusals = [
  'NOT_FOUND',
  'BLOCKED_BY',
  'BLOCKED_BY_YOU',
  'RECIPIENT_GONE',
  'NOT_ENOUGH_CREDITS',
  'CONVERSATION_LIMIT',
  'PRICE_CHANGED',
  'MESSAGE_EMPTY',
  'MESSAGE_TOO_LONG',
  'KEY_REUSED',
  'SEND_EXPIRED',
  'FICTIONAL_NOT_CONFIRMED',
  'UNAVAILABLE',
] as const;

export const postMessage = defineCall({
  name: 'postMessage',
  feature: 'messaging',
  summary:
    'Sends one message and reserves its price. Repeating the call with the same `clientId` gives the same answer.',
  access: 'member',
  method: 'POST',
  path: '/api/message.php',
  input: sendInput,
  output: sendOutput,
  refusals: sendRefusals,
  limit: 'write',
});

export const messageSend = defineInbound({
  name: 'message:send',
  feature: 'messaging',
  summary: 'Sends one message and reserves its price, as `POST /api/message.php` does.',
  input: sendInput,
  output: sendOutput,
  refusals: sendRefusals,
  limit: 'send',
});

export const readInput = z.strictObject({ conversation: conversationId, seq });

export const postRead = defineCall({
  name: 'postRead',
  feature: 'messaging',
  summary: 'Moves the caller’s read mark forward, never back and never past the last row.',
  access: 'member',
  method: 'POST',
  path: '/api/read.php',
  input: readInput,
  output: z.strictObject({ readSeq: seq, num_unread_messages: z.int() }),
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const conversationRead = defineInbound({
  name: 'conversation:read',
  feature: 'messaging',
  summary: 'Moves the caller’s read mark forward, as `POST /api/read.php` does.',
  input: readInput,
  output: z.strictObject({ readSeq: seq, num_unread_messages: z.int() }),
  refusals: ['NOT_FOUND'],
  limit: 'signal',
});

export const conversationReceive = defineInbound({
  name: 'conversation:receive',
  feature: 'messaging',
  summary: 'The device has shown or stored the conversation up to this row; the sender sees “delivered”.',
  input: readInput,
  output: z.strictObject({}),
  refusals: ['NOT_FOUND'],
  limit: 'signal',
});

export const messageCreated = defineOutbound({
  name: 'message:created',
  feature: 'messaging',
  summary:
    'A message was stored, to every device of both sides. The sender’s frame carries the credits left.',
  durable: true,
  payload: z.strictObject({ version, message, profile: id, credits: z.optional(z.int()) }),
});

export const conversationMarked = defineOutbound({
  name: 'conversation:marked',
  feature: 'messaging',
  summary: 'The member read further on another device: absolute marks and unread count for row `lastSeq`.',
  durable: true,
  payload: z.strictObject({
    version,
    conversation: conversationId,
    readSeq: seq,
    lastSeq: seq,
    num_unread_messages: z.int(),
  }),
});

export const conversationDelivered = defineOutbound({
  name: 'conversation:delivered',
  feature: 'messaging',
  summary: 'The other side received the conversation up to this row.',
  durable: false,
  payload: z.strictObject({ conversation: conversationId, deliveredSeq: seq }),
});

export const conversationRemoved = defineOutbound({
  name: 'conversation:removed',
  feature: 'messaging',
  summary: 'The member removed a conversation on another device.',
  durable: true,
  payload: z.strictObject({ version, conversation: conversationId }),
});

/** A hold to close, with the row it paid for. */
export const settleItem = z.strictObject({
  member: id,
  clientId,
  conversation: conversationId,
  seq,
});

export const settleMessages = defineJob({
  name: 'settle-messages',
  feature: 'messaging',
  summary: 'Closes the holds of stored messages: one debit or void each, whoever asks how often.',
  queue: 'settle',
  data: z.strictObject({ items: z.array(settleItem) }),
});

export const sweepMessages = defineJob({
  name: 'sweep-messages',
  feature: 'messaging',
  summary:
    'Reads the last window of holds again, closes what is left open and publishes what a crash kept back.',
  queue: 'timers',
  data: z.strictObject({ windowMs: z.int() }),
});
