import * as z from 'zod/mini';
import { balance } from './credits.balance.ts';
import { defineCall, defineInbound, defineJob, defineOutbound } from './define.ts';
import { MESSAGE_UNITS } from './limits.ts';
import { giftId } from './messaging.gifts.ts';
import { gone, message } from './messaging.message.ts';
import { receipts } from './messaging.signs.ts';
import { profileCard } from './profiles.ts';
import { at, clientId, conversationId, done, id, queryInt, seq, text, toggle } from './shapes.ts';
import { earlyVersion, version } from './version.ts';

/** A conversation as the list shows it. The unread count is absolute and holds for row `lastSeq` (S3-072). */
export const chat = z.strictObject({
  /** The conversation, by its id. */
  conversation: z.strictObject({ id: conversationId }),
  profile: profileCard,
  num_unread_messages: z.int(),
  lastSeq: seq,
  /** When the newest row was stored. */
  lastAt: at,
  preview: z.string(),
  /** The sender of the newest message; null without a visible one. */
  previewSender: z.nullable(id),
  /** The newest message is one of these, or was; its preview is what was written with it. */
  previewKind: z.optional(z.enum(['photo', 'gift'])),
  /** The reason why the newest message is gone, if it is. */
  previewGone: z.optional(gone),
  /** The last message the caller has read, and the last one the other side has received. */
  readSeq: seq,
  deliveredSeq: seq,
  message_credits: z.int(),
  /** Present once the caller muted it, or lets it be heard again. */
  mute: z.optional(toggle),
});
export type Chat = z.infer<typeof chat>;

/** The rest of a list of conversations: its position, its unread count, and if any of it is muted. */
export const olderChats = z.strictObject({
  /** The start of the next page, for `GET /api/older-chats.php`. */
  before: z.string(),
  /** Unread messages of the conversations that follow. */
  unread: z.int(),
  /** Present when any conversation that follows is muted. */
  muted: z.optional(z.literal(true)),
});

export const getChats = defineCall({
  name: 'getChats',
  feature: 'messaging',
  summary: 'The caller’s conversations, newest first, with exact unread counts.',
  access: 'member',
  method: 'GET',
  path: '/api/chats.php',
  input: z.strictObject({}),
  output: z.strictObject({
    chats: z.array(chat),
    /** Present for a member with more conversations than one answer holds. */
    older: z.optional(olderChats),
    version,
  }),
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
  summary:
    'Visible rows of one conversation: the newest page, those before a row, those after one, those around a row, or those from a moment on.',
  access: 'member',
  method: 'GET',
  path: '/api/messages.php',
  input: z.strictObject({
    conversation: conversationId,
    /** Only rows with a lower number than this. */
    before: z.optional(queryInt(1, 9_999_999_999)),
    after: z.optional(queryInt(0, 9_999_999_999)),
    /** The page that has this row in its middle. */
    around: z.optional(queryInt(1, 9_999_999_999)),
    /** Seconds since 1970: a day chosen from a calendar. */
    since: z.optional(queryInt(0, 9_999_999_999)),
    /** Most rows of the answer; 30 without it. */
    limit: z.optional(queryInt(1, 100)),
  }),
  output: z.strictObject({
    messages: z.array(message),
    /** The highest row that exists, voids included: what `after` should be next. */
    lastSeq: seq,
    /** True when older visible rows exist before the first one given. */
    hasOlder: z.boolean(),
    /** Given when rows after the last one given exist. */
    hasNewer: z.optional(z.literal(true)),
    /** Given when rows before the first one given are older than the site shows (S9-005). */
    isCut: z.optional(z.literal(true)),
    readSeq: seq,
    deliveredSeq: seq,
    receipts,
    /** The last message the other side has seen; 0 unless both have read receipts on. */
    seenSeq: seq,
    /** The caller’s stream version before the rows were read: later events change them. Null if it is unknown. */
    version: z.nullable(version),
  }),
  refusals: ['NOT_FOUND', 'BLOCKED_BY', 'BLOCKED_BY_YOU'],
  limit: 'read',
});

