import type { FieldError, Gender, Sexuality } from '@heartline/contracts';
import { checkDateOfBirth, checkName, checkPassword, isEmail } from '@heartline/domain';

/** The answers of a sign-up so far; empty strings and nulls are open questions. */
export interface SignUpAnswers {
  email: string;
  name: string;
  gender: Gender | null;
  sexuality: Sexuality | null;
  date_of_birth: string;
  country: string;
  region: string;
  password: string;
}

export type SignUpField = keyof SignUpAnswers;

export const NO_ANSWERS: SignUpAnswers = {
  email: '',
  name: '',
  gender: null,
  sexuality: null,
  date_of_birth: '',
  country: '',
  region: '',
  password: '',
};

/**
 * What is wrong with one answer, for words under the field while one is still in it. The rules are the server's own
 * (S5); it alone knows common passwords and which addresses are taken.
 */
export function fieldError(
  field: SignUpField,
  answers: SignUpAnswers,
  rules: { minAge: number; today: string; siteName: string },
): FieldError | undefined {
  const { email, name, password } = answers;
  if (!answers[field]) return 'REQUIRED';
  switch (field) {
    case 'email':
      return isEmail(email.trim()) ? undefined : 'EMAIL_INVALID';
    case 'name': {
      const checked = checkName(name, email, rules.siteName);
      return 'error' in checked ? checked.error : undefined;
    }
    case 'date_of_birth':
      return checkDateOfBirth(answers.date_of_birth, rules.today, rules.minAge);
    case 'password':
      return checkPassword(password, { siteName: rules.siteName, name, email });
    default:
      return undefined;
  }
}

/** Today in the calendar of this device. */
export function calendarDay(date: Date): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/** Which words for whom one loves fit a gender. */
export function sexualitiesOf(gender: Gender | null): readonly Sexuality[] {
  if (gender === 'male') return ['hetero', 'gay', 'bi'];
  if (gender === 'female') return ['hetero', 'lesbian', 'bi'];
  return ['hetero', 'gay', 'lesbian', 'bi'];
}
