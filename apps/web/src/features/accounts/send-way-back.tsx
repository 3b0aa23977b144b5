import { requestPasswordReset } from '@heartline/contracts';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { SendAgain, secondsOf, usePause } from '../../people/send-again.tsx';
import { codeOf } from './code-of.ts';

interface SendWayBackProps {
  email: string;
  /** The refusal of the log-in; the server has mailed the link with it. */
  error: Error;
}

/** For members whose account is about to be erased: where to find the link that restores it, and how to get another. */
export function SendWayBack({ email, error }: SendWayBackProps) {
  const errorTextOf = useErrorMessage();
  const [pause, begin] = usePause(secondsOf(error));
  const again = useMutation({
    // For such an account this call mails the link, and its refusal says when it may be requested again.
    mutationFn: () => call(requestPasswordReset, { email }),
    onError: (refusal) => begin(secondsOf(refusal)),
  });
  const isFailed = again.error && codeOf(again.error) !== 'EMAIL_PENDING_DELETION';
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      <p role="status" className="text-base text-ink-2">
        {isFailed ? (
          errorTextOf(again.error)
        ) : (
          <Trans>
            We’ve e-mailed you that link. Can’t find it? Check your spam folder or request another.
          </Trans>
        )}
      </p>
      <SendAgain onPress={() => again.mutate()} isPending={again.isPending} pause={pause}>
        <Trans>Send link again</Trans>
      </SendAgain>
    </div>
  );
}
