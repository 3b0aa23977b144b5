import { Page } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
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
  const email = useRouterState({ select: (state) => state.location.state.email ?? '' });
  useDocumentTitle(t`Sign up`);
  return (
    <Page width="narrow" className="flex grow flex-col">
      <SignUpFlow email={email} level={1} />
    </Page>
  );
}
