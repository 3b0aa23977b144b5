import { LOCALES, landerAt, type ServedFacts, type ServedModule, visitorPageAt } from '@heartline/contracts';
import { LANGUAGES, localeAddress } from '@heartline/i18n';
import { loadFrameMessages, loadLanderMessages, loadScreenMessages } from '@heartline/i18n/web';
import { LinkProvider, SkipLink } from '@heartline/ui';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { LANDER_CHUNKS } from '../features/pages/landers/lander-chunks.ts';
import type { LanderConfig } from '../features/pages/landers/lander-config.ts';
import { LanderView } from '../features/pages/landers/lander-view.tsx';
import { HomeView } from '../features/pages/views/home-view.tsx';
import { LanderBarView } from '../features/pages/views/lander-bar-view.tsx';
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
      const [frame, landers, screens] = await Promise.all([
        loadFrameMessages(locale),
        loadLanderMessages(locale),
        loadScreenMessages(locale),
      ]);
      return [locale, { ...frame, ...landers, ...screens }] as const;
    }),
  ),
);

/** The configuration of every lander. */
const landers = new Map(
  await Promise.all(
    Object.entries(LANDER_CHUNKS).map(async ([name, load]) => [name, (await load()).lander] as const),
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

function viewOf(facts: ServedFacts, action: string): ReactNode {
  const { page, path, text, settings, email, title, prices } = facts;
  const address = landerAt(path);
  const config = address && landers.get(address.lander);
  if (config) return <ServedLander facts={facts} config={config} action={action} />;
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

interface ServedLanderProps {
  facts: ServedFacts;
  config: LanderConfig;
  action: string;
}

/** A lander without its member: a call of the app brings the card. */
function ServedLander({ facts: { settings, lander, regions, email }, config, action }: ServedLanderProps) {
  const here = settings.geoip_selected_country ?? settings.geoip_country;
  return (
    <LanderView
      config={config}
      settings={settings}
      country={settings.countries.find((country) => country === here)}
      regions={config.usesRegions ? regions : []}
      content={lander}
      today=""
      email={email}
      action={action}
    />
  );
}

/** The default layout of a visitor, as the app draws it (`DefaultFrame`), or the lander layout (`LanderFrame`). */
function Frame({ facts, children }: { facts: ServedFacts; children: ReactNode }) {
  const { t } = useLingui();
  const { page, settings, company } = facts;
  return (
    <>
      <SkipLink>{t`Skip to content`}</SkipLink>
      <div className="flex min-h-dvh flex-col">
        {landerAt(facts.path) ? (
          <LanderBarView name={settings.name} />
        ) : (
          <VisitorBarView
            name={settings.name}
            languages={<LanguageMenuView settings={settings} onChoose={() => undefined} />}
            hasSignUp={page !== '/signup'}
          />
        )}
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
