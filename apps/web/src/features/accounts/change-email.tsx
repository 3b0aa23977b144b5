import { changeEmail, getEmailChange } from '@heartline/contracts';
import { Button, FormError, TextField } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { keys, queryClient } from '../../client/query.ts';
import { useMember } from '../../client/session.ts';
import { codeOf } from './code-of.ts';
import { ConfirmPasswordField } from './confirm-password-field.tsx';

/** The address of the account, and a form to change it. Nothing changes before the new address is confirmed. */
export function ChangeEmail() {
  const { email } = useMember();
  const [isOpen, setOpen] = useState(false);
  // Keyed by the current address: once that has changed, no change is pending.
  const waiting = keys.emailChange(email);
  const { data: sentTo } = useQuery({
    queryKey: waiting,
    queryFn: async ({ signal }) => (await call(getEmailChange, {}, { signal })).email,
    staleTime: 0,
  });
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 font-medium wrap-anywhere">{email}</p>
        {!isOpen && (
          <Button size="sm" onPress={() => setOpen(true)}>
            <Trans>Change address</Trans>
          </Button>
        )}
      </div>
      <p role="status" className="text-base text-ink-2 not-empty:mt-2">
        {sentTo && !isOpen && (
          <Trans>
            We sent a link to <strong className="font-semibold text-ink">{sentTo}</strong>. Open it to confirm
            your new address.
          </Trans>
        )}
      </p>
      {isOpen && (
        <EmailForm
          onDone={(sent) => {
            if (sent !== undefined) queryClient.setQueryData(waiting, sent);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function EmailForm({ onDone }: { onDone: (sentTo: string | undefined) => void }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => call(changeEmail, { email: email.trim(), password }),
    onSuccess: ({ email: sentTo }) => onDone(sentTo),
  });
  const code = codeOf(change.error);
  const isAddress = code === 'NEW_EMAIL_INVALID' || code === 'EMAIL_TAKEN';
  const isPassword = code === 'PASSWORD_WRONG';
  return (
    <form
      noValidate
      className="mt-3 grid max-w-narrow gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <TextField
        label={t`New e-mail address`}
        type="email"
        name="new-email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        value={email}
        onChange={setEmail}
        errorMessage={isAddress ? errorTextOf(change.error) : undefined}
      />
      <ConfirmPasswordField
        value={password}
        onChange={setPassword}
        errorMessage={isPassword ? errorTextOf(change.error) : undefined}
      />
      <FormError>{change.error && !isAddress && !isPassword && errorTextOf(change.error)}</FormError>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" variant="primary" isPending={change.isPending}>
          <Trans>Send link</Trans>
        </Button>
        <Button variant="ghost" onPress={() => onDone(undefined)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
