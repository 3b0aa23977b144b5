import { type FieldError, ok, type Result, refuse } from '@heartline/contracts';
import { foldText } from './text.ts';

/** Length of a password in characters. The maximum bounds the cost of hashing one (product decisions). */
export const PASSWORD_LENGTH = { minimum: 8, maximum: 128 } as const;
/** Length of a member’s name, in characters. */
export const NAME_LENGTH = { minimum: 2, maximum: 30 } as const;

const DAY_MS = 86_400_000;

/** The calendar day of a moment, in UTC: `2025-03-31`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** True if a day `YYYY-MM-DD` exists in the calendar. */
export function isCalendarDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const real = new Date(Date.UTC(year, month - 1, date));
  return real.getUTCFullYear() === year && real.getUTCMonth() === month - 1 && real.getUTCDate() === date;
}

/** Age in whole years on `today`. A person born on 29 February turns a year older on 1 March of other years. */
export function ageOn(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/**
 * The age others see, at `now` in Unix ms; never below the minimum age of the site. A member may sign up on the birthday
 * itself in a time zone ahead of the server’s.
 */
export function shownAge(dateOfBirth: string, now: number, minAge: number): number {
  const age = ageOn(dateOfBirth, dayOf(now));
  return age < minAge ? ageOn(dateOfBirth, dayOf(now + DAY_MS)) : age;
}

/**
 * Today in the member’s own calendar: the day the browser claims, if it is at most one day from the server’s. Otherwise
 * the server’s day in UTC.
 */
export function memberToday(now: number, claimed: string | undefined): string {
  if (!claimed || !isCalendarDay(claimed)) return dayOf(now);
  return [dayOf(now - DAY_MS), dayOf(now), dayOf(now + DAY_MS)].includes(claimed) ? claimed : dayOf(now);
}

/** The oldest age accepted; an earlier birth date is a mistake. */
const OLDEST = 120;

/** Checks that someone born on this day may sign up (S1-001, S5-001 to S5-004). */
export function checkDateOfBirth(dateOfBirth: string, today: string, minAge: number): FieldError | undefined {
  if (dateOfBirth === '') return 'REQUIRED';
  if (!isCalendarDay(dateOfBirth)) return 'DATE_OF_BIRTH_INVALID';
  const age = ageOn(dateOfBirth, today);
  if (age < 0 || age > OLDEST) return 'DATE_OF_BIRTH_INVALID';
  return age < minAge ? 'UNDER_AGE' : undefined;
}

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/**
 * True for one plain e-mail address: no quotes, comments, lists or line breaks. A mail to it has exactly one recipient.
 * International domains are allowed (S5-007).
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const labels = text.slice(at + 1).split('.');
  return (
    at > 0 &&
    text.length <= 254 &&
    local.length <= 64 &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    /\p{L}/u.test(labels.at(-1) ?? '') &&
    (labels.at(-1) ?? '').length >= 2
  );
}

/** Providers that ignore dots before the @, and the names they go by. */
const DOTLESS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * The key under which two addresses belong to the same person. Case, the part after a plus, and dots that the provider
 * ignores don’t count. `asciiDomain` is the domain in its ASCII form (`xn--…`), which the caller computes.
 */
export function emailIdentity(email: string, asciiDomain: string): string {
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  const untagged = local.split('+', 1)[0] || local;
  const domain = DOTLESS[asciiDomain] ?? asciiDomain;
  return `${DOTLESS[asciiDomain] ? untagged.replaceAll('.', '') : untagged}@${domain}`;
}

/** Letters, digits and a few separators; no control characters, direction marks or emoji. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _.'’-]*$/u;
const HAS_LETTER = /\p{L}/u;
/** Several combining marks on one letter draw over the lines above and below. */
const STACKED_MARKS = /\p{M}{3,}/u;

/** Letters that draw nothing: Hangul fillers and similar, and the blank hieroglyphs. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u{13441}\u{13442}]/u;

/**
 * Returns the name as it is stored: in one Unicode form, with single spaces. Refuses one that equals the e-mail address,
 * starts with @, is too short or long, or contains invisible characters (S5-005, S5-006). The server checks reserved
 * names.
 */
export function checkName(raw: string, email: string): { name: string } | { error: FieldError } {
  const name = raw.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (name === '') return { error: 'REQUIRED' };
  if (name.startsWith('@')) return { error: 'NAME_STARTS_WITH_AT' };
  if (name.toLowerCase() === email.trim().toLowerCase()) return { error: 'NAME_IS_EMAIL' };
  const length = [...name].length;
  if (length > NAME_LENGTH.maximum) return { error: 'TOO_LONG' };
  const fits =
    length >= NAME_LENGTH.minimum &&
    NAME.test(name) &&
    HAS_LETTER.test(name) &&
    !STACKED_MARKS.test(name) &&
    !INVISIBLE.test(name);
  return fits ? { name } : { error: 'INVALID' };
}

/** The folded copy of a name that operators search by (`foldText`). */
export function nameKey(name: string): string {
  return foldText(name);
}

/** The copy that profiles of an earlier version store: lower case only. */
export function formerNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** True for a password longer than the maximum. It can’t be right, and hashing it would cost time. */
export function isPasswordTooLong(password: string): boolean {
  return [...password.normalize('NFC')].length > PASSWORD_LENGTH.maximum;
}

/**
 * Checks a password: length, the site’s name, the member’s own name or address in it, and too few different characters
 * (S5-015). Common passwords need a dictionary and are checked elsewhere.
 */
export function checkPassword(
  typed: string,
  about: { siteName: string; name: string; email: string },
): FieldError | undefined {
  // Normalise first: keyboards produce the same letter in different Unicode forms.
  const password = typed.normalize('NFC');
  if ([...password].length < PASSWORD_LENGTH.minimum) return 'PASSWORD_TOO_SHORT';
  if (isPasswordTooLong(password)) return 'PASSWORD_TOO_LONG';
  const folded = password.toLowerCase();
  const personal = [about.name, about.email, about.email.split('@', 1)[0] ?? ''].map((word) =>
    word.normalize('NFC').toLowerCase(),
  );
  const guessable =
    (about.siteName !== '' && folded.includes(about.siteName.normalize('NFC').toLowerCase())) ||
    personal.includes(folded) ||
    new Set(folded).size < 4;
  return guessable ? 'PASSWORD_TOO_COMMON' : undefined;
}

/** Minutes to show for a block that ends at `until`, rounded up. */
export function minutesLeft(until: number, now: number): number {
  return Math.max(1, Math.ceil((until - now) / 60_000));
}

/** Combines the results of several field rules, so that a form shows every field to change. */
export function fieldsOrRefusal(fields: Record<string, FieldError | undefined>): Result<undefined> {
  const wrong = Object.entries(fields).filter(
    (entry): entry is [string, FieldError] => entry[1] !== undefined,
  );
  return wrong.length === 0
    ? ok(undefined)
    : refuse('VALIDATION_FAILED', { fields: Object.fromEntries(wrong) });
}
