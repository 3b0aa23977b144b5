import type { ProviderPayer } from '../ports.ts';

/** A payer of whom a provider says nothing. */
export const NO_PAYER: ProviderPayer = Object.freeze({ country: null, ibanEnd: null });

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const COUNTRY = /^[A-Z]{2}$/;
const BIC = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** A country as a provider writes it; null unless it is two letters. */
export function countryIn(text: string | null | undefined): string | null {
  const code = text?.toUpperCase() ?? '';
  return COUNTRY.test(code) ? code : null;
}

/** Countries by their three letters of ISO 3166: those of SEPA, and those of our currencies. */
const THREE_LETTERS = new Map(
  'AND:AD AUS:AU AUT:AT BEL:BE BGR:BG CAN:CA CHE:CH CYP:CY CZE:CZ DEU:DE DNK:DK ESP:ES EST:EE FIN:FI FRA:FR GBR:GB GRC:GR HRV:HR HUN:HU IRL:IE ISL:IS ITA:IT LIE:LI LTU:LT LUX:LU LVA:LV MCO:MC MLT:MT NLD:NL NOR:NO NZL:NZ POL:PL PRT:PT ROU:RO SMR:SM SVK:SK SVN:SI SWE:SE USA:US VAT:VA'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** A country that a provider writes with three letters; null for one far away, or none. */
export const countryOfThree = (text: string | null | undefined): string | null =>
  THREE_LETTERS.get(text?.toUpperCase() ?? '') ?? null;

/** The country of a bank by its BIC; null for text that is none. */
export function countryOfBic(bic: string | null | undefined): string | null {
  return BIC.exec(bic?.toUpperCase() ?? '')?.[1] ?? null;
}

/** A payer by their account number, of which only country and last four signs are kept. */
export function payerOfIban(account: string | null | undefined): ProviderPayer {
  const iban = account?.replaceAll(' ', '').toUpperCase() ?? '';
  return IBAN.test(iban) ? { country: iban.slice(0, 2), ibanEnd: iban.slice(-4) } : NO_PAYER;
}
