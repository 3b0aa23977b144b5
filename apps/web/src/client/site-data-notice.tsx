import { Banner } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';

/** Explains what a browser that blocks cookies has to allow. Without cookies there is no session. */
export function SiteDataNotice() {
  return (
    <div role="status" className="safe-x mx-auto w-full max-w-page py-3">
      <Banner tone="warn" title={<Trans>Your browser is blocking cookies for this site</Trans>}>
        <Trans>
          You can look around. To sign up or log in, allow cookies and site data in your browser’s settings
          and reload this page.
        </Trans>
      </Banner>
    </div>
  );
}
