/**
 * Names that hold a term of `home-made-terms.ts` and stay, each with its reason.
 * Only a name that is stored or sent may stand here, since another release reads it.
 */
export const ALLOWED_NAMES: { name: string; reason: string }[] = [
  { name: 'house_number', reason: 'a field of the direct-debit form in the specification (S3-220)' },
  { name: 'houseNumber', reason: 'that field as a payment bridge receives it' },
];
