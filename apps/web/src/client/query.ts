import {
  getChats,
  getCompanyInfo,
  getLikes,
  getRegions,
  getUser,
  type OutputOf,
  type PublicSettings,
} from '@heartline/contracts';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, call } from './api.ts';
import { readSettings } from './served-settings.ts';

/** What stands where in the cache. Live events write here too, so a key is never spelled anywhere else. */
export const keys = {
  user: ['user'],
  settings: ['settings'],
  chats: ['chats'],
  likes: ['likes'],
  /** All open conversations. */
  allMessages: ['messages'],
  messages: (conversation: string) => ['messages', conversation],
  profile: (id: string) => ['profile', id],
  ownProfile: ['own-profile'],
  /** Every search. */
  allMembers: ['members'],
  members: (query: unknown) => ['members', query],
  regions: ['regions'],
  interests: ['interests'],
  matchFinder: (search: unknown) => ['match-finder', search],
  swipeGame: (search: unknown) => ['swipe-game', search],
  blocked: ['blocked'],
  invisible: ['invisible'],
  cases: ['cases'],
  case: (id: string) => ['cases', id],
  sessions: ['sessions'],
  dataExport: ['export'],
  packages: ['packages'],
  payments: ['payments'],
  payment: (id: string) => ['payments', id],
  statement: ['statement'],
  discountCode: ['discountcode'],
  notifications: ['notifications'],
  company: ['companyinfo'],
} as const;

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

export type UserState = OutputOf<typeof getUser>;

/** The signed-in member with the version of their event stream, or null for a visitor. */
export const userQuery = queryOptions({
  queryKey: keys.user,
  queryFn: async ({ signal }): Promise<UserState | null> => {
    try {
      return await call(getUser, {}, { signal });
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }): Promise<PublicSettings> => readSettings(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Conversations of the signed-in member; kept fresh by live events. */
export const chatsQuery = queryOptions({
  queryKey: keys.chats,
  queryFn: ({ signal }) => call(getChats, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Likes given and received; kept fresh by live events. */
export const likesQuery = queryOptions({
  queryKey: keys.likes,
  queryFn: ({ signal }) => call(getLikes, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Regions of the site's countries in the language of the page. */
export const regionsQuery = queryOptions({
  queryKey: keys.regions,
  queryFn: async ({ signal }) => (await call(getRegions, {}, { signal })).regions,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who runs the site; asked for by the first screen that shows it. */
export const companyQuery = queryOptions({
  queryKey: keys.company,
  queryFn: ({ signal }) => call(getCompanyInfo, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
