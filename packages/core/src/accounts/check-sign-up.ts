import { ok, type ParsedOf, type Result, refuse, type signUp } from '@heartline/contracts';
import {
  checkDateOfBirth,
  checkName,
  checkPassword,
  cleanCity,
  fieldsOrRefusal,
  memberToday,
} from '@heartline/domain';
import { isRegion } from '@heartline/i18n/server';
import type { SiteOfHost } from '../site/index.ts';
import { type Email, readEmail } from './email-key.ts';
import { isCommonPassword } from './guessable-passwords.ts';
import { nameRefused } from './name-refused.ts';

export type SignUpInput = ParsedOf<typeof signUp>;

/** Checks every rule on the input (S5-001 to S5-008, S5-015) and returns all faults at once. */
export function checkSignUp(
  input: SignUpInput,
  { settings }: Pick<SiteOfHost, 'settings'>,
  now: number,
): Result<{ email: Email; name: string }> {
  const email = readEmail(input.email);
  const named = readName(input, settings);
  const about = { siteName: settings.name, name: input.name, email: input.email };
  const fields = fieldsOrRefusal({
    email: email ? undefined : 'EMAIL_INVALID',
    name: 'error' in named ? named.error : undefined,
    date_of_birth: checkDateOfBirth(input.date_of_birth, memberToday(now, input.today), settings.min_age),
    ...placeErrors(input, settings.countries),
    password:
      checkPassword(input.password, about) ??
      (isCommonPassword(input.password) ? 'PASSWORD_TOO_COMMON' : undefined),
  });
  if (!fields.ok) return fields;
  return email && 'name' in named ? ok({ email, name: named.name }) : refuse('VALIDATION_FAILED');
}

/** The name in its stored form, or the reason why it is refused. */
export function readName(
  { name, email }: Pick<SignUpInput, 'name' | 'email'>,
  settings: Pick<SiteOfHost['settings'], 'name'>,
): ReturnType<typeof checkName> {
  const named = checkName(name, email);
  const error = 'name' in named ? nameRefused(named.name, settings.name) : undefined;
  return error ? { error } : named;
}

/** The site limits the countries; a region must belong to its country. */
function placeErrors({ country, region, city }: SignUpInput, countries: readonly string[]) {
  const isOpen = countries.includes(country);
  return {
    country: isOpen ? undefined : ('COUNTRY_UNKNOWN' as const),
    region: !isOpen || isRegion(country, region) ? undefined : ('REGION_UNKNOWN' as const),
    city: cleanCity(city ?? '') === undefined ? ('INVALID' as const) : undefined,
  };
}
