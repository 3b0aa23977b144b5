import * as z from 'zod/mini';
import { giftId, giftPicture } from './messaging.gifts.ts';
import { chatPhoto } from './messaging.photos.ts';
import { at, clientId, conversationId, id, seq } from './shapes.ts';

/**
 * What was taken out of a message: by its sender before it was read (`unsent`, with the credits back), a photo called
 * back (`recalled`), by the site (`removed`), or with the account of who wrote it (`erased`). The row keeps its number;
 * nothing of what it said leaves the server any more.
 */
export const gone = z.enum(['unsent', 'recalled', 'removed', 'erased']);
export type Gone = z.infer<typeof gone>;

/** What members put under a message with one press; any other emoji comes from the picker. */
export const QUICK_REACTIONS = ['❤️', '😂', '😮', '😢', '🔥', '👍'] as const;

/**
 * How one member reacted to a message. `rev` counts the changes: an older one never stands over a newer. `emoji` is null
 * once it was taken back.
 */
export const reaction = z.strictObject({
  /** Id of the member who reacts. */
  member: id,
  /** The emoji; null once it was taken back. */
  emoji: z.nullable(z.string()),
  rev: z.int(),
});
export type Reaction = z.infer<typeof reaction>;

/** What the message holds. */
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

/** What every visible row has, whatever it holds. `text` is '' where a kind has no words, and where they are gone. */
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
      /** Which drawing it has. */
      picture: giftPicture,
    }),
  ),
});

/** One visible row of a conversation. Void, block and unblock rows are stepped over and never leave the server. */
export const message = z.discriminatedUnion('kind', [textMessage, photoMessage, giftMessage]);
export type Message = z.infer<typeof message>;
