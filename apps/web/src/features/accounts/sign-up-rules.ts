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

/** The answers of a sign-up so far; empty strings and nulls are open questions. */
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
  /** Agrees to offers of partners; never set beforehand. */
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

/** What has to be answered; everything else may stay open. */
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

/** Whether a question has to be answered. */
export function isRequired(field: SignUpField): boolean {
  return REQUIRED.has(field);
}

interface Rules {
  minAge: number;
  today: string;
  siteName: string;
}

/** The rules of answers that are given. They are the server's own (S5). */
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
 * What is wrong with one answer, for words under the field while one is still in it. The server alone knows common
 * passwords, reserved names and which addresses are taken.
 */
export function fieldError(field: SignUpField, answers: SignUpAnswers, rules: Rules): FieldError | undefined {
  if (!answers[field]) return isRequired(field) ? 'REQUIRED' : undefined;
  return RULES[field]?.(answers, rules);
}

/** Which words for whom one loves fit a gender. */
export function sexualitiesOf(gender: Gender | null): readonly Sexuality[] {
  if (gender === 'male') return ['hetero', 'gay', 'bi'];
  if (gender === 'female') return ['hetero', 'lesbian', 'bi'];
  return ['hetero', 'gay', 'lesbian', 'bi'];
}

/** The answers as the call takes them: open ones are left out. */
export function signUpInput(answers: SignUpAnswers) {
  const { gender, sexuality, partner_offers: offers, ...rest } = answers;
  if (!gender || !sexuality) throw new TypeError('Sent before every question was answered.');
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
