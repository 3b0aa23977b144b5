import { requestPasswordReset } from '@heartline/contracts';
import { Button, FormError, LineDrawing, Page, TextField, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { codeOf } from './code-of.ts';
import { SendWayBack } from './send-way-back.tsx';

/** Requests the link to a new password (S2-034). */
export function ResetPasswordPage() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const [email, setEmail] = useState('');
  const asked = useMutation({ mutationFn: () => call(requestPasswordReset, { email: email.trim() }) });
  useDocumentTitle(t`Reset password`);
  const isLeaving = asked.error && codeOf(asked.error) === 'EMAIL_PENDING_DELETION';
  if (asked.isSuccess) return <MailSent email={email.trim()} onAgain={() => asked.reset()} />;
  return (
    <Page width="narrow" className="grow">
      <h1 className="title mt-2 mb-2 text-2xl md:mt-10">
        <Trans>Forgot your password?</Trans>
      </h1>
      <p className="mb-6 text-base text-ink-2">
        <Trans>
          Enter the e-mail address you signed up with. We’ll send you a link to choose a new password.
        </Trans>
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          asked.mutate();
        }}
      >
        <TextField
          label={t`E-mail address`}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          isRequired
          value={email}
          onChange={setEmail}
        />
        <FormError>{asked.error && errorTextOf(asked.error)}</FormError>
        {isLeaving && <SendWayBack email={email.trim()} error={asked.error} />}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isFullWidth
          className="mt-4"
          isPending={asked.isPending}
        >
          <Trans>Send link</Trans>
        </Button>
      </form>
      <p className="mt-8 text-center">
        <TextLink href="/login" className="inline-flex min-h-11 items-center">
          <Trans>Back to login</Trans>
        </TextLink>
      </p>
    </Page>
  );
}

function MailSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <Page width="narrow" className="flex grow flex-col items-center justify-center text-center">
      <LineDrawing name="mail" className="h-36 w-auto text-pulse" isDrawn />
      <h1 className="title mt-6 text-xl">
        <Trans>Check your inbox</Trans>
      </h1>
      <p role="status" className="mt-2 max-w-[40ch] text-base text-ink-2">
        <Trans>
          We sent a link to <strong className="font-semibold text-ink">{email}</strong>. It works once, for
          one hour.
        </Trans>
      </p>
      <Button variant="ghost" className="mt-6" onPress={onAgain}>
        <Trans>No e-mail? Send it again</Trans>
      </Button>
    </Page>
  );
}
