import { createRoute } from '@tanstack/react-router';
import { queryClient, userQuery } from '../../client/query.ts';
import { useUser } from '../../client/session.ts';
import { frame, members, NotFoundPage } from '../frames.tsx';
import { guardedBy } from '../guards.ts';
import { lazyPage } from '../lazy-components.ts';

const MemberProfile = lazyPage(() => import('../../features/profiles/profile-page.tsx'), 'ProfilePage');
const VisitorProfile = lazyPage(
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
  beforeLoad: guardedBy('profileSearcher'),
  loader: () => (queryClient.getQueryData(userQuery.queryKey) ? MemberProfile : VisitorProfile).preload?.(),
  component: ProfileForAll,
});

const ownProfile = createRoute({
  getParentRoute: () => members,
  path: '/profile',
  component: lazyPage(() => import('../../features/profiles/own-profile-page.tsx'), 'OwnProfilePage'),
});

export const profilesInFrame = [profile] as const;
export const profilesForMembers = [ownProfile] as const;
