import { useFormatLocale } from '../../../client/language.ts';

/** Writes a whole percentage, such as 25, in the language of the page. */
export function usePercent(): (percent: number) => string {
  const format = new Intl.NumberFormat(useFormatLocale(), { style: 'percent' });
  return (percent) => format.format(percent / 100);
}
