import { createRoute } from '@tanstack/react-router';
import { frame, members } from '../frames.tsx';
import { screen } from '../screens.ts';

const blocked = createRoute({
  getParentRoute: () => members,
  path: '/blocked',
  component: screen(() => import('../../features/safety/blocked-page.tsx'), 'BlockedPage'),
});

const complaints = createRoute({
  getParentRoute: () => frame,
  path: '/complaints',
  component: screen(() => import('../../features/safety/complaints-page.tsx'), 'ComplaintsPage'),
});

const caseOfMember = createRoute({
  getParentRoute: () => frame,
  path: '/cases/$id',
  component: screen(() => import('../../features/safety/case-page.tsx'), 'CasePage'),
});

export const safetyInFrame = [complaints, caseOfMember] as const;
export const safetyForMembers = [blocked] as const;
