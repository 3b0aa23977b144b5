import { Button } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useUser } from '../../client/session.ts';
import { logOut } from '../../client/sign-out.ts';
import { CheckYourMail } from './check-your-mail.tsx';
import { MarkedPage } from './marked-page.tsx';
import { SignUpFlow } from './sign-up-flow.tsx';
import { uploadStoredPhoto } from './upload-draft-photo.ts';

/**
 * Completing a sign-up (S2-033, S2-246). A visitor without an account continues the draft. A member without a confirmed
 * e-mail is asked to confirm it; a confirmed one goes to the search.
 */
export function CompleteSignUpPage() {
  const { t } = useLingui();
  const user = useUser();
  useDocumentTitle(t`Complete your sign-up`);
  return (
    <MarkedPage>{user ? <Unconfirmed email={user.email} /> : <SignUpFlow email="" level={1} />}</MarkedPage>
  );
}

function Unconfirmed({ email }: { email: string }) {
  const navigate = useNavigate();
  useEffect(() => void uploadStoredPhoto(email), [email]);
  const beginAgain = async () => {
    await logOut().catch(() => undefined);
    await navigate({ to: '/signup' });
  };
  return (
    <>
      <CheckYourMail email={email} level={1} />
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-ink-2">
        <Trans>Not your address?</Trans>
        <Button variant="ghost" size="sm" onPress={() => void beginAgain()}>
          <Trans>Log out and start again</Trans>
        </Button>
      </p>
    </>
  );
}
