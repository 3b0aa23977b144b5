import { Button, Page, PageHeader, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

interface ComplaintsViewProps {
  /** The address of the site's support. */
  email: string;
  children: ReactNode;
}

/** Explains reports and complaints to everybody (S2-080). It takes props alone, so the gateway renders it too. */
export function ComplaintsView({ email, children }: ComplaintsViewProps) {
  const { t } = useLingui();
  return (
    <Page width="text" className="grow">
      <PageHeader title={t`Reports and complaints`} />
      <div className="grid gap-10">
        <HowItWorks email={email} />
        {children}
      </div>
    </Page>
  );
}

function HowItWorks({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <section className="grid gap-3" aria-label={t`How it works`}>
      <p>
        <Trans>
          Report a profile, a photo or a message right where you see it. We save what you report as it is at
          that moment, so it counts even if it’s deleted later or you block the person.
        </Trans>
      </p>
      <p>
        <Trans>
          A person looks at every report. Both of you can read what was reported, which rule applies and why
          we decided. You can both complain within six months, and someone else decides on the complaint.
        </Trans>
      </p>
      <p>
        <Trans>
          For anything else, such as payments, write to <TextLink href={`mailto:${email}`}>{email}</TextLink>.
          We answer within 14 days.
        </Trans>
      </p>
    </section>
  );
}

/** Leads a visitor to their own cases. */
export function LogInForCases() {
  const { t } = useLingui();
  return (
    <p>
      <Button href="/login?next=/complaints">{t`Log in to see your reports`}</Button>
    </p>
  );
}
