import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { languageFromCookie, languageOfVisit, showLanguage, wantScreenTexts } from '../client/language.ts';
import { queryClient, settingsQuery } from '../client/query.ts';
import { areCookiesBlocked } from '../client/storage.ts';

/**
 * Renders the operator app in place of the members' app. It requests, stores and counts nothing of a member, and
 * members load nothing of it.
 */
export async function startOperator(root: HTMLElement): Promise<void> {
  // Imported from here, so that the list of its chunks is not in the members' first chunk.
  const pages = Promise.all([
    import('../features/messaging/operator/operator-page.tsx'),
    import('../features/site/language-menu.tsx'),
    import('../client/site-data-notice.tsx'),
    location.pathname === '/operator/landers'
      ? import('../features/messaging/operator/figures/lander-figures-page.tsx')
      : undefined,
  ]);
  const settings = await queryClient.fetchQuery(settingsQuery).catch(() => undefined);
  await showLanguage(languageFromCookie() ?? languageOfVisit(settings));
  await wantScreenTexts();
  const [{ OperatorPage }, { LanguageMenu }, { SiteDataNotice }, figures] = await pages;
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={null}>
          {areCookiesBlocked() && <SiteDataNotice />}
          <OperatorPage languageMenu={<LanguageMenu />}>
            {figures && <figures.LanderFiguresPage />}
          </OperatorPage>
        </Suspense>
      </QueryClientProvider>
    </I18nProvider>,
  );
}
