import { Button, FormError } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useErrorMessage, useFieldMessage } from '../../client/error-message.ts';
import { codeOf, fieldErrorOf } from './code-of.ts';
import { ConfirmPasswordField } from './confirm-password-field.tsx';
import { PasswordPair, pairFault } from './password-pair.tsx';

/** Proof that the reader owns the account of a link: the password of the sign-up, or a new one. */
export type OwnerProof = { password?: string; new_password?: string };

interface OwnerPasswordFormProps {
  /** The label of the button. */
  action: ReactNode;
  isPending: boolean;
  error: Error | null;
  onSubmit(proof: OwnerProof): void;
}

/** Explains why a password is needed, and what a new one does. */
export function ProofWanted() {
  return (
    <p className="mt-2 text-base text-ink-2">
      <Trans>
        Enter the password you chose when you signed up. Don’t know it? Set a new one: this logs out every
        other device and cancels earlier links.
      </Trans>
    </p>
  );
}

/** Asks the reader of a mailed link for a password: anybody could have signed up with their address. */
export function OwnerPasswordForm({ action, isPending, error, onSubmit }: OwnerPasswordFormProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const message = useFieldMessage();
  const [isNew, setNew] = useState(false);
  const [password, setPassword] = useState('');
  const [pair, setPair] = useState({ password: '', repeat: '' });
  const [isTried, setTried] = useState(false);
  const isWrong = codeOf(error) === 'PASSWORD_WRONG';
  const fieldError = fieldErrorOf(error, 'password');
  // The first press found out that a password is needed, which this form says already.
  const isOther = error !== null && !isWrong && !fieldError && codeOf(error) !== 'PASSWORD_REQUIRED';
  const submit = () => {
    setTried(true);
    if (isNew && !pairFault(pair)) onSubmit({ new_password: pair.password });
    if (!isNew && password) onSubmit({ password });
  };
  return (
    <form
      noValidate
      className="mt-6 w-full text-left"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isNew ? (
        <PasswordPair value={pair} onChange={setPair} isTried={isTried} error={fieldError} about={[]} />
      ) : (
        <ConfirmPasswordField
          label={t`Password from your sign-up`}
          value={password}
          onChange={setPassword}
          errorMessage={isTried && !password ? message('REQUIRED') : isWrong ? errorTextOf(error) : undefined}
        />
      )}
      <FormError>{isOther && errorTextOf(error)}</FormError>
      <Button type="submit" variant="primary" size="lg" isFullWidth className="mt-4" isPending={isPending}>
        {action}
      </Button>
      <p className="mt-3 text-center">
        <Button
          variant="ghost"
          onPress={() => {
            setTried(false);
            setNew(!isNew);
          }}
        >
          {isNew ? <Trans>Use my sign-up password</Trans> : <Trans>Set a new password instead</Trans>}
        </Button>
      </p>
    </form>
  );
}
