import { TextField, type TextFieldProps } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { phoneHint } from './phone-hint.ts';

interface PhoneFieldProps extends Omit<TextFieldProps, 'label' | 'description'> {
  /** Country that is paid from. */
  country: string;
}

/** The mobile phone that gets the code (S2-076). */
export function PhoneField({ country, ...props }: PhoneFieldProps) {
  const { t } = useLingui();
  const example = phoneHint(country);
  return (
    <TextField
      {...props}
      label={t`Mobile number`}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={30}
      description={t`We text you a code. For example ${example}`}
    />
  );
}
