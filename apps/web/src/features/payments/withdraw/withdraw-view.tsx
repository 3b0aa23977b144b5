import { Page, PageHeader, TextLink } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

interface WithdrawViewProps {
  /** For how many days after a purchase its buyer can withdraw. */
  days: number;
  /** The address of the site's support. */
  email: string;
  children: ReactNode;
}

/**
 * The withdrawal function for everybody, also without a session (CRD art. 11a). It takes props alone, so the gateway
 * renders it too.
 */
export function WithdrawView({ days, email, children }: WithdrawViewProps) {
  const { t } = useLingui();
  return (
    <Page width="text" className="grow">
      <PageHeader
        title={t`Withdraw from contract here`}
        description={plural(days, {
          one: 'You can withdraw from a purchase for # day after payment and get back what you haven’t spent. You don’t have to log in or give a reason.',
          other:
            'You can withdraw from a purchase for # days after payment and get back what you haven’t spent. You don’t have to log in or give a reason.',
        })}
      />
      {children}
      <noscript>
        <p className="mt-6 text-base text-ink-2">
          <Trans>This form needs JavaScript. You can withdraw by e-mail just as well.</Trans>
        </p>
      </noscript>
      <p className="mt-10 border-t border-line pt-6 text-sm text-ink-2">
        <Trans>
          You can also <TextLink href="/credits/refund">see all your purchases in your account</TextLink>, or
          withdraw by e-mail to <TextLink href={`mailto:${email}`}>{email}</TextLink>.
        </Trans>
      </p>
    </Page>
  );
}
