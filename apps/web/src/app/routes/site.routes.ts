import { createRoute } from '@tanstack/react-router';
import { frame } from '../frames.tsx';
import { lazyPage } from '../lazy-components.ts';

const langConfig = createRoute({
  getParentRoute: () => frame,
  path: '/lang-config',
  component: lazyPage(() => import('../../features/site/language-page.tsx'), 'LanguagePage'),
});

export const siteInFrame = [langConfig] as const;
