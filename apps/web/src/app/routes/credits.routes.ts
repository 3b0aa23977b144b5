import { createRoute } from '@tanstack/react-router';
import { members } from '../frames.tsx';
import { screen } from '../screens.ts';

const statement = createRoute({
  getParentRoute: () => members,
  path: '/credits/statement',
  component: screen(() => import('../../features/credits/statement-page.tsx'), 'StatementPage'),
});

const limits = createRoute({
  getParentRoute: () => members,
  path: '/credits/limits',
  component: screen(() => import('../../features/credits/limits-page.tsx'), 'LimitsPage'),
});

export const creditsForMembers = [statement, limits] as const;
