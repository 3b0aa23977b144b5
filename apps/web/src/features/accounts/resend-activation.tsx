import { resendActivation } from '@heartline/contracts';
import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';

// As long as the server keeps between two mails.
const PAUSE_SECONDS = 60;

/** Asks for the activation mail again, with a pause between two tries. */
export function ResendActivation({ email }: { email: string }) {
  const say = useErrorMessage();
  const [pause, setPause] = useState(0);
  const resend = useMutation({
    mutationFn: () => call(resendActivation, { email }),
    onSuccess: () => setPause(PAUSE_SECONDS),
  });
  useEffect(() => {
    if (pause === 0) return;
    const timer = setTimeout(() => setPause(pause - 1), 1000);
    return () => clearTimeout(timer);
  }, [pause]);
  return (
    <div className="grid justify-items-center gap-2">
      <Button onPress={() => resend.mutate()} isPending={resend.isPending} isDisabled={pause > 0}>
        {pause > 0 ? (
          <span className="tabular">
            <Trans>Again in {pause} s</Trans>
          </span>
        ) : (
          <Trans>Send the mail again</Trans>
        )}
      </Button>
      <p role="status" className="min-h-6 max-w-[40ch] text-sm text-ink-2">
        {resend.isSuccess && <Trans>Sent. It can take a minute; look into the spam folder too.</Trans>}
        {resend.error && say(resend.error)}
      </p>
    </div>
  );
}
