import * as z from 'zod/mini';
import { giftId, giftPicture } from './messaging.gifts.ts';
import { chatPhoto } from './messaging.photos.ts';
import { at, clientId, conversationId, id, seq } from './shapes.ts';

/**
 * Reasons why a message is gone. The row keeps its number, and the server no longer gives out its content.
 *
 * - `unsent`: the sender took it back before it was read; the credits are returned.
 * - `recalled`: the sender took back a photo.
 * - `removed`: the site removed it.
 * - `erased`: the account of the sender was erased.
 */
export const gone = z.enum(['unsent', 'recalled', 'removed', 'erased']);
export type Gone = z.infer<typeof gone>;

/** Reactions offered with one press; the picker has all other emoji. */
export const QUICK_REACTIONS = ['❤️', '😂', '😮', '😢', '🔥', '👍'] as const;

/**
 * The reaction of one member to a message. `rev` counts the changes, so an older one never replaces a newer one. `emoji`
 * is null after the member removed it.
 */
export const reaction = z.strictObject({
  /** Id of the member who reacts. */
  member: id,
  /** The emoji; null once it was taken back. */
  emoji: z.nullable(z.string()),
  rev: z.int(),
});
export type Reaction = z.infer<typeof reaction>;

/** Kinds of messages. */
export const messageKind = z.enum(['text', 'photo', 'gift']);
export type MessageKind = z.infer<typeof messageKind>;

/** The message another one answers, as far as it may be seen now: of one that is gone, only that it is. */
export const quote = z.strictObject({
  seq,
  sender: id,
  kind: messageKind,
  /** Its first words; '' when it has none. */
  text: z.string(),
  gone: z.optional(gone),
});
export type Quote = z.infer<typeof quote>;

/** Fields of every visible row. `text` is '' for a kind without text, and for a removed message. */
const base = {
  conversation: conversationId,
  seq,
  sender: id,
  clientId,
  text: z.string(),
  /** When it was stored. */
  at,
  gone: z.optional(gone),
  quote: z.optional(quote),
  /** At most one of each side; left out where nobody ever reacted. */
  reactions: z.optional(z.array(reaction)),
};

export const textMessage = z.strictObject({
  /** A message of words. */
  kind: z.literal('text'),
  ...base,
});

/** A photo, its words being what was written under it. Without a photo it is gone. */
export const photoMessage = z.strictObject({
  /** A photo, with or without words. */
  kind: z.literal('photo'),
  ...base,
  photo: z.optional(chatPhoto),
});

/** A gift with a note. Without a gift it is gone. */
export const giftMessage = z.strictObject({
  /** A gift, with or without words. */
  kind: z.literal('gift'),
  ...base,
  /** The gift. */
  gift: z.optional(
    z.strictObject({
      /** Name of the gift in the catalogue. */
      id: giftId,
      /** The name of its picture. */
      picture: giftPicture,
    }),
  ),
});

/** One visible row of a conversation. Void, block and unblock rows are stepped over and never leave the server. */
export const message = z.discriminatedUnion('kind', [textMessage, photoMessage, giftMessage]);
export type Message = z.infer<typeof message>;
