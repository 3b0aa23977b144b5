import { getCompanyInfo, getRegions, getUser, type PublicSettings, type Version } from '@heartline/contracts';
import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { call, isSignedOut } from './api.ts';
import { withLanguageDue } from './language-due.ts';
import { keys } from './query-keys.ts';
import { readSettings, takeServedToVisitor } from './served-settings.ts';
import { isLogOutDue, wasSignedIn } from './signed-in.ts';
import { startAnew } from './start-anew.ts';
import { type UserState, withLaterBalance } from './user-state.ts';

export { keys };

/** `call` repeats what is safe to repeat, so the cache does not repeat on top of it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a question fails at once, so that the page can say so, and is asked again when it is back.
    queries: {
      retry: false,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * For what the app opens with: the answer, or what this browser kept of the last one when the server is not reached.
 * Only for the first answer of a page; what it holds already is never put back.
 */
export async function orPersisted<T>(queryKey: QueryKey, asked: Promise<T>): Promise<T> {
  if (!wasSignedIn() || queryClient.getQueryData(queryKey) !== undefined) return asked;
  asked.catch(() => undefined);
  return (await import('./persisted-cache/answer-or-persisted.ts')).answerOrPersisted(
    queryClient,
    queryKey,
    asked,
  );
}

/** What the member's stream had come to when this page first knew them. */
let first: Version | undefined;

/** The version that no answer of this page about its member is older than, those that carry none included. */
export const firstVersion = () => first;

/** The signed-in member with the version of their event stream, or null for a visitor. */
export const userQuery = queryOptions({
  queryKey: keys.user,
  queryFn: ({ signal }) => orPersisted<UserState | null>(keys.user, askForUser(signal)),
  staleTime: Number.POSITIVE_INFINITY,
});

async function askForUser(signal: AbortSignal): Promise<UserState | null> {
  // Signed out without a network: the server hears of it before anything is asked as that member again.
  if (isLogOutDue() && !(await (await import('./leave.ts')).notifyServer())) return null;
  // A page from the browser's history may be older than the session.
  if (takeServedToVisitor() && !wasSignedIn()) return null;
  try {
    const answer = await withLanguageDue(await call(getUser, {}, { signal }));
    const held = queryClient.getQueryData<UserState | null>(keys.user);
    if (held && held.user.id !== answer.user.id) return await startAnew();
    first = held ? (first ?? held.version) : answer.version;
    return withLaterBalance(answer, held);
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }): Promise<PublicSettings> => orPersisted(keys.settings, readSettings(signal)),
  staleTime: Number.POSITIVE_INFINITY,
});

export const REGIONS_AGAIN_MS = 5_000;

/** Regions of the site's countries in the language of the page. */
export const regionsQuery = queryOptions({
  queryKey: keys.regions,
  queryFn: async ({ signal }) => (await call(getRegions, {}, { signal })).regions,
  staleTime: Number.POSITIVE_INFINITY,
  // There is no going on without one, and nothing to press that would ask for them again.
  refetchInterval: ({ state }) => (state.status === 'error' ? REGIONS_AGAIN_MS : false),
});

/** Who runs the site; asked for by the first screen that shows it. */
export const companyQuery = queryOptions({
  queryKey: keys.company,
  queryFn: ({ signal }) => call(getCompanyInfo, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
