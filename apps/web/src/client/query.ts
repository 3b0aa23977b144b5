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

/** The cache does not repeat failed calls: `call` does. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a query fails at once, so that the page can say so. It runs again when the network is back.
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
 * For the queries the app opens with: the answer, or this browser's persisted one when the server is not reached. Only
 * for the first answer of a page: it never replaces newer data.
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

/** The position of the member's event stream when this page first knew the member. */
let first: Version | undefined;

/** No answer of this page about its member is older than this version, answers without a version included. */
export const firstVersion = () => first;

/** The signed-in member with the version of their event stream, or null for a visitor. */
export const userQuery = queryOptions({
  queryKey: keys.user,
  queryFn: ({ signal }) => orPersisted<UserState | null>(keys.user, askForUser(signal)),
  staleTime: Number.POSITIVE_INFINITY,
});

async function askForUser(signal: AbortSignal): Promise<UserState | null> {
  // The member signed out while offline: the server must know before anything is asked as that member again.
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
  // Sign-up needs a region, and no button would load the regions again.
  refetchInterval: ({ state }) => (state.status === 'error' ? REGIONS_AGAIN_MS : false),
});

/** The company that runs the site. Loaded by the first screen that shows it. */
export const companyQuery = queryOptions({
  queryKey: keys.company,
  queryFn: ({ signal }) => call(getCompanyInfo, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
