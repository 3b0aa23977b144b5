import { CONSTANTS, type Locale } from '@heartline/contracts';
import { currencyOf, dialablePhone, type PriceLists } from '@heartline/domain';
import { offeredLocales } from '@heartline/i18n';
import type { SiteOfHost } from '../site/index.ts';
import type { PageValues } from './fill-page.ts';
import { pageBlocks } from './page-blocks.ts';

/** The values of all variables for a site, in the language of the text. An empty setting has no value. */
export function pageValues(site: SiteOfHost, prices: PriceLists, locale: Locale, date: number): PageValues {
  const { settings, company } = site;
  const number = new Intl.NumberFormat(locale);
  const numbers = {
    refund_days: settings.refund_days,
    min_age: settings.min_age,
    message_credits: settings.message_credits,
    photo_credits: settings.photo_credits,
    gift_credits: settings.gift_credits,
    starting_credits: settings.signup_credits,
    message_length: settings.message_length,
    free_conversations: settings.free_conversations,
    free_photos: settings.free_photos,
    premium_photos: settings.premium_photos,
    chat_history_days: settings.chat_history_days,
    reactivation_days: CONSTANTS.reactivationDays,
    session_days: CONSTANTS.sessionDays,
    bonus_percent: CONSTANTS.timeBonusPercent,
    bonus_hours: CONSTANTS.timeBonusMs / 3_600_000,
  };
  const texts = {
    site: settings.name,
    company: company.name || settings.name,
    address: addressOf(site),
    kvk: company.kvk,
    vat: company.vat_numbers.join(', '),
    terms_date: dateIn(locale, settings.time_zone, date),
    cheapest_pack: cheapestPack(site, prices, locale),
  };
  const { support_email: email } = settings;
  const { support_phone: phone } = company;
  const plain = [
    ...Object.entries(texts).filter(([, text]) => text !== ''),
    ...Object.entries(numbers).map(([name, value]) => [name, number.format(value)] as const),
  ];
  return {
    text: {
      ...Object.fromEntries(plain.map(([name, text]) => [name, { text }])),
      ...(email && { support_email: { text: email, href: `mailto:${email}` } }),
      ...(phone && { support_phone: { text: phone, href: `tel:${dialablePhone(phone)}` } }),
    },
    block: pageBlocks(site, locale),
  };
}

/** The company's address in one line; empty if the operator gave none. */
const addressOf = ({ company: { address, city, country } }: Pick<SiteOfHost, 'company'>) =>
  [address, city, country].filter(Boolean).join(', ');

const dateIn = (locale: Locale, timeZone: string, at: number) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(at);

/** The price of the smallest pack in a country of the site that speaks the language. */
function cheapestPack({ settings: { countries } }: SiteOfHost, prices: PriceLists, locale: Locale): string {
  const country = countries.find((one) => offeredLocales(one)[0] === locale) ?? countries[0] ?? 'NL';
  const currency = currencyOf(country);
  const { cents } = prices[currency].packs.p0;
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents / 100);
}
