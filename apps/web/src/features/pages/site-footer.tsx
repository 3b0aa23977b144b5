import { Footer } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { isInstalledApp } from '../../client/installed-app.ts';
import { lazyComponent } from '../../client/lazy-component.ts';
import { useSettings } from '../../client/session.ts';

const CompanyLine = lazyComponent(() => import('./company-line.tsx'), 'CompanyLine');

/**
 * The footer of the default layout. `isReduced`: a signed-in member outside the index page sees no links to pricing and
 * legal pages, nor does the installed app (product decisions).
 */
export function SiteFooter({ isReduced }: { isReduced: boolean }) {
  const { t } = useLingui();
  const settings = useSettings();
  const links = isReduced || isInstalledApp() ? [] : [{ href: '/pricing', label: t`Pricing` }];
  const always = [
    { href: '/lang-config', label: t`Language` },
    { href: '/third-party-notices.txt', label: t`Licences and credits`, isFile: true },
  ];
  return (
    <Footer label={t`About this site`} links={[...links, ...always]}>
      {settings.fictional_warning && (
        <p>
          {settings.fictional_plural || (
            <Trans>
              Some profiles here are fictional. They carry a label wherever you meet them, and no date can
              come of them.
            </Trans>
          )}
        </p>
      )}
      <p>
        © {settings.copyright_year} {settings.name}
      </p>
      <Suspense fallback={null}>
        <CompanyLine />
      </Suspense>
    </Footer>
  );
}
