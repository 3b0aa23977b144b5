import { Page } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { SignUpFlow } from './sign-up-flow.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** An e-mail address typed on the page before, to begin a sign-up with. */
    email?: string;
  }
}

/** Sign-up as a page: on phones, and for whoever opens its address. */
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

/** The address the page before handed over, once: the browser would bring it back over a draft that was mended since. */
function useHandedEmail(): string {
  const navigate = useNavigate();
  const handed = useRouterState({ select: (state) => state.location.state.email ?? '' });
  const [email] = useState(handed);
  useEffect(() => {
    if (handed) void navigate({ to: '/signup', replace: true, state: (now) => ({ ...now, email: '' }) });
  }, [handed, navigate]);
  return email;
}
