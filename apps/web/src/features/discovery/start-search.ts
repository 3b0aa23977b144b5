import { getSearch, resetSearch, saveSearch } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, actingAs, call } from '../../client/api.ts';
import { beforeLogOut } from '../../client/before-log-out.ts';
import { keys, queryClient } from '../../client/query.ts';
import { createRequestQueue } from '../../client/request-queue.ts';
import { isSameSearch, type MemberSearch, parseMemberSearch, toRemembered } from './member-search.ts';

/** The search a member starts with. `isRemembered` is false if it was made from the profile. */
export interface StartSearch {
  search: MemberSearch;
  isRemembered: boolean;
}

/** Another device may have changed the search meanwhile. */
const STALE_MS = 60_000;

/** Saves and resets in the order they were made: the server keeps what came last. */
const changes = createRequestQueue();

beforeLogOut(changes.drained);

const read = (answer: { search: object; remembered: boolean }): StartSearch => ({
  search: parseMemberSearch({ ...answer.search }),
  isRemembered: answer.remembered,
});

const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** The search that the server remembers for this member, on all devices. */
export const startSearchQuery = queryOptions({
  queryKey: keys.startSearch,
  queryFn: async ({ signal }): Promise<StartSearch> => read(await call(getSearch, {}, { signal })),
  staleTime: STALE_MS,
});

/**
 * Remembers a search for the next visit. A failure is no reason to disturb: the next change saves again. After a
 * refusal the search is read again, as the server has another one.
 */
export async function rememberSearch(search: MemberSearch): Promise<void> {
  const known = queryClient.getQueryData(startSearchQuery.queryKey);
  if (known && isSameSearch(known.search, search)) return;
  await queryClient.cancelQueries(startSearchQuery);
  queryClient.setQueryData(startSearchQuery.queryKey, { search, isRemembered: true });
  try {
    await changes.enqueue(() => call(saveSearch, toRemembered(search)));
  } catch (error) {
    if (!isRefused(error)) return;
    // A later save may be waiting. Its search must not be replaced by an older answer.
    await changes.drained();
    await queryClient.invalidateQueries(startSearchQuery);
  }
}

/**
 * Forgets the remembered search. Returns the one made from the profile.
 *
 * @throws {ApiError} when the server was not reached.
 */
export async function forgetSearch(): Promise<MemberSearch> {
  const by = actingAs();
  const start = read(await changes.enqueue(() => call(resetSearch, {})));
  // The cache may belong to another member by now.
  if (actingAs() === by) queryClient.setQueryData(startSearchQuery.queryKey, start);
  return start.search;
}
