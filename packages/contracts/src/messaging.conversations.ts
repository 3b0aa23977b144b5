import * as z from 'zod/mini';
import { defineCall, defineInbound } from './define.ts';
import { chat, olderChats } from './messaging.ts';
import { lastActiveBand } from './profiles.ts';
import { at, conversationId, id, seq, text } from './shapes.ts';

/** The position of the next page of a list or a search. The client sends it back unchanged. */
const cursor = z.string().check(z.regex(/^\d{1,15}:[0-9a-f]{24}(:\d{1,10})?$/));

export const getOlderChats = defineCall({
  name: 'getOlderChats',
  feature: 'messaging',
  summary: 'The conversations after those of `GET /api/chats.php`, newest first, page by page.',
  access: 'member',
  method: 'GET',
  path: '/api/older-chats.php',
  input: z.strictObject({
    /** `before` of the answer that came last. */
    before: cursor,
  }),
  output: z.strictObject({ chats: z.array(chat), older: z.optional(olderChats) }),
  refusals: [],
  limit: 'read',
});

export const getChat = defineCall({
  name: 'getChat',
  feature: 'messaging',
  summary: 'One of the caller’s conversations, as the list shows it, however old.',
  access: 'member',
  method: 'GET',
  path: '/api/chat.php',
  input: z.strictObject({ conversation: conversationId }),
  output: z.strictObject({
    /** The conversation. */
    chat,
  }),
  refusals: ['NOT_FOUND', 'BLOCKED_BY', 'BLOCKED_BY_YOU'],
  limit: 'read',
});

/** A message that holds every word of the question. */
export const chatHit = z.strictObject({
  conversation: conversationId,
  seq,
  sender: id,
  /** When it was sent. */
  at,
  /** The part of its text around the first word found. */
  snippet: z.string(),
});
export type ChatHit = z.infer<typeof chatHit>;

export const searchChats = defineCall({
  name: 'searchChats',
  feature: 'messaging',
  summary:
    'Looks for words in the messages the caller can read, the newest first: in one conversation, or in all, the latest conversation first and a few messages of each. Each call looks through a bounded number of rows and says where to go on.',
  access: 'member',
  method: 'GET',
  path: '/api/search-chats.php',
  input: z.strictObject({
    /** Words to look for. A message fits that has all of them. */
    q: text(200),
    conversation: z.optional(conversationId),
    /** `next` of the answer that came last. */
    before: z.optional(cursor),
  }),
  output: z.strictObject({
    /** Messages found. */
    hits: z.array(chatHit),
    /** Conversations whose person is called so; with the first part of a search over all of them. */
    people: z.array(chat),
    /** The conversations that hits are in. */
    chats: z.array(chat),
    /** Present while there is more to look through. */
    next: z.optional(cursor),
  }),
  refusals: ['NOT_FOUND', 'BLOCKED_BY', 'BLOCKED_BY_YOU'],
  limit: 'search',
});

/** People asked about at once: what a screen shows. */
export const PRESENCE_ASKED = 50;

export const presenceAsk = defineInbound({
  name: 'presence:ask',
  feature: 'messaging',
  summary:
    'Who of these is here now, and how recently the others were, for people the caller is in a conversation with; nobody else, nobody invisible and nobody fictional is told of.',
  input: z.strictObject({
    /** Ids of the people, at most 50. */
    profiles: z.array(id).check(z.maxLength(PRESENCE_ASKED)),
  }),
  output: z.strictObject({
    /** Those of them the caller may ask about. */
    people: z.array(
      z.strictObject({
        /** Id of that member. */
        id,
        online: z.boolean(),
        last_active: lastActiveBand,
      }),
    ),
  }),
  refusals: [],
  limit: 'signal',
});
