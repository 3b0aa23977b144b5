import type { LanderFigures, LanderRate, LanderSplit } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatLocale } from '../../../../client/format-locale.ts';
import { formatCount, formatMoney } from '../../../../people/money.ts';

export type RateName = keyof LanderFigures['rates'];

/** The rates, in the order of what a visitor does. */
export const RATES: Readonly<Record<RateName, MessageDescriptor>> = {
  start: msg`Starts per view`,
  signUp: msg`Sign-ups per view`,
  activation: msg`Confirmed per sign-up`,
  purchase: msg`Buyers per sign-up`,
};

/** Names of the rows; an empty one stands for the landing pages themselves. */
export const SPLITS: Readonly<Record<LanderSplit | '', MessageDescriptor>> = {
  '': msg`Landing page`,
  slug: msg`Campaign`,
  variant: msg`Variant`,
  network: msg`Partner`,
  ref: msg`Partner’s source`,
  country: msg`Country`,
  locale: msg`Language`,
};

/** Figures as the language of the page writes them. */
export function useFigureTexts() {
  const { t, i18n } = useLingui();
  const locale = formatLocale(i18n);
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const nameIn = (type: 'region' | 'language', code: string) =>
    new Intl.DisplayNames([locale], { type, fallback: 'code' }).of(code) ?? code;

  const nameOf = ({ of }: LanderFigures): string =>
    Object.entries(of)
      .map(([kind, name]) => {
        if (!name) return t`none`;
        if (kind === 'country') return nameIn('region', name);
        return kind === 'locale' ? nameIn('language', name) : name;
      })
      .join(' / ');

  return {
    nameOf,
    count: (number: number) => formatCount(locale, number),
    percent: (share: number) => percent.format(share),
    /** The interval of a rate, or why there is no rate. */
    interval(rate: LanderRate): string {
      if (rate === 'too few') return t`Too few to say`;
      return rate === 'unknown' ? t`Not known` : percent.formatRange(rate.low, rate.high);
    },
    money: ({ revenue }: LanderFigures): string =>
      revenue.map(({ cents, currency }) => formatMoney(locale, cents, currency)).join(' + ') || '–',
  };
}
