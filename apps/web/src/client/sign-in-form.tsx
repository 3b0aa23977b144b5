import { Button, FormError, PasswordField, TextField } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { ApiError } from './api.ts';
import { useErrorMessage } from './error-message.ts';

interface SignInFormProps {
  /** The field that names the account. */
  account: Pick<ComponentProps<typeof TextField>, 'label' | 'type' | 'name' | 'value' | 'onChange'>;
  onSubmit(password: string): void;
  error: Error | null;
  isPending: boolean;
  /** The label of the button. */
  action: string;
  /** Shown below the password. */
  help?: ReactNode;
  /** Shown below the error. */
  remedy?: ReactNode;
}

/** The sign-in form with a password, for members and operators. Every refusal is shown as text. */
export function SignInForm(props: SignInFormProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const [password, setPassword] = useState('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit(password);
      }}
    >
      <TextField
        {...props.account}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
      />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        showLabel={t`Show password`}
        hideLabel={t`Hide password`}
        isRequired
        value={password}
        onChange={setPassword}
      />
      {props.help}
      <FormError>{props.error && errorTextOf(props.error)}</FormError>
      {props.remedy}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isFullWidth
        className="mt-4"
        isPending={props.isPending}
      >
        {props.action}
      </Button>
    </form>
  );
}

/** An empty form is a wrong sign-in like any other; no call is needed. */
export function refuseEmpty(account: string, password: string): void {
  if (!account || !password) throw new ApiError(401, { code: 'LOGIN_FAILED' });
}
