import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { profileCard } from './profiles.ts';
import { at, id } from './shapes.ts';

export const getLike = defineCall({
  name: 'getLike',
  feature: 'likes',
  summary:
    'The card of somebody who likes the caller or whom the caller likes, however old the like, and since when they like the caller, where they do.',
  access: 'member',
  method: 'GET',
  path: '/api/like.php',
  input: z.strictObject({ profile: id }),
  output: z.strictObject({ profile: profileCard, received: z.optional(at) }),
  refusals: ['NOT_FOUND'],
  limit: 'read',
});
