import { CONSTANTS, resendActivation } from '@heartline/contracts';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { SendAgain, secondsOf, usePause } from '../../people/send-again.tsx';
import { codeOf } from './code-of.ts';

interface ResendActivationProps {
  email: string;
  /** True when the address is valid; otherwise it shows the error itself. */
  isReady?: () => boolean;
}

/** Requests the activation mail again, with a pause between two tries. */
export function ResendActivation({ email, isReady }: ResendActivationProps) {
  const errorTextOf = useErrorMessage();
  const [pause, begin] = usePause();
  const resend = useMutation({
    mutationFn: () => call(resendActivation, { email }),
    onSuccess: () => begin(CONSTANTS.mailPauseSeconds),
    onError: (error) => begin(secondsOf(error)),
  });
  const isEarly = codeOf(resend.error) === 'MAILED_RECENTLY';
  return (
    <div className="mt-2 grid justify-items-center gap-2">
      <SendAgain
        onPress={() => (isReady?.() ?? true) && resend.mutate()}
        isPending={resend.isPending}
        pause={pause}
      >
        <Trans>Send e-mail again</Trans>
      </SendAgain>
      <p role="status" className="min-h-6 max-w-[40ch] text-sm text-ink-2">
        {resend.isSuccess && <Trans>Sent. It can take a minute. Check your spam folder too.</Trans>}
        {isEarly && (
          <Trans>We sent you one less than a minute ago. Check your inbox and spam folder first.</Trans>
        )}
        {resend.error && !isEarly && errorTextOf(resend.error)}
      </p>
    </div>
  );
}