/** A paid send. The same over the socket and over HTTP, with the same answers. */
export const sendInput = z.strictObject({
  clientId,
  /** The member written to; the conversation follows from the pair. */
  profile: id,
  /**
   * The words, at most `message_length` of the settings in characters as people count them. May be empty
   * beside a photo or a gift.
   */
  text: text(MESSAGE_UNITS),
  /** The row this message answers: a visible one of the same conversation. */
  quote: z.optional(seq),
  /** A photo that was uploaded for this; the text is what stands under it, and may be empty. */
  photo: z.optional(id),
  /** A gift of the catalogue; the text is its note, and may be empty. */
  gift: z.optional(giftId),
  /** The price the sender saw. Costs it more now: PRICE_CHANGED, nothing sent. Costs it less: less is charged. */
  credits: z.int().check(z.minimum(0), z.maximum(1_000)),
  /** The sender has seen and confirmed what a fictional profile is. */
  fictionalConfirmed: z.optional(z.boolean()),
});
export type SendInput = z.infer<typeof sendInput>;

/** The message, and what its hold left. Of a repetition it is the same, so the balance may be an older one by then. */
export const sendOutput = z.strictObject({ message, balance });
export type SendOutput = z.infer<typeof sendOutput>;

const sendRefusals = [
  'NOT_FOUND',
  'BLOCKED_BY',
  'BLOCKED_BY_YOU',
  'RECIPIENT_GONE',
  'NOT_ENOUGH_CREDITS',
  'CONVERSATION_LIMIT',
  'PRICE_CHANGED',
  'SPENDING_LIMIT',
  'SPENDING_PAUSED',
  'OPENERS_CLOSED',
  'MESSAGE_EMPTY',
  'MESSAGE_TOO_LONG',
  'QUOTE_GONE',
  'PHOTO_GONE',
  'GIFT_GONE',
  'VALIDATION_FAILED',
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

export const readInput = z.strictObject({
  conversation: conversationId,
  /** The highest row read. */
  seq,
  /** The last row that was on a screen in front of the caller; kept only while their read receipts are on. */
  seen: z.optional(seq),
});

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
  input: z.strictObject({
    conversation: conversationId,
    /** The highest row received. */
    seq,
  }),
  output: z.strictObject({}),
  refusals: ['NOT_FOUND'],
  limit: 'signal',
});

export const messageCreated = defineOutbound({
  name: 'message:created',
  feature: 'messaging',
  summary:
    'A message was stored, to every device of both sides. The sender’s frame carries the balance; told late, after a crash, it does not, and it is asked for.',
  durable: true,
  early: true,
  // A message of another member costs this member nothing.
  leaves: ({ message: { sender }, profile }: { message: { sender: string }; profile: string }) =>
    sender === profile ? ['user', 'likes'] : ['likes'],
  payload: z.strictObject({ version: earlyVersion, message, profile: id, balance: z.optional(balance) }),
});

export const messageGone = defineOutbound({
  name: 'message:gone',
  feature: 'messaging',
  summary:
    'What a message held was taken away, to every device of both sides; so are quotes of it and reactions.',
  durable: true,
  leaves: () => ['likes'],
  payload: z.strictObject({
    version,
    conversation: conversationId,
    /** Row of the message. */
    seq,
    gone,
  }),
});

export const conversationMarked = defineOutbound({
  name: 'conversation:marked',
  feature: 'messaging',
  summary: 'The member read further on another device: absolute marks and unread count for row `lastSeq`.',
  durable: true,
  leaves: () => ['user', 'likes'],
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
  leaves: () => ['user', 'likes'],
  payload: z.strictObject({
    version,
    conversation: conversationId,
    /** The highest row that was removed with it. */
    upTo: seq,
  }),
});

/** A hold to close, with the row it paid for. */
export const settleItem = z.strictObject({
  /** The member who pays. */
  member: id,
  clientId,
  conversation: conversationId,
  /** Row that was paid for. */
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

export const sweepReturns = defineJob({
  name: 'sweep-returns',
  feature: 'messaging',
  summary:
    'Carries out what is owed by now: credits that come back, and what follows from blocks and decisions that a crash cut off.',
  // One row may lead to thousands of returns, and must keep no hold waiting.
  queue: 'timers',
  data: z.strictObject({}),
});
