import { type FieldError, ok, type Result, refuse } from '@heartline/contracts';
import { electronicFormatIBAN, extractIBAN, isSEPACountry, isValidIBAN } from 'ibantools';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The form of a direct debit as it was sent; every field may be missing. */
export interface DebtorForm {
  account_holder?: string | undefined;
  iban?: string | undefined;
  street?: string | undefined;
  house_number?: string | undefined;
  zip?: string | undefined;
  city?: string | undefined;
  phone?: string | undefined;
}

/** The holder of an account. `iban` is electronic, `phone` is E.164; both live for one request only. */
export interface ReadDebtor {
  holder: string;
  iban: string;
  bankCountry: string;
  address: { street: string; houseNumber: string; zip: string; city: string };
  phone: string;
}

const FIELDS = ['account_holder', 'iban', 'street', 'house_number', 'zip', 'city', 'phone'] as const;

/** The countries of the site, and the one to pay in. */
interface Place {
  countries: readonly string[];
  country: string;
}

/**
 * Reads the form of a direct debit. Refused with an error for each field at fault, never with what was typed
 * (VALIDATION_FAILED: REQUIRED, IBAN_INVALID, PHONE_INVALID).
 */
export function readDebtor(form: DebtorForm, place: Place): Result<ReadDebtor> {
  const fields: Record<string, FieldError> = {};
  for (const field of FIELDS) if (!form[field]) fields[field] = 'REQUIRED';
  const account = form.iban ? readIban(form.iban) : undefined;
  const phone = form.phone ? readPhone(form.phone, place) : undefined;
  if (form.iban && !account) fields['iban'] = 'IBAN_INVALID';
  if (form.phone && !phone) fields['phone'] = 'PHONE_INVALID';
  if (!account || !phone || Object.keys(fields).length > 0) return refuse('VALIDATION_FAILED', { fields });
  const { account_holder: holder, street, house_number: houseNumber, zip, city } = form as Required<FilledIn>;
  return ok({ holder, ...account, address: { street, houseNumber, zip, city }, phone });
}

type FilledIn = Record<(typeof FIELDS)[number], string>;

/**
 * An account number in electronic form with its country; undefined if its length or checksum is wrong, or if direct debits
 * don’t reach it. Every SEPA country is accepted: EU regulation 260/2012, article 9, forbids to choose among them.
 */
export function readIban(typed: string): { iban: string; bankCountry: string } | undefined {
  const iban = electronicFormatIBAN(typed);
  if (!iban || !isValidIBAN(iban)) return undefined;
  const bankCountry = extractIBAN(iban).countryCode;
  return bankCountry !== undefined && isSEPACountry(bankCountry) ? { iban, bankCountry } : undefined;
}

const MOBILE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * A mobile number in E.164. Landlines, premium numbers, extensions and countries the site does not serve are refused: a text
 * message there may cost a fortune. A number without a country code is of the country to pay in.
 */
export function readPhone(typed: string, { countries, country }: Place): string | undefined {
  const phone = parsePhoneNumberFromString(typed, country as CountryCode);
  if (!phone?.isValid() || phone.ext !== undefined) return undefined;
  const isServed = phone.country !== undefined && countries.includes(phone.country);
  return isServed && MOBILE.has(phone.getType() ?? '') ? phone.number : undefined;
}

/** Any phone number with a country code, in E.164; undefined if there is no such number. For operators. */
export function readAnyPhone(typed: string): string | undefined {
  const phone = parsePhoneNumberFromString(typed);
  return phone?.isValid() ? phone.number : undefined;
}
