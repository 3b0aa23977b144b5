import { reactivateAccount } from '@heartline/contracts';
import { Button, FormError, LineDrawing, Page } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { startSession } from '../../client/session.ts';
import { signIn } from '../../client/sign-in.ts';
import { landingAt } from '../../client/start-anew.ts';
import { codeOf } from './code-of.ts';
import { LinkExpired } from './link-expired.tsx';
import { OwnerPasswordForm, type OwnerProof, ProofWanted } from './owner-password-form.tsx';
import { SuspendedHelp } from './suspended-help.tsx';

/**
 * Restores a deleted account from the link in its mail (S2-044). The press restores it, not the link. An account that
 * was never confirmed also needs a password.
 */
export function ReactivatePage({ token, asksPassword }: { token: string; asksPassword: boolean }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const navigate = useNavigate();
  const back = useMutation({
    mutationFn: (proof: OwnerProof) =>
      landingAt('/members', async () => {
        await signIn(() => call(reactivateAccount, { token, ...proof }));
        await startSession();
      }),
    onSuccess: () => navigate({ to: '/members', replace: true }),
  });
  useDocumentTitle(t`Welcome back`);
  const isSuspended = codeOf(back.error) === 'ACCOUNT_DISABLED';
  if (codeOf(back.error) === 'LINK_EXPIRED') {
    return (
      <Page width="narrow" className="flex grow flex-col justify-center">
        <LinkExpired again="/login" />
      </Page>
    );
  }
  return (
    <Page width="narrow" className="flex grow flex-col items-center justify-center text-center">
      <LineDrawing name="likes" className="h-36 w-auto text-pulse" isDrawn />
      <h1 className="title mt-6 text-2xl">
        <Trans>Welcome back</Trans>
      </h1>
      <p className="mt-2 text-base text-ink-2">
        <Trans>Restore everything as it was: profile, photos, matches, messages and credits.</Trans>
      </p>
      {isSuspended && <SuspendedHelp />}
      {asksPassword ? (
        <>
          <ProofWanted />
          <OwnerPasswordForm
            action={<Trans>Restore my account</Trans>}
            isPending={back.isPending}
            error={back.error}
            onSubmit={back.mutate}
          />
        </>
      ) : (
        <>
          <Button
            variant="primary"
            size="lg"
            className="mt-8"
            isPending={back.isPending}
            onPress={() => back.mutate({})}
          >
            <Trans>Restore my account</Trans>
          </Button>
          <div className="mt-4 min-h-6">
            <FormError>{back.error && errorTextOf(back.error)}</FormError>
          </div>
        </>
      )}
    </Page>
  );
}
