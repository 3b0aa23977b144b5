import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { promptKey } from './profiles.prompts.ts';
import { profileCard } from './profiles.ts';
import { at } from './shapes.ts';

/** Likes received, those of them that were not looked at yet, likes given, and matches. */
export const likeList = z.enum(['received', 'new', 'given', 'matches']);
export type LikeList = z.infer<typeof likeList>;

/** The position in a list of likes: the time of a like, and the id of the other member. */
const likeMark = z.string().check(z.regex(/^\d{1,15}:[0-9a-f]{24}$/));

export const getOlderLikes = defineCall({
  name: 'getOlderLikes',
  feature: 'likes',
  summary:
    'The people of one list of likes after `before`, newest first, page by page; without it from the newest on. It is where one with a card in `GET /api/likes.php` stands, or what a page gave as `next`.',
  access: 'member',
  method: 'GET',
  path: '/api/older-likes.php',
  input: z.strictObject({
    /** The list to read. */
    list: likeList,
    /** The end of the previous page: the time of a like, a colon and the id of the other member. */
    before: z.optional(likeMark),
  }),
  output: z.strictObject({
    /** Likes of the list, newest first. */
    likes: z.array(
      z.strictObject({
        profile: profileCard,
        /** When the like was given. */
        at,
        /** The answered prompt that the like is about, if any; left out in the list of matches. */
        prompt: z.optional(promptKey),
      }),
    ),
    /** Present while there are more. */
    next: z.optional(likeMark),
  }),
  refusals: [],
  limit: 'read',
});
