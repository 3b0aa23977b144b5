import { LinkProvider } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../client/query.ts';
import { mayPrefetch } from './may-prefetch.ts';
import { router } from './router.tsx';

const links = {
  navigate: (href: string) => void router.navigate({ href }),
  preload: (href: string) => {
    if (mayPrefetch()) void router.preloadRoute({ to: href }).catch(() => undefined);
  },
};

/** The providers around every screen. */
export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <LinkProvider value={links}>
          <RouterProvider router={router} />
        </LinkProvider>
      </QueryClientProvider>
    </I18nProvider>
  );
}
