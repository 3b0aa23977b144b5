import { activate } from '@heartline/contracts';
import { Button, LineDrawing, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call, isUnanswered } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { startSession } from '../../client/session.ts';
import { signIn } from '../../client/sign-in.ts';
import { landingAt } from '../../client/start-anew.ts';
import { codeOf, fieldErrorOf } from './code-of.ts';
import { linkQuery } from './link-query.ts';
import { MarkedPage } from './marked-page.tsx';
import { OwnerPasswordForm, type OwnerProof, ProofWanted } from './owner-password-form.tsx';

/** True when the link is no longer valid: another password would not help. */
function isDead(error: Error): boolean {
  const code = codeOf(error);
  return code === 'ACTIVATION_FAILED' || (code === 'VALIDATION_FAILED' && !fieldErrorOf(error, 'password'));
}

/**
 * The page of an activation mail's link. Opening it changes nothing: mail scanners open links, and some run scripts. A
 * press on the button activates the account; in another browser than that of the sign-up it needs a password.
 */
export function ActivatePage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { token = '' } = useSearch({ from: '/empty/activate' });
  useDocumentTitle(t`Activate your account`);
  const link = useQuery(linkQuery(token));
  const activation = useMutation({
    mutationFn: (proof: OwnerProof) =>
      landingAt('/activate/done', async () => {
        await signIn(() => call(activate, { token, ...proof }));
        await startSession();
      }),
    onSuccess: () => navigate({ to: '/activate/done', replace: true }),
    onError: (error) => (isDead(error) ? navigate({ to: '/activate/error', replace: true }) : undefined),
  });
  const { error, isPending, mutate } = activation;
  const [isAsked, setAsked] = useState(false);
  if (!isAsked && (link.data?.asks_password || codeOf(error) === 'PASSWORD_REQUIRED')) setAsked(true);
  return (
    <MarkedPage isCentered>
      <LineDrawing name="mail" className="h-36 w-auto text-pulse" isDrawn />
      {link.isLoading ? (
        <Skeleton className="mt-6 h-40 w-full" />
      ) : isAsked ? (
        <WithPassword error={error} isPending={isPending} onSubmit={mutate} />
      ) : (
        <OnePress error={error} isPending={isPending} onPress={() => mutate({})} />
      )}
    </MarkedPage>
  );
}

interface PartProps {
  error: Error | null;
  isPending: boolean;
}

function OnePress({ error, isPending, onPress }: PartProps & { onPress(): void }) {
  const errorTextOf = useErrorMessage();
  return (
    <>
      <h1 className="title mt-6 text-2xl">
        <Trans>Almost there</Trans>
      </h1>
      <p className="mt-2 text-base text-ink-2">
        <Trans>This activates your account and logs you in on this device.</Trans>
      </p>
      <Button variant="primary" size="lg" className="mt-8" isPending={isPending} onPress={onPress}>
        <Trans>Activate my account</Trans>
      </Button>
      <p role="status" className="mt-4 min-h-6 text-sm text-ink-2">
        {error &&
          (isUnanswered(error) ? <Trans>That didn’t go through. Try again.</Trans> : errorTextOf(error))}
      </p>
    </>
  );
}

function WithPassword({ onSubmit, ...props }: PartProps & { onSubmit(proof: OwnerProof): void }) {
  return (
    <>
      <h1 className="title mt-6 text-2xl">
        <Trans>Is this your account?</Trans>
      </h1>
      <ProofWanted />
      <OwnerPasswordForm {...props} action={<Trans>Activate my account</Trans>} onSubmit={onSubmit} />
    </>
  );
}
