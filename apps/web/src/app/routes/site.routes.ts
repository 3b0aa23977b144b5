import { createRoute } from '@tanstack/react-router';
import { frame } from '../frames.tsx';
import { screen } from '../screens.ts';

const langConfig = createRoute({
  getParentRoute: () => frame,
  path: '/lang-config',
  component: screen(() => import('../../features/site/language-page.tsx'), 'LanguagePage'),
});

export const siteInFrame = [langConfig] as const;
