import { createRoute } from '@tanstack/react-router';
import { members } from '../frames.tsx';
import { lazyPage } from '../lazy-components.ts';

const statement = createRoute({
  getParentRoute: () => members,
  path: '/credits/statement',
  component: lazyPage(() => import('../../features/credits/statement-page.tsx'), 'StatementPage'),
});

const limits = createRoute({
  getParentRoute: () => members,
  path: '/credits/limits',
  component: lazyPage(() => import('../../features/credits/limits-page.tsx'), 'LimitsPage'),
});

export const creditsForMembers = [statement, limits] as const;
