import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { deckEnd, deckFilter, searchCursor, visitorFacts } from './discovery.shapes.ts';
import { profileCard } from './profiles.ts';
import { done, id } from './shapes.ts';

export const findMatches = defineCall({
  name: 'findMatches',
  feature: 'discovery',
  summary:
    'The next cards of the match finder: people the caller may like and who may like the caller, neither liked nor passed yet; in the caller’s country unless another place is named. A `gender` of people who cannot match counts for nothing. The caller’s remembered search is `GET /api/search.php`; clients pass its fields on.',
  access: 'member',
  method: 'GET',
  path: '/api/match-finder.php',
  input: z.strictObject({
    ...deckFilter.shape,
    /** `1`: in any country. A `wider.search` without a country needs it. */
    everywhere: z.optional(z.literal('1')),
    cursor: searchCursor,
  }),
  output: z.strictObject({
    results: z.array(profileCard),
    nextCursor: z.nullable(z.string()),
    /** The end of the deck; null while there are more cards. */
    end: deckEnd,
  }),
  refusals: ['VALIDATION_FAILED'],
  limit: 'search',
});

export const passProfile = defineCall({
  name: 'passProfile',
  feature: 'discovery',
  summary: 'Lays a card of the match finder aside for 30 days. Nobody is told; repeating changes nothing.',
  access: 'member',
  method: 'POST',
  path: '/api/pass.php',
  input: z.strictObject({ profile: id }),
  output: done,
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const undoPass = defineCall({
  name: 'undoPass',
  feature: 'discovery',
  summary: 'Brings a card that was laid aside back. Repeating changes nothing.',
  access: 'member',
  method: 'DELETE',
  path: '/api/pass.php',
  input: z.strictObject({ profile: id }),
  output: done,
  refusals: [],
  limit: 'write',
});

export const getSwipeGame = defineCall({
  name: 'getSwipeGame',
  feature: 'discovery',
  summary: 'The next cards of the visitors’ swipe game, and how many likes are left today.',
  access: 'public',
  method: 'GET',
  path: '/api/swipe-game.php',
  input: z.strictObject({ ...deckFilter.shape, ...visitorFacts.shape, cursor: searchCursor }),
  output: z.strictObject({
    results: z.array(profileCard),
    nextCursor: z.nullable(z.string()),
    likes_left: z.int(),
    /** The end of the deck; null while there are more cards. */
    end: deckEnd,
  }),
  refusals: ['VALIDATION_FAILED'],
  limit: 'search',
});

export const swipeLike = defineCall({
  name: 'swipeLike',
  feature: 'discovery',
  summary:
    'A visitor likes a card: four a day for each visitor and for each network, kept until they sign up. A second like of the same card takes nothing.',
  access: 'public',
  method: 'POST',
  path: '/api/swipe-game.php',
  input: z.strictObject({ profile: id }),
  output: z.strictObject({ likes_left: z.int() }),
  refusals: ['SWIPE_LIMIT', 'NOT_FOUND'],
  limit: 'search',
});

export const undoSwipeLike = defineCall({
  name: 'undoSwipeLike',
  feature: 'discovery',
  summary:
    'Takes a visitor’s like back. It stays counted for its day: the same card can be liked again for nothing, another one needs another like. Repeating changes nothing.',
  access: 'public',
  method: 'DELETE',
  path: '/api/swipe-game.php',
  input: z.strictObject({ profile: id }),
  output: z.strictObject({ likes_left: z.int() }),
  refusals: [],
  limit: 'search',
});
