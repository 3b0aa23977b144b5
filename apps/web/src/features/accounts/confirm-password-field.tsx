import { PasswordField } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';

/** The member's password, asked again before an action that can't be undone. */
export function ConfirmPasswordField({
  value,
  onChange,
  errorMessage,
  label,
}: {
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
  label?: string;
}) {
  const { t } = useLingui();
  return (
    <PasswordField
      label={label ?? t`Your password`}
      name="password"
      autoComplete="current-password"
      showLabel={t`Show password`}
      hideLabel={t`Hide password`}
      isRequired
      value={value}
      onChange={onChange}
      errorMessage={errorMessage}
    />
  );
}
