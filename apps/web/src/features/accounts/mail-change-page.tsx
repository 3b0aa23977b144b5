import { confirmEmail } from '@heartline/contracts';
import { Button, FormError, LineDrawing } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { keys, queryClient } from '../../client/query.ts';
import { codeOf } from './code-of.ts';
import { LinkExpired } from './link-expired.tsx';
import { MarkedPage } from './marked-page.tsx';

/** The page of the link to a new address. Opening it changes nothing; a press does (S2-042). */
export function MailChangePage() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { token = '' } = useSearch({ from: '/empty/mail-change/do' });
  const change = useMutation({
    mutationFn: () => call(confirmEmail, { token }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.user }),
  });
  useDocumentTitle(t`Your new e-mail address`);
  if (!token || codeOf(change.error) === 'LINK_EXPIRED') {
    return (
      <MarkedPage isCentered>
        <LinkExpired again="/account" />
      </MarkedPage>
    );
  }
  const email = change.data?.email;
  return (
    <MarkedPage isCentered>
      <LineDrawing name="mail" className="h-36 w-auto text-pulse" isDrawn />
      <h1 className="title mt-6 text-2xl">
        {email ? <Trans>Your address has been changed</Trans> : <Trans>Is this your new address?</Trans>}
      </h1>
      <p role="status" className="mt-2 text-base text-ink-2">
        {email ? (
          <Trans>
            From now on you log in with <strong className="font-semibold text-ink">{email}</strong>.
          </Trans>
        ) : (
          <Trans>Confirm, and your account switches to the address this e-mail was sent to.</Trans>
        )}
      </p>
      <div className="mt-8">
        {email ? (
          <Button href="/members" variant="primary" size="lg">
            <Trans>Continue</Trans>
          </Button>
        ) : (
          <Button variant="primary" size="lg" isPending={change.isPending} onPress={() => change.mutate()}>
            <Trans>Confirm address</Trans>
          </Button>
        )}
      </div>
      <div className="mt-4 min-h-6">
        <FormError>{change.error && errorTextOf(change.error)}</FormError>
      </div>
    </MarkedPage>
  );
}
