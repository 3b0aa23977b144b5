import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { done, id } from './shapes.ts';

export const seeLike = defineCall({
  name: 'seeLike',
  feature: 'likes',
  summary: 'The caller has looked at a like, as in the match dialog: it is not new any more. Safe to repeat.',
  access: 'member',
  method: 'POST',
  path: '/api/see-like.php',
  input: z.strictObject({ profile: id }),
  output: done,
  refusals: [],
  limit: 'write',
});

export const hideMatch = defineCall({
  name: 'hideMatch',
  feature: 'likes',
  summary:
    'Hides a match from the row of new matches on all devices of the caller, or shows it there again. The match itself stays. Safe to repeat.',
  access: 'member',
  method: 'POST',
  path: '/api/hide-match.php',
  input: z.strictObject({
    profile: id,
    /** False shows it again. */
    hidden: z.boolean(),
  }),
  output: done,
  refusals: ['NOT_FOUND'],
  limit: 'write',
});
