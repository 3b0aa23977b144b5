import { createRoute } from '@tanstack/react-router';
import { queryClient, userQuery } from '../../client/query.ts';
import { useUser } from '../../client/session.ts';
import { frame, members, NotFoundPage, whoMaySearch } from '../frames.tsx';
import { screen } from '../screens.ts';

const MemberProfile = screen(() => import('../../features/profiles/profile-page.tsx'), 'ProfilePage');
const VisitorProfile = screen(
  () => import('../../features/discovery/visitor-profile-page.tsx'),
  'VisitorProfilePage',
);

function ProfileForAll() {
  return useUser() ? <MemberProfile /> : <VisitorProfile />;
}

const profile = createRoute({
  getParentRoute: () => frame,
  path: '/members/$id',
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location }) => whoMaySearch(['full'], location),
  loader: () => (queryClient.getQueryData(userQuery.queryKey) ? MemberProfile : VisitorProfile).preload?.(),
  component: ProfileForAll,
});

const ownProfile = createRoute({
  getParentRoute: () => members,
  path: '/profile',
  component: screen(() => import('../../features/profiles/own-profile-page.tsx'), 'OwnProfilePage'),
});

export const profilesInFrame = [profile] as const;
export const profilesForMembers = [ownProfile] as const;
