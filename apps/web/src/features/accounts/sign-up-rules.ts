import {
  ABOUT_LENGTH,
  type BodyType,
  type EyeColor,
  type FieldError,
  type Gender,
  type HairColor,
  type Reason,
  type RelationshipStatus,
  type Sexuality,
  type Tattoos,
} from '@heartline/contracts';
import { checkDateOfBirth, checkName, checkPassword, cleanCity, isEmail } from '@heartline/domain';

/** The answers of a sign-up so far. Empty strings and nulls are unanswered questions. */
export interface SignUpAnswers {
  email: string;
  name: string;
  password: string;
  gender: Gender | null;
  sexuality: Sexuality | null;
  date_of_birth: string;
  country: string;
  region: string;
  city: string;
  hair_color: HairColor | '';
  eye_color: EyeColor | '';
  body_type: BodyType | '';
  relationship_status: RelationshipStatus | '';
  tattoos: Tattoos | '';
  reason: Reason | '';
  signup_message: string;
  /** Consent to offers of partners; off by default. */
  partner_offers: 'yes' | '';
}

export type SignUpField = keyof SignUpAnswers;

export const NO_ANSWERS: SignUpAnswers = {
  email: '',
  name: '',
  password: '',
  gender: null,
  sexuality: null,
  date_of_birth: '',
  country: '',
  region: '',
  city: '',
  hair_color: '',
  eye_color: '',
  body_type: '',
  relationship_status: '',
  tattoos: '',
  reason: '',
  signup_message: '',
  partner_offers: '',
};

/** The required answers; all others may stay open. */
const REQUIRED: ReadonlySet<SignUpField> = new Set([
  'email',
  'name',
  'password',
  'gender',
  'sexuality',
  'date_of_birth',
  'country',
  'region',
]);

/** True when a question is required. */
export function isRequired(field: SignUpField): boolean {
  return REQUIRED.has(field);
}

interface Rules {
  minAge: number;
  today: string;
  siteName: string;
}

/** The rules of given answers. They are the server's own (S5). */
const RULES: Partial<Record<SignUpField, (answers: SignUpAnswers, rules: Rules) => FieldError | undefined>> =
  {
    email: ({ email }) => (isEmail(email.trim()) ? undefined : 'EMAIL_INVALID'),
    name: ({ name, email }) => {
      const checked = checkName(name, email);
      return 'error' in checked ? checked.error : undefined;
    },
    password: ({ password, name, email }, { siteName }) => checkPassword(password, { siteName, name, email }),
    date_of_birth: (answers, { today, minAge }) => checkDateOfBirth(answers.date_of_birth, today, minAge),
    city: ({ city }) => (cleanCity(city) === undefined ? 'INVALID' : undefined),
    signup_message: ({ signup_message: { length } }) => (length > ABOUT_LENGTH ? 'TOO_LONG' : undefined),
  };

/**
 * The error of one answer, shown under its field. Only the server knows common passwords, reserved names and taken
 * addresses.
 */
export function fieldError(field: SignUpField, answers: SignUpAnswers, rules: Rules): FieldError | undefined {
  if (!answers[field]) return isRequired(field) ? 'REQUIRED' : undefined;
  return RULES[field]?.(answers, rules);
}

/** The sexualities that fit a gender. */
export function sexualitiesOf(gender: Gender | null): readonly Sexuality[] {
  if (gender === 'male') return ['hetero', 'gay', 'bi'];
  if (gender === 'female') return ['hetero', 'lesbian', 'bi'];
  return ['hetero', 'gay', 'lesbian', 'bi'];
}

/** The answers as input of the call, without open ones. */
export function signUpInput(answers: SignUpAnswers) {
  const { gender, sexuality, partner_offers: offers, ...rest } = answers;
  if (!gender || !sexuality) throw new TypeError('sign-up incomplete: gender or sexuality missing');
  const { email, name, password, date_of_birth, country, region, ...optional } = rest;
  const given = Object.fromEntries(
    Object.entries(optional)
      .map(([field, value]) => [field, value.trim()])
      .filter(([, value]) => value !== ''),
  ) as Partial<{ [F in keyof typeof optional]: Exclude<(typeof optional)[F], ''> }>;
  return {
    email: email.trim(),
    name: name.trim(),
    password,
    gender,
    sexuality,
    date_of_birth,
    country,
    region,
    ...given,
    ...(offers === 'yes' && { partner_offers: true }),
  };
}
