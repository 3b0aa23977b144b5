import { Page } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { typedBefore } from '../../client/served-page.ts';
import { SignUpFlow } from './sign-up-flow.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The e-mail address typed on the previous page, to begin a sign-up with. */
    email?: string;
  }
}

/** Sign-up as a page: on phones, and when its address is opened. */
export function SignUpPage() {
  const { t } = useLingui();
  const email = useHandedEmail();
  useDocumentTitle(t`Sign up`);
  return (
    <Page width="narrow" className="flex grow flex-col">
      <SignUpFlow email={email} level={1} />
    </Page>
  );
}

/** The address that the previous page handed over. Read once: a reload would put it over a draft corrected since. */
export function useHandedEmail(): string {
  const navigate = useNavigate();
  const handed = useRouterState({ select: (state) => state.location.state.email ?? typedBefore('email') });
  const [email] = useState(handed);
  useEffect(() => {
    if (handed) void navigate({ to: '.', replace: true, state: (now) => ({ ...now, email: '' }) });
  }, [handed, navigate]);
  return email;
}
