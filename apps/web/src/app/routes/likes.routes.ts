import { createRoute } from '@tanstack/react-router';
import { members, NotFoundPage } from '../frames.tsx';
import { guardedBy } from '../guards.ts';
import { lazyPage } from '../lazy-components.ts';

const likesPage = () => import('../../features/likes/likes-page.tsx');
const likes = createRoute({
  getParentRoute: () => members,
  path: '/likes',
  component: lazyPage(likesPage, 'LikesPage'),
});
const likesOfType = createRoute({
  getParentRoute: () => members,
  path: '/likes/$type',
  notFoundComponent: NotFoundPage,
  component: lazyPage(likesPage, 'LikesPage'),
});

const likesOfMember = createRoute({
  getParentRoute: () => members,
  path: '/likes/m/$id',
  beforeLoad: guardedBy('notWithOneself'),
  notFoundComponent: NotFoundPage,
  component: lazyPage(() => import('../../features/likes/member-likes-page.tsx'), 'MemberLikesPage'),
});

export const likesForMembers = [likes, likesOfType, likesOfMember] as const;
