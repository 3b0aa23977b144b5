import * as z from 'zod/mini';
import { spendingPeriod } from './credits.ts';
import { defineCall } from './define.ts';
import { lastActiveBand } from './profiles.ts';
import { at, conversationId, done, id, queryInt, seq } from './shapes.ts';

export const unsendMessage = defineCall({
  name: 'unsendMessage',
  feature: 'messaging',
  summary:
    'Takes back one’s own message while the other side has not read it; its credits come back. Safe to repeat.',
  access: 'member',
  method: 'DELETE',
  path: '/api/message.php',
  input: z.strictObject({
    conversation: conversationId,
    /** Number of the row to take back. */
    seq,
  }),
  output: done,
  refusals: ['NOT_FOUND', 'MESSAGE_READ', 'UNAVAILABLE'],
  limit: 'write',
});

export const getMessagePrice = defineCall({
  name: 'getMessagePrice',
  feature: 'messaging',
  summary:
    'What to know before writing to somebody: price, credits, conversations left, and how the other is reached.',
  access: 'member',
  method: 'GET',
  path: '/api/message-price.php',
  input: z.strictObject({
    profile: id,
    /** The price in credits of a gift or a photo; the price of a text message without it. */
    credits: z.optional(queryInt(0, 100_000)),
  }),
  output: z.strictObject({
    /** Of this message and of the next. */
    message_credits: z.int(),
    /** Credits that the caller can spend. */
    credits: z.int(),
    /** Conversations a free member may still start; null where there is no limit. */
    conversations_left: z.nullable(z.int()),
    /** True when this message would start a conversation that counts. */
    starts_conversation: z.boolean(),
    online: z.boolean(),
    /** The last activity in bands; null for invisible members and fictional profiles. */
    last_active: z.nullable(lastActiveBand),
    /** Language of the other member. */
    language: z.string(),
    takes_openers: z.boolean(),
    /** False when a first message would be refused: the other takes none from people they do not like. */
    may_open: z.boolean(),
    /** Until when the caller paused their own spending. */
    pausedUntil: z.nullable(at),
    /** The caller's own limit that this would pass, paused or not, and until when. */
    limit: z.nullable(
      z.strictObject({
        /** The limit, in credits. */
        credits: z.int(),
        /** The period it is of. */
        period: spendingPeriod,
        until: at,
      }),
    ),
    /** Present of a fictional profile once the caller confirmed, on any device, what that is. */
    fictionalConfirmed: z.optional(z.literal(true)),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'read',
});

export const getOpeners = defineCall({
  name: 'getOpeners',
  feature: 'messaging',
  summary: 'Whether the caller takes first messages from people they have not liked.',
  access: 'member',
  method: 'GET',
  path: '/api/openers.php',
  input: z.strictObject({}),
  output: z.strictObject({ takes_openers: z.boolean() }),
  refusals: [],
  limit: 'read',
});

export const setOpeners = defineCall({
  name: 'setOpeners',
  feature: 'messaging',
  summary: 'Takes first messages from everybody, or only from people the caller has liked.',
  access: 'member',
  method: 'POST',
  path: '/api/openers.php',
  input: z.strictObject({ takes_openers: z.boolean() }),
  output: done,
  refusals: [],
  limit: 'write',
});
