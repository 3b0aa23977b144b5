import type { PublicSettings, VisitorPage } from '@heartline/contracts';
import { Page } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { InvitationView } from '../features/pages/views/invitation-view.tsx';

interface HeadViewProps {
  page: VisitorPage;
  title: string;
  settings: PublicSettings;
  email: string;
  /** The address of the sign-up. */
  action: string;
}

/** A page whose screen needs scripts: its title, and the first step of the sign-up. */
export function HeadView({ page, title, settings, email, action }: HeadViewProps) {
  return (
    <Page width="narrow" className="grow">
      <h1 className="title text-2xl">{title}</h1>
      {page === '/signup' && <InvitationView settings={settings} email={email} action={action} />}
      <noscript>
        <p className="mt-4 text-base text-ink-2">
          <Trans>This part of the site needs JavaScript. Turn it on in your browser to continue.</Trans>
        </p>
      </noscript>
    </Page>
  );
}
