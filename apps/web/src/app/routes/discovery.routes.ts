import { createRoute, redirect } from '@tanstack/react-router';
import { queryClient, userQuery } from '../../client/query.ts';
import type { MemberSearch } from '../../features/discovery/member-search.ts';
import { frame, members } from '../frames.tsx';
import { guardedBy } from '../guards.ts';
import { lazyPage } from '../lazy-components.ts';

/** The page parses it: the list of search fields is not part of the first chunk. */
const searchOfPage = (search: Record<string, unknown>) => search as MemberSearch;

const memberSearch = createRoute({
  getParentRoute: () => frame,
  path: '/members',
  beforeLoad: guardedBy('cardSearcher'),
  validateSearch: searchOfPage,
  component: lazyPage(() => import('../../features/discovery/members-page.tsx'), 'MembersPage'),
});

const matchFinder = createRoute({
  getParentRoute: () => members,
  path: '/match-finder',
  component: lazyPage(() => import('../../features/discovery/match-finder-page.tsx'), 'MatchFinderPage'),
});

/** For visitors; members have the match finder. */
const swipeGame = createRoute({
  getParentRoute: () => frame,
  path: '/swipe-game',
  validateSearch: searchOfPage,
  beforeLoad: async () => {
    const state = await queryClient.ensureQueryData(userQuery);
    if (state) throw redirect({ to: '/match-finder', replace: true });
  },
  component: lazyPage(() => import('../../features/discovery/swipe-game-page.tsx'), 'SwipeGamePage'),
});

export const discoveryInFrame = [memberSearch, swipeGame] as const;
export const discoveryForMembers = [matchFinder] as const;
