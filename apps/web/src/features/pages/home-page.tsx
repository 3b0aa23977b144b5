import { Page } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useKnownStatus } from '../../client/session.ts';
import { HomeInvitation } from './home-invitation.tsx';
import { HomePromises } from './home-promises.tsx';
import { PortraitCollage } from './portrait-collage.tsx';

/** Home for visitors: one sentence, drifting portraits, one field to begin with; below it how the site works. */
export function HomePage() {
  const { t } = useLingui();
  useDocumentTitle(t`Meet people to talk to`);
  useMembersElsewhere();
  return (
    <Page className="grow overflow-x-clip">
      <section className="grid items-center gap-x-16 gap-y-8 pb-10 lg:min-h-[min(680px,calc(100dvh-140px))] lg:grid-cols-[minmax(0,10fr)_minmax(0,11fr)]">
        <div className="max-lg:order-2">
          <h1 className="title max-w-[17ch] text-[clamp(2rem,6.2vw,3.75rem)] leading-[1.06]">
            <Trans>Somebody here likes how you think.</Trans>
          </h1>
          <p className="mt-4 max-w-[46ch] text-md text-ink-2">
            <Trans>
              Find people near you, read what they have to say, and write to those you like. Free to join; you
              pay for messages, never for a subscription.
            </Trans>
          </p>
          <HomeInvitation />
        </div>
        <PortraitCollage className="max-lg:order-1" />
      </section>
      <HomePromises />
    </Page>
  );
}

/**
 * A member does not stay on the home page (S2). An unconfirmed one may be in the dialog that asks for the confirmation,
 * and goes on to the welcome page once confirmed in another tab.
 */
function useMembersElsewhere() {
  const navigate = useNavigate();
  const status = useKnownStatus();
  const wasUnconfirmed = useRef(false);
  useEffect(() => {
    if (status === 'not_confirmed') wasUnconfirmed.current = true;
    if (status === 'active') {
      void navigate({ to: wasUnconfirmed.current ? '/activate/done' : '/members', replace: true });
    }
  }, [status, navigate]);
}
