import { type FieldError, ok, type Result, refuse } from '@heartline/contracts';
import { foldText } from './text.ts';

/** Passwords: long enough to matter, short enough that hashing one costs nobody anything (product decisions). */
export const PASSWORD_LENGTH = { minimum: 8, maximum: 128 } as const;
/** Names as others read them, in characters. */
export const NAME_LENGTH = { minimum: 2, maximum: 30 } as const;

const DAY_MS = 86_400_000;

/** The calendar day of a moment, in UTC: `2025-03-31`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Whether a day `YYYY-MM-DD` exists in the calendar. */
export function isCalendarDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const real = new Date(Date.UTC(year, month - 1, date));
  return real.getUTCFullYear() === year && real.getUTCMonth() === month - 1 && real.getUTCDate() === date;
}

/** Age in whole years on `today`. Who was born on 29 February is a year older on 1 March of other years. */
export function ageOn(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/**
 * The age others read, at `now` in Unix ms. Under the least age of the site nobody is: who signed up on the very birthday, in
 * a calendar ahead of ours, is of that age already.
 */
export function shownAge(dateOfBirth: string, now: number, minAge: number): number {
  const age = ageOn(dateOfBirth, dayOf(now));
  return age < minAge ? ageOn(dateOfBirth, dayOf(now + DAY_MS)) : age;
}

/**
 * Today in the member’s own calendar: what the browser says, if it is at most a day from ours, as time zones are.
 * Otherwise the server’s day in UTC.
 */
export function memberToday(now: number, claimed: string | undefined): string {
  if (!claimed || !isCalendarDay(claimed)) return dayOf(now);
  return [dayOf(now - DAY_MS), dayOf(now), dayOf(now + DAY_MS)].includes(claimed) ? claimed : dayOf(now);
}

/** Nobody is older; a birth date before that is a mistake. */
const OLDEST = 120;

/** Whether someone born then may sign up (S1-001, S5-001 to S5-004). */
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
 * Whether a text is one plain e-mail address: no quotes, comments, lists or line breaks, so a mail to it has one
 * recipient. International domains are fine (S5-007).
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
 * What makes two addresses the same person: case, what follows a plus, and dots where the provider ignores them.
 * `asciiDomain` is the domain in its ASCII form (`xn--…`), which the caller works out.
 */
export function emailIdentity(email: string, asciiDomain: string): string {
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  const untagged = local.split('+', 1)[0] || local;
  const domain = DOTLESS[asciiDomain] ?? asciiDomain;
  return `${DOTLESS[asciiDomain] ? untagged.replaceAll('.', '') : untagged}@${domain}`;
}

/** Letters, digits and a little in between; no controls, no text direction tricks, no emoji. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _.'’-]*$/u;
const HAS_LETTER = /\p{L}/u;
/** Marks pile up on a letter only to make a mess. */
const STACKED_MARKS = /\p{M}{3,}/u;

/** Letters that draw nothing: Hangul fillers and their like, and the blank hieroglyphs. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u{13441}\u{13442}]/u;

/**
 * The name as it is kept: in one Unicode form, with single spaces. Refused when it equals the e-mail address, starts
 * with @, is too short or long, or holds signs that draw nothing (S5-005, S5-006). The server alone knows reserved names.
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

/** The copy of a name by which operators find it (`foldText`). */
export function nameKey(name: string): string {
  return foldText(name);
}

/** The copy that profiles of an earlier version have: without case only. */
export function formerNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** Whether a password has more characters than any can have: it opens nothing, and need not be hashed. */
export function isPasswordTooLong(password: string): boolean {
  return [...password.normalize('NFC')].length > PASSWORD_LENGTH.maximum;
}

/**
 * Whether a password may be used, apart from being a common one, which takes a dictionary: length, the site’s name,
 * one’s own name or address in it, or hardly any different characters (S5-015).
 */
export function checkPassword(
  typed: string,
  about: { siteName: string; name: string; email: string },
): FieldError | undefined {
  // Counted and compared as it is stored, on whatever keyboard it was typed.
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

/** Minutes to show for a block that ends at `until`: a started minute counts. */
export function minutesLeft(until: number, now: number): number {
  return Math.max(1, Math.ceil((until - now) / 60_000));
}

/** The outcome of several field rules: all of them at once, so a form shows everything to change. */
export function fieldsOrRefusal(fields: Record<string, FieldError | undefined>): Result<undefined> {
  const wrong = Object.entries(fields).filter(
    (entry): entry is [string, FieldError] => entry[1] !== undefined,
  );
  return wrong.length === 0
    ? ok(undefined)
    : refuse('VALIDATION_FAILED', { fields: Object.fromEntries(wrong) });
}
