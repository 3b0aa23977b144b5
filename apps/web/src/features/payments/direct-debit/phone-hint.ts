/** A mobile number of each country with direct debit, as it is dialled from abroad. */
const MOBILES: Readonly<Record<string, string> & { NL: string }> = {
  AT: '+43 664 1234567',
  BE: '+32 470 12 34 56',
  DE: '+49 1512 3456789',
  ES: '+34 612 34 56 78',
  FR: '+33 6 12 34 56 78',
  IE: '+353 85 012 3456',
  IT: '+39 312 345 6789',
  NL: '+31 6 12345678',
};

/** An example of a mobile number in a country, never broken in two lines; a Dutch one for countries without. */
export const phoneHint = (country: string): string =>
  (MOBILES[country] ?? MOBILES.NL).replaceAll(' ', '\u{a0}');
