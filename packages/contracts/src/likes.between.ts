import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { profileCard } from './profiles.ts';
import { at, id } from './shapes.ts';

export const getLike = defineCall({
  name: 'getLike',
  feature: 'likes',
  summary:
    'A like between the caller and one other, however old: the card of the other, and since when they like the caller, where they do.',
  access: 'member',
  method: 'GET',
  path: '/api/like.php',
  input: z.strictObject({ profile: id }),
  output: z.strictObject({
    profile: profileCard,
    /** Since when they like the caller; left out when they do not. */
    received: z.optional(at),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'read',
});
