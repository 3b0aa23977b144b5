import { Button, FormError, PasswordField, TextField } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { ApiError } from './api.ts';
import { useErrorMessage } from './error-message.ts';

interface SignInFormProps {
  /** What one is known by here. */
  account: Pick<ComponentProps<typeof TextField>, 'label' | 'type' | 'name' | 'value' | 'onChange'>;
  onSubmit(password: string): void;
  error: Error | null;
  isPending: boolean;
  /** What the button says. */
  action: string;
  /** Stands below the password. */
  help?: ReactNode;
  /** Stands below what went wrong. */
  remedy?: ReactNode;
}

/** The form of whoever comes back with a password, a member or an operator; every refusal is said in words. */
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

/** An empty form is a wrong sign-in like any other; the server need not be asked. */
export function refuseEmpty(account: string, password: string): void {
  if (!account || !password) throw new ApiError(401, { code: 'LOGIN_FAILED' });
}
