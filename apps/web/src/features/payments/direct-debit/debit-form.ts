import type { FieldError } from '@heartline/contracts';
import { friendlyFormatIBAN, isValidIBAN } from 'ibantools';

/** The fields of the form in the order of the screen (S3-217 to S3-223). The code comes in step two (S3-216). */
export const DEBIT_FIELDS = [
  'account_holder',
  'iban',
  'street',
  'house_number',
  'zip',
  'city',
  'phone',
] as const;
export type DebitField = (typeof DEBIT_FIELDS)[number];

/** The typed form. It lives in the memory of the page alone: nothing of it is ever stored. */
export type DebitForm = Readonly<Record<DebitField, string>>;

export const EMPTY_FORM: DebitForm = {
  account_holder: '',
  iban: '',
  street: '',
  house_number: '',
  zip: '',
  city: '',
  phone: '',
};

/** No IBAN has more characters than this. */
const LONGEST_IBAN = 34;

/** An IBAN in capitals, without what separates its groups. */
const plain = (typed: string): string => typed.replaceAll(/[^a-z\d]/gi, '').toUpperCase();

/** An IBAN in capitals and groups of four, as banks print it, whatever was typed or pasted. */
export const grouped = (typed: string): string =>
  friendlyFormatIBAN(plain(typed).slice(0, LONGEST_IBAN)) ?? '';

/** The place of the caret in a grouped IBAN with so many characters before it, spaces aside. */
export function caretAfter(text: string, characters: number): number {
  let passed = 0;
  for (const [at, sign] of [...text].entries()) {
    if (passed === characters) return at;
    if (sign !== ' ') passed += 1;
  }
  return text.length;
}

/** Characters before this place in the text, spaces and punctuation aside. */
export const charactersBefore = (text: string, at: number): number => plain(text.slice(0, at)).length;

/** Fewer digits than this make no phone number anywhere. */
const FEWEST_DIGITS = 6;

/** Why a field can’t be right; undefined if it may be. The server checks bank, country and kind of phone. */
export function faultOf(field: DebitField, value: string): FieldError | undefined {
  const text = value.trim();
  if (text === '') return 'REQUIRED';
  if (field === 'iban' && !isValidIBAN(plain(text))) return 'IBAN_INVALID';
  if (field === 'phone' && text.replaceAll(/\D/g, '').length < FEWEST_DIGITS) return 'PHONE_INVALID';
  return undefined;
}
