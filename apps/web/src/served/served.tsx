import { LOCALES, type ServedFacts, type ServedModule, visitorPageAt } from '@heartline/contracts';
import { LANGUAGES, localeAddress } from '@heartline/i18n';
import { loadFrameMessages, loadScreenMessages } from '@heartline/i18n/web';
import { LinkProvider, SkipLink } from '@heartline/ui';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { HomeView } from '../features/pages/views/home-view.tsx';
import { SiteFooterView } from '../features/pages/views/site-footer-view.tsx';
import { TextPage } from '../features/pages/views/text-page.tsx';
import { VisitorBarView } from '../features/pages/views/visitor-bar-view.tsx';
import { PremiumView } from '../features/payments/premium-view.tsx';
import { PricesView, VisitorPricesView } from '../features/payments/visitor-prices-view.tsx';
import { ReceiptForm } from '../features/payments/withdraw/receipt-form.tsx';
import { WithdrawView } from '../features/payments/withdraw/withdraw-view.tsx';
import { ComplaintsView, LogInForCases } from '../features/safety/complaints-view.tsx';
import { LanguageMenuView } from '../features/site/language-menu-view.tsx';
import { HeadView } from './head-view.tsx';

/** The texts of every language, loaded once: a page is then drawn in one go. */
const catalogs = new Map(
  await Promise.all(
    LOCALES.map(async (locale) => {
      const [frame, screens] = await Promise.all([loadFrameMessages(locale), loadScreenMessages(locale)]);
      return [locale, { ...frame, ...screens }] as const;
    }),
  ),
);

/**
 * The HTML of a page for visitors, drawn by the same views as in the app. Each call has its own i18n instance, so that
 * two requests never share a language.
 */
export const render: ServedModule['render'] = (facts) => {
  const { settings, locale, prefix, formatLocale } = facts;
  const i18n = setupI18n({
    locale,
    locales: formatLocale,
    messages: { [locale]: catalogs.get(locale) ?? {} },
  });
  const address = (href: string) => {
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
    return prefix && visitorPageAt(path) ? `${localeAddress(path, prefix, settings)}${rest}` : href;
  };
  return renderToString(
    <I18nProvider i18n={i18n}>
      <LinkProvider value={{ navigate: () => undefined, address }}>
        <Frame facts={facts}>{viewOf(facts, address('/signup'))}</Frame>
      </LinkProvider>
    </I18nProvider>,
  );
};

function viewOf(
  { page, path, text, settings, email, title, prices }: ServedFacts,
  action: string,
): ReactNode {
  if (text) return <TextPage page={text} path={path} timeZone={settings.time_zone} />;
  if (page === '/complaints')
    return (
      <ComplaintsView email={settings.support_email}>
        <LogInForCases />
      </ComplaintsView>
    );
  if (page === '/withdraw')
    return (
      <WithdrawView days={settings.refund_days} email={settings.support_email}>
        <ReceiptForm number="" onSubmit={() => undefined} />
      </WithdrawView>
    );
  if (page === '/') return <HomeView settings={settings} email={email} action={action} />;
  if (prices) {
    return (
      <PremiumView settings={settings} isPremium={false}>
        <VisitorPricesView settings={settings}>
          <PricesView settings={settings} prices={prices} onCountry={() => undefined} />
        </VisitorPricesView>
      </PremiumView>
    );
  }
  return <HeadView page={page} title={title} settings={settings} email={email} action={action} />;
}

/** The default layout of a visitor, as the app draws it (`DefaultFrame`). */
function Frame({ facts, children }: { facts: ServedFacts; children: ReactNode }) {
  const { t } = useLingui();
  const { page, settings, company } = facts;
  return (
    <>
      <SkipLink>{t`Skip to content`}</SkipLink>
      <div className="flex min-h-dvh flex-col">
        <VisitorBarView
          name={settings.name}
          languages={<LanguageMenuView settings={settings} onChoose={() => undefined} />}
          hasSignUp={page !== '/signup'}
        />
        {children}
        <SiteFooterView
          settings={settings}
          company={company}
          isSignedIn={false}
          isIndex={page === '/'}
          isInstalledApp={false}
        />
        <LanguageLinks facts={facts} />
      </div>
    </>
  );
}

/** The menu of languages needs scripts; without them these links stand under the footer. */
function LanguageLinks({ facts }: { facts: ServedFacts }) {
  const { t } = useLingui();
  return (
    <noscript>
      <nav aria-label={t`Language`} className="safe-x mx-auto max-w-page pb-8 text-sm">
        {facts.languages.map(({ locale, href }) => (
          <a
            key={locale}
            href={href}
            hrefLang={locale}
            lang={locale}
            className="mr-4 inline-block py-3 underline"
          >
            {LANGUAGES[locale]}
          </a>
        ))}
      </nav>
    </noscript>
  );
}
