import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { profileCard } from './profiles.ts';
import { id, nothing } from './shapes.ts';

/** Calls of the pages around a sign-up: whom one may meet. */

export const getSignUpMatches = defineCall({
  name: 'getSignUpMatches',
  feature: 'discovery',
  summary:
    'Up to six members who may suit the caller, shown before the e-mail is confirmed; first the one whose page began the sign-up. The same six all day, never fictional ones.',
  access: 'signed-in',
  method: 'GET',
  path: '/api/signup-matches.php',
  input: nothing,
  output: z.strictObject({ results: z.array(profileCard) }),
  refusals: [],
  limit: 'search',
});

export const getEntryMember = defineCall({
  name: 'getEntryMember',
  feature: 'discovery',
  summary:
    'The card of the member of a landing or sign-up page, as visitors see it, with what they say about themselves.',
  access: 'public',
  method: 'GET',
  path: '/api/entry-member.php',
  input: z.strictObject({ id }),
  output: z.strictObject({
    profile: profileCard,
    /** Their own words; null without any. */
    about: z.nullable(z.string()),
    /** The language of these words. */
    language: z.string(),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'search',
});
