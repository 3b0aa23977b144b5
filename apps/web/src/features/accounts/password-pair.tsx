import type { FieldError } from '@heartline/contracts';
import { PASSWORDS_DIFFER, say } from '@heartline/i18n';
import { PasswordField } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useFieldMessage } from '../../client/error-message.ts';
import { PasswordMeter } from './password-meter.tsx';

/** A new password and its repetition in a form. */
export interface Pair {
  password: string;
  repeat: string;
}

/** The error of a pair that needs no server: empty, or not the same (S5-011, S5-012). */
export function pairFault({ password, repeat }: Pair): 'empty' | 'differ' | undefined {
  if (!password) return 'empty';
  // Two keyboards may encode one letter in two ways; the server treats them as equal.
  return password.normalize('NFC') === repeat.normalize('NFC') ? undefined : 'differ';
}

interface PasswordPairProps {
  value: Pair;
  onChange: (value: Pair) => void;
  /** True once the form was submitted: errors are shown from then on. */
  isTried: boolean;
  /** The server's error for the password. */
  error: FieldError | undefined;
  /** Words that are easy to guess for this member. */
  about: readonly string[];
}

/** Two fields for one new password, with its strength. */
export function PasswordPair({ value, onChange, isTried, error, about }: PasswordPairProps) {
  const { t, i18n } = useLingui();
  const message = useFieldMessage();
  const fault = isTried ? pairFault(value) : undefined;
  const show = { showLabel: t`Show password`, hideLabel: t`Hide password` };
  return (
    <div className="grid gap-1">
      <PasswordField
        {...show}
        label={t`New password`}
        name="new-password"
        autoComplete="new-password"
        isRequired
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        errorMessage={message(fault === 'empty' ? 'REQUIRED' : error)}
        description={value.password && <PasswordMeter password={value.password} about={about} />}
      />
      <PasswordField
        {...show}
        label={t`Repeat new password`}
        name="repeat-password"
        autoComplete="new-password"
        isRequired
        value={value.repeat}
        onChange={(repeat) => onChange({ ...value, repeat })}
        errorMessage={fault === 'differ' ? say(i18n, PASSWORDS_DIFFER) : undefined}
      />
    </div>
  );
}
