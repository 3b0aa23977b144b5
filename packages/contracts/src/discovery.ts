import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { searchFilter, searchPage, searchQuery, searchSort, visitorFacts } from './discovery.shapes.ts';
import { profile, profileCard } from './profiles.ts';
import { id } from './shapes.ts';

export const searchMembers = defineCall({
  name: 'searchMembers',
  feature: 'discovery',
  summary:
    'A page of members that fit the search, never the caller, blockers, the blocked or the invisible. Advanced fields are for premium members. Searching does not change the remembered search.',
  access: 'member',
  method: 'GET',
  path: '/api/members.php',
  input: searchQuery,
  output: searchPage,
  refusals: ['PREMIUM_REQUIRED', 'VALIDATION_FAILED'],
  limit: 'search',
});

export const countMembers = defineCall({
  name: 'countMembers',
  feature: 'discovery',
  summary: 'How many members fit a search: the number that follows a filter while it is dragged.',
  access: 'member',
  method: 'GET',
  path: '/api/members-count.php',
  input: z.strictObject({
    ...searchFilter.shape,
    /** Changes no number. It is taken so that clients can pass a whole search on. */
    sort: z.optional(searchSort),
  }),
  output: z.strictObject({ numResults: z.int() }),
  refusals: ['PREMIUM_REQUIRED', 'VALIDATION_FAILED'],
  limit: 'search',
});

export const similarMembers = defineCall({
  name: 'similarMembers',
  feature: 'discovery',
  summary:
    'Members who do not fit the search but the next wider one: those whom `wider` of the search counts. Its own `wider` is that of the same search.',
  access: 'member',
  method: 'GET',
  path: '/api/similar-members.php',
  input: searchQuery,
  output: searchPage,
  refusals: ['PREMIUM_REQUIRED', 'VALIDATION_FAILED'],
  limit: 'search',
});

export const relatedMembers = defineCall({
  name: 'relatedMembers',
  feature: 'discovery',
  summary:
    'Up to eight members like the one looked at who may match the caller: same gender and country, about the same age.',
  access: 'member',
  method: 'GET',
  path: '/api/related-members.php',
  input: z.strictObject({ id }),
  output: z.strictObject({ results: z.array(profileCard) }),
  refusals: ['NOT_FOUND'],
  limit: 'search',
});

export const searchAsVisitor = defineCall({
  name: 'searchAsVisitor',
  feature: 'discovery',
  summary:
    'A page of members for a visitor, where the site’s setting for this visitor’s traffic source allows it: `basic` gives cards only, `full` lets them open profiles.',
  access: 'public',
  method: 'GET',
  path: '/api/visitor-members.php',
  input: z.strictObject({ ...searchQuery.shape, ...visitorFacts.shape }),
  output: z.strictObject({
    ...searchPage.shape,
    /** `basic`: cards only. `full`: profiles may be opened too. */
    search: z.enum(['basic', 'full']),
  }),
  refusals: ['AUTHENTICATION_REQUIRED', 'PREMIUM_REQUIRED', 'VALIDATION_FAILED'],
  limit: 'search',
});

const visitorProfile = z.omit(profile, { conversation: true, message_credits: true });

export const getProfileAsVisitor = defineCall({
  name: 'getProfileAsVisitor',
  feature: 'discovery',
  summary: 'One profile for a visitor whose search is `full`: the main picture only, the others locked.',
  access: 'public',
  method: 'GET',
  path: '/api/visitor-member.php',
  input: z.strictObject({ id }),
  output: z.strictObject({
    /** The profile as a visitor may see it. */
    profile: visitorProfile,
  }),
  refusals: ['AUTHENTICATION_REQUIRED', 'NOT_FOUND'],
  limit: 'search',
});
