import { createRoute } from '@tanstack/react-router';
import { frame, members } from '../frames.tsx';
import { lazyPage } from '../lazy-components.ts';

const blocked = createRoute({
  getParentRoute: () => members,
  path: '/blocked',
  component: lazyPage(() => import('../../features/safety/blocked-page.tsx'), 'BlockedPage'),
});

const complaints = createRoute({
  getParentRoute: () => frame,
  path: '/complaints',
  component: lazyPage(() => import('../../features/safety/complaints-page.tsx'), 'ComplaintsPage'),
});

const caseOfMember = createRoute({
  getParentRoute: () => frame,
  path: '/cases/$id',
  component: lazyPage(() => import('../../features/safety/case-page.tsx'), 'CasePage'),
});

export const safetyInFrame = [complaints, caseOfMember] as const;
export const safetyForMembers = [blocked] as const;
