import { changePassword } from '@heartline/contracts';
import { Button, FormError, showToast, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, isUnanswered } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { noteFreshSession } from '../../client/fresh-session.ts';
import { keys, queryClient } from '../../client/query.ts';
import { useMember } from '../../client/session.ts';
import { codeOf, fieldErrorOf } from './code-of.ts';
import { ConfirmPasswordField } from './confirm-password-field.tsx';
import { PasswordPair, pairFault } from './password-pair.tsx';

/** Maximum number of repeats of an unanswered change. */
const AGAIN = 3;

/** A form for a new password, behind a button. It signs other devices out. */
export function ChangePassword() {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <PasswordForm onDone={() => setOpen(false)} />;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
      <p className="text-base text-ink-2">{t`Changing it logs you out on other devices.`}</p>
      <Button size="sm" onPress={() => setOpen(true)}>
        <Trans>Change password</Trans>
      </Button>
    </div>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { email, profile } = useMember();
  const [old, setOld] = useState('');
  const [pair, setPair] = useState({ password: '', repeat: '' });
  const [isTried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: () => call(changePassword, { old_password: old, password: pair.password }),
    // For some minutes the server repeats its answer to the browser that made the change.
    retry: (tries, error) => tries < AGAIN && isUnanswered(error),
    onSuccess: () => {
      void showToast({ title: t`Your password has been changed` });
      void queryClient.invalidateQueries({ queryKey: keys.sessions });
      noteFreshSession();
      onDone();
    },
  });
  const isOld = codeOf(change.error) === 'OLD_PASSWORD_WRONG';
  const fieldError = fieldErrorOf(change.error, 'password');
  return (
    <form
      noValidate
      className="grid max-w-narrow gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!pairFault(pair)) change.mutate();
      }}
    >
      <ConfirmPasswordField
        label={t`Old password`}
        value={old}
        onChange={setOld}
        errorMessage={isOld ? errorTextOf(change.error) : undefined}
      />
      <PasswordPair
        value={pair}
        onChange={setPair}
        isTried={isTried}
        error={fieldError}
        about={[email, profile.name]}
      />
      <FormError>{change.error && !isOld && !fieldError && errorTextOf(change.error)}</FormError>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" isPending={change.isPending}>
          <Trans>Save password</Trans>
        </Button>
        <Button variant="ghost" onPress={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <TextLink href="/reset-password" className="inline-flex min-h-11 items-center">
          <Trans>Forgot your password?</Trans>
        </TextLink>
      </div>
    </form>
  );
}
