import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { typedBefore } from '../../client/served-page.ts';
import { useKnownStatus, useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { HomeView } from './views/home-view.tsx';

/** Home for visitors. */
export function HomePage() {
  const { t } = useLingui();
  const settings = useSettings();
  const { openSignUp } = useSlots();
  const [email, setEmail] = useState(() => typedBefore('email'));
  useDocumentTitle(t`Meet someone worth talking to`);
  useMembersElsewhere();
  return (
    <HomeView settings={settings} email={email} onEmail={setEmail} onStart={() => openSignUp(email.trim())} />
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
