import { LinkProvider } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useAddresses } from '../client/address-language.ts';
import { queryClient } from '../client/query.ts';
import { mayPrefetch } from './may-prefetch.ts';
import { router } from './router.tsx';

const links = {
  navigate: (href: string) => void router.navigate({ href }),
  preload: (href: string) => {
    if (mayPrefetch()) void router.preloadRoute({ to: href }).catch(() => undefined);
  },
};

/** Links in the app. Those to pages for visitors keep the language of the address. */
function Links({ children }: { children: ReactNode }) {
  const address = useAddresses();
  const value = useMemo(() => ({ ...links, address }), [address]);
  return <LinkProvider value={value}>{children}</LinkProvider>;
}

/** The providers around every screen. */
export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <Links>
          <RouterProvider router={router} />
        </Links>
      </QueryClientProvider>
    </I18nProvider>
  );
}
