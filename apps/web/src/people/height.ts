/** Regions where people give their height in feet and inches (CLDR, usage `person-height`). */
const IN_FEET: ReadonlySet<string | undefined> = new Set(['US', 'GB', 'CA']);
const CM_PER_INCH = 2.54;

/** True if heights are given in feet and inches in this locale, such as `en-GB`. */
function isHeightInFeet(locale: string): boolean {
  return IN_FEET.has(new Intl.Locale(locale).region);
}

/** A height in centimetres as people of this locale say it: "178 cm", or "5′ 10″". */
export function heightText(cm: number, locale: string): string {
  const unit = (of: 'centimeter' | 'foot' | 'inch', unitDisplay: 'short' | 'narrow', value: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: of, unitDisplay }).format(value);
  if (!isHeightInFeet(locale)) return unit('centimeter', 'short', cm);
  const inches = Math.round(cm / CM_PER_INCH);
  return `${unit('foot', 'narrow', Math.floor(inches / 12))} ${unit('inch', 'narrow', inches % 12)}`;
}

/**
 * The heights to choose from, in centimetres: each centimetre, or each inch. A stored height between two inches takes
 * the place of the nearest.
 */
export function heightChoices(
  lowest: number,
  highest: number,
  locale: string,
  stored: number | null,
): number[] {
  const all = Array.from({ length: highest - lowest + 1 }, (_, n) => lowest + n);
  if (!isHeightInFeet(locale)) return all;
  const byText = new Map(all.map((cm) => [heightText(cm, locale), cm]));
  if (stored !== null) byText.set(heightText(stored, locale), stored);
  return [...byText.values()];
}
