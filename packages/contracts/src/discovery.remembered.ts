import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { memberSearch } from './discovery.shapes.ts';
import { nothing } from './shapes.ts';

/** The search a member starts with, on every device. */
const startSearch = z.strictObject({
  /**
   * The search, without fields that the member may not search by, such as advanced ones after Premium ended. A `gender` or
   * `sexuality` of people who cannot match since the profile changed is left out too. A search saved for such people has
   * `fits=any`.
   */
  search: memberSearch,
  /** False: made from the profile, since the member never saved one. */
  remembered: z.boolean(),
});

export const getSearch = defineCall({
  name: 'getSearch',
  feature: 'discovery',
  summary:
    'The search to start with: the remembered one, else one made from the profile: whom the caller looks for, own country and region, ages within ten years.',
  access: 'member',
  method: 'GET',
  path: '/api/search.php',
  input: nothing,
  output: startSearch,
  refusals: [],
  limit: 'read',
});

export const saveSearch = defineCall({
  name: 'saveSearch',
  feature: 'discovery',
  summary:
    'Remembers a search for all devices of the caller. It replaces the one before; the last write wins, repeating changes nothing. Only this call remembers: searching does not.',
  access: 'member',
  method: 'PUT',
  path: '/api/search.php',
  input: memberSearch,
  output: startSearch,
  refusals: ['PREMIUM_REQUIRED', 'VALIDATION_FAILED'],
  limit: 'write',
});

export const resetSearch = defineCall({
  name: 'resetSearch',
  feature: 'discovery',
  summary: 'Forgets the remembered search, and answers the one made from the profile.',
  access: 'member',
  method: 'DELETE',
  path: '/api/search.php',
  input: nothing,
  output: startSearch,
  refusals: [],
  limit: 'write',
});
