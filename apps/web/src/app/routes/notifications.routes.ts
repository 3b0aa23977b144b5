import { createRoute, redirect } from '@tanstack/react-router';
import { frame, members } from '../frames.tsx';
import { lazyPage } from '../lazy-components.ts';

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/notifications', replace: true });
  },
});

const notifications = createRoute({
  getParentRoute: () => members,
  path: '/notifications',
  component: lazyPage(
    () => import('../../features/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
});

export const notificationsInFrame = [settings] as const;
export const notificationsForMembers = [notifications] as const;
