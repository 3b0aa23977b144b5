import type { CompanyInfo, PublicSettings } from '@heartline/contracts';
import { offersWithdrawal } from '@heartline/domain';
import { Footer, type FooterGroup } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { CompanyLine } from './company-line.tsx';
import { UsNotices, type UsNoticesSettings } from './us-notices.tsx';

/** The part of a visit that decides which links show. */
export interface FooterVisit {
  isSignedIn: boolean;
  /** True on `/`. */
  isIndex: boolean;
  isInstalledApp: boolean;
}

export interface SiteFooterViewProps extends FooterVisit {
  settings: UsNoticesSettings &
    Pick<
      PublicSettings,
      'copyright_year' | 'countries' | 'fictional_warning' | 'fictional_plural' | 'us_footer'
    >;
  /** Undefined until it is known. */
  company: CompanyInfo | undefined;
}

/** The footer of the site, without any data of its own: the gateway renders it too. */
export function SiteFooterView({ settings, company, ...visit }: SiteFooterViewProps) {
  const { t, i18n } = useLingui();
  return (
    <Footer label={t`About this site`} groups={useFooterGroups(visit, settings.countries)}>
      {settings.us_footer && i18n.locale === 'en' && <UsNotices settings={settings} />}
      {settings.fictional_warning && (
        <p>
          {settings.fictional_plural || (
            <Trans>
              Some profiles are fictional. They’re always labelled, and you can’t meet them in person.
            </Trans>
          )}
        </p>
      )}
      <p>
        © {settings.copyright_year} {settings.name}
      </p>
      {company && <CompanyLine company={company} />}
    </Footer>
  );
}

/**
 * Links by what they are about. Members outside the index page, and everyone in the installed app, see no links to ban,
 * complaints, cookies, pricing, privacy and terms (product decision 2).
 */
function useFooterGroups(visit: FooterVisit, countries: readonly string[]): FooterGroup[] {
  const { t } = useLingui();
  const isReduced = visit.isInstalledApp || (visit.isSignedIn && !visit.isIndex);
  const unlessReduced = (...links: FooterGroup['links']) => (isReduced ? [] : links);
  return [
    {
      title: t`Help`,
      links: [
        { href: '/pages/faq', label: t`Questions and answers` },
        { href: '/pages/service', label: t`Support` },
        ...unlessReduced(
          { href: '/pricing', label: t`Pricing` },
          { href: '/complaints', label: t`Reports and complaints` },
        ),
      ],
    },
    {
      title: t`Terms and rights`,
      links: [
        ...unlessReduced(
          { href: '/pages/terms', label: t`Terms of use` },
          { href: '/pages/privacy', label: t`Privacy` },
          { href: '/pages/cookies', label: t`Cookies` },
          { href: '/pages/ban', label: t`Rules and bans` },
        ),
        { href: '/pages/return-policy', label: t`Return policy` },
        // The law wants the function within reach for the whole period, so it is never among the hidden links.
        ...(offersWithdrawal(countries)
          ? [
              {
                href: visit.isSignedIn ? '/credits/refund' : '/withdraw',
                label: t`Withdraw from contract here`,
              },
            ]
          : []),
      ],
    },
    {
      title: t`This site`,
      links: [
        { href: '/pages/service#imprint', label: t`Imprint` },
        { href: '/pages/accessibility', label: t`Accessibility` },
        { href: '/lang-config', label: t`Language` },
        { href: '/third-party-notices.txt', label: t`Licences and credits`, isFile: true },
      ],
    },
  ];
}
