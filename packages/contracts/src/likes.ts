import * as z from 'zod/mini';
import { defineCall, defineJob, defineOutbound } from './define.ts';
import { promptKey } from './profiles.prompts.ts';
import { profileCard } from './profiles.ts';
import { at, id } from './shapes.ts';
import { version } from './version.ts';

export const getLikes = defineCall({
  name: 'getLikes',
  feature: 'likes',
  summary:
    'Likes received and given, and matches: who liked the caller (the newest 500), whom the caller likes (the newest 5,000), who of these matches, and which likes are new, newest first. `profiles` has cards of the newest 500 of each list; `more` is there where older likes stand beyond them.',
  access: 'member',
  method: 'GET',
  path: '/api/likes.php',
  input: z.strictObject({}),
  output: z.strictObject({
    /** Cards of the people in the lists. */
    profiles: z.array(profileCard),
    /** Members who like the caller. */
    liked_by: z.array(
      z.strictObject({
        /** Id of that member. */
        id,
        /** True until the caller has looked at it. */
        like_new: z.boolean(),
        /** When the like was given. */
        at,
        /** The answered prompt that the like is about, if any. */
        prompt: z.optional(promptKey),
      }),
    ),
    /** Members the caller likes. */
    given: z.array(
      z.strictObject({
        /** Id of that member. */
        id,
        /** When the like was given. */
        at,
        /** The answered prompt that the like is about, if any. */
        prompt: z.optional(promptKey),
      }),
    ),
    /** Likes that are mutual. */
    matches: z.array(
      z.strictObject({
        /** Id of that member. */
        id,
        /** When the second of the two likes was given. */
        at,
        /** Present on a new match: without a message so far, and not hidden by the caller. Of the newest 60. */
        unwritten: z.optional(z.literal(true)),
      }),
    ),
    /** Present when older likes exist; `GET /api/older-likes.php` has them. */
    more: z.optional(z.literal(true)),
    version,
  }),
  refusals: [],
  limit: 'read',
});

export const likeProfile = defineCall({
  name: 'likeProfile',
  feature: 'likes',
  summary: 'Likes a profile. A second call changes nothing; `matched` says whether the like is mutual.',
  access: 'member',
  method: 'POST',
  path: '/api/like.php',
  input: z.strictObject({
    profile: id,
    /**
     * The answered prompt that the like is about. It is left out if the profile does not show it now, or if the like
     * exists already.
     */
    prompt: z.optional(promptKey),
  }),
  output: z.strictObject({ matched: z.boolean() }),
  refusals: ['NOT_FOUND', 'BLOCKED_BY', 'BLOCKED_BY_YOU'],
  limit: 'write',
});

export const unlikeProfile = defineCall({
  name: 'unlikeProfile',
  feature: 'likes',
  summary: 'Takes a like back. A second call changes nothing.',
  access: 'member',
  method: 'DELETE',
  path: '/api/like.php',
  input: z.strictObject({ profile: id }),
  output: z.strictObject({
    /** A like that was taken back matches nothing. */
    matched: z.literal(false),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const autoLike = defineCall({
  name: 'autoLike',
  feature: 'likes',
  summary:
    'The like for the popup: the newest one received that was neither looked at nor shown by a popup on any device. Real likes only; NOT_FOUND where there is none. The path of `main_image.match` goes after `cdn_prefix`.',
  access: 'member',
  method: 'GET',
  path: '/api/auto-like.php',
  changesState: true,
  input: z.strictObject({}),
  output: z.strictObject({
    ...z.omit(profileCard, {
      /** Main picture; null without one. */
      main_image: true,
    }).shape,
    matched: z.boolean(),
    /** The caller's answered prompt that the like is about, if any. */
    prompt: z.optional(promptKey),
    /** Main picture; null without one. */
    main_image: z.nullable(
      z.strictObject({
        /** Path of the picture for the popup. */
        match: z.string(),
      }),
    ),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const likeReceived = defineOutbound({
  name: 'like:received',
  feature: 'likes',
  summary: 'Somebody likes the member.',
  durable: true,
  leaves: () => ['user'],
  payload: z.strictObject({
    version,
    profile: profileCard,
    /** When the like was given. */
    at,
    /** The member's answered prompt that the like is about, if any. */
    prompt: z.optional(promptKey),
  }),
});

export const likeChanged = defineOutbound({
  name: 'like:changed',
  feature: 'likes',
  summary:
    'How the member and somebody stand now: a like was given, taken back or seen on another device, or the other one withdrew theirs, is not shown any more, or again.',
  durable: true,
  leaves: () => ['user'],
  payload: z.strictObject({
    version,
    profile: id,
    /** True if the member likes them. */
    given: z.boolean(),
    /** True if they like the member. */
    received: z.boolean(),
    /** True if the member has not looked at their like yet. */
    isNew: z.boolean(),
    /** Present when the member hid the match from the new ones (true), or shows it again (false). */
    hidden: z.optional(z.boolean()),
  }),
});

export const matchCreated = defineOutbound({
  name: 'match:created',
  feature: 'likes',
  summary: 'Two likes met: both members see the match dialog at once.',
  durable: true,
  leaves: () => ['user'],
  payload: z.strictObject({
    version,
    profile: profileCard,
    /** When the likes met. */
    at,
    /** Present when the two have not written to each other so far. */
    unwritten: z.optional(z.literal(true)),
  }),
});

export const notifySharers = defineJob({
  name: 'tell-sharers',
  feature: 'likes',
  summary:
    'Tells everybody who shares a like with a member how the two stand, once the member is shown nowhere any more, or again; with `partners` also everybody who is in a conversation with them.',
  // A walk may be long, and must keep no sweep waiting.
  queue: 'exports',
  data: z.strictObject({
    member: id,
    /** Also everybody who is in a conversation with the member. */
    partners: z.optional(z.literal(true)),
  }),
});
