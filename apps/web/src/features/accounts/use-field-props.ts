import { DATE_OF_BIRTH_REQUIRED, say } from '@heartline/i18n';
import { useLingui } from '@lingui/react';
import { useFieldMessage } from '../../client/error-message.ts';
import { useSettings } from '../../client/session.ts';
import { isRequired, type SignUpField } from './sign-up-rules.ts';
import type { useSignUp } from './use-sign-up.ts';

export interface SignUpFieldProps {
  field: SignUpField;
  form: ReturnType<typeof useSignUp>;
}

/** Props that every control shares: its error text, and the blur handler. */
export function useFieldProps({ field, form }: SignUpFieldProps) {
  const { i18n } = useLingui();
  const message = useFieldMessage();
  const { min_age: minAge } = useSettings();
  const error = form.errorOf(field);
  const isOpenBirth = field === 'date_of_birth' && error === 'REQUIRED';
  return {
    name: field,
    isRequired: isRequired(field),
    errorMessage: isOpenBirth ? say(i18n, DATE_OF_BIRTH_REQUIRED, { minAge }) : message(error),
    onBlur: () => {
      if (form.answers[field]) form.check([field]);
    },
  };
}
