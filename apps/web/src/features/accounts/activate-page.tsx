import { activate } from '@heartline/contracts';
import { Button, LineDrawing, Page } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError, call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { startSession } from '../../client/session.ts';
import { signIn } from '../../client/sign-in.ts';
import { landingAt } from '../../client/start-anew.ts';

const isRefused = (error: unknown) => error instanceof ApiError && error.status > 0 && error.status < 500;

/**
 * Where the link of the activation mail leads. Opening it does nothing, since mail scanners open links too; some even
 * run scripts. A press on the button activates.
 */
export function ActivatePage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { token = '' } = useSearch({ from: '/empty/activate' });
  useDocumentTitle(t`Activate your account`);
  const activation = useMutation({
    mutationFn: () =>
      landingAt('/activate/done', async () => {
        await signIn(() => call(activate, { token }));
        await startSession();
      }),
    onSuccess: () => navigate({ to: '/activate/done', replace: true }),
    onError: (error) => (isRefused(error) ? navigate({ to: '/activate/error', replace: true }) : undefined),
  });
  return (
    <Page width="narrow" className="flex grow flex-col items-center justify-center text-center">
      <LineDrawing name="mail" className="h-36 w-auto text-pulse" isDrawn />
      <h1 className="title mt-6 text-2xl">
        <Trans>One press and you are in</Trans>
      </h1>
      <p className="mt-2 text-base text-ink-2">
        <Trans>This activates your account and signs you in on this device.</Trans>
      </p>
      <Button
        variant="primary"
        size="lg"
        className="mt-8"
        isPending={activation.isPending}
        onPress={() => activation.mutate()}
      >
        <Trans>Activate my account</Trans>
      </Button>
      <p role="status" className="mt-4 min-h-6 text-sm text-ink-2">
        {activation.isError && <Trans>That did not get through. Please try again.</Trans>}
      </p>
    </Page>
  );
}
