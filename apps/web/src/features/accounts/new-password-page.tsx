import { resetPassword } from '@heartline/contracts';
import { Button, FormError, LineDrawing } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { queryClient, userQuery } from '../../client/query.ts';
import { endOwnSession } from '../../client/session.ts';
import { codeOf, fieldErrorOf } from './code-of.ts';
import { LinkExpired } from './link-expired.tsx';
import { MarkedPage } from './marked-page.tsx';
import { PasswordPair, pairFault } from './password-pair.tsx';

/** The page of the reset mail's link: a new password, once (S2-035). */
export function NewPasswordPage() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { token = '' } = useSearch({ from: '/empty/reset-password/do' });
  const [pair, setPair] = useState({ password: '', repeat: '' });
  const [isTried, setTried] = useState(false);
  const reset = useMutation({
    mutationFn: () => call(resetPassword, { token, password: pair.password }),
    onSuccess: leaveIfOver,
  });
  useDocumentTitle(t`Choose a new password`);
  if (reset.isSuccess) return <PasswordChanged />;
  if (!token || codeOf(reset.error) === 'LINK_EXPIRED') {
    return (
      <MarkedPage isCentered>
        <LinkExpired again="/reset-password" />
      </MarkedPage>
    );
  }
  const fieldError = fieldErrorOf(reset.error, 'password');
  return (
    <MarkedPage>
      <h1 className="title mt-2 mb-2 text-2xl md:mt-10">
        <Trans>Choose a new password</Trans>
      </h1>
      <p className="mb-6 text-base text-ink-2">
        <Trans>You’ll be logged out everywhere. Log in with the new one.</Trans>
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!pairFault(pair)) reset.mutate();
        }}
      >
        <PasswordPair value={pair} onChange={setPair} isTried={isTried} error={fieldError} about={[]} />
        <FormError>{reset.error && !fieldError && errorTextOf(reset.error)}</FormError>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isFullWidth
          className="mt-4"
          isPending={reset.isPending}
        >
          <Trans>Save password</Trans>
        </Button>
      </form>
    </MarkedPage>
  );
}

/** Every session of the account is over, this browser's too, unless it is another member's. */
async function leaveIfOver(): Promise<void> {
  const state = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => undefined);
  if (!state) endOwnSession();
}

function PasswordChanged() {
  return (
    <MarkedPage isCentered>
      <LineDrawing name="likes" className="h-36 w-auto text-pulse" isDrawn />
      <h1 className="title mt-6 text-xl">
        <Trans>Your password has been changed</Trans>
      </h1>
      <p role="status" className="mt-2 text-base text-ink-2">
        <Trans>Log in with your new password.</Trans>
      </p>
      <Button href="/login" variant="primary" size="lg" className="mt-6">
        <Trans>Log in</Trans>
      </Button>
    </MarkedPage>
  );
}
