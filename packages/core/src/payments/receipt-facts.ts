import type { Locale } from '@heartline/contracts';
import { METHOD_NAMES } from '@heartline/domain';
import { METHOD_TEXTS, PAYMENT_TEXTS, RECEIPT_TEXTS, regionalLocale, STATEMENT_TEXTS } from '@heartline/i18n';
import { PAGE_BLOCK_TEXTS, serverText } from '@heartline/i18n/server';
import type { ReceiptRow } from './receipt.repository.ts';

/** A line of a receipt: a name and its value, which may have several lines. */
export interface ReceiptFact {
  label: string;
  lines: readonly string[];
}

type Word = keyof typeof RECEIPT_TEXTS;

/**
 * The lines of a receipt or credit note in a language, with the formats of its country. `timeZone` is that of the site.
 * Without VAT, the lines about it are left out.
 */
export function receiptFacts(
  row: ReceiptRow,
  { locale, timeZone }: { locale: Locale; timeZone: string },
): ReceiptFact[] {
  const regional = regionalLocale(locale, row.country);
  const money = new Intl.NumberFormat(regional, { style: 'currency', currency: row.currency });
  const day = new Intl.DateTimeFormat(regional, { dateStyle: 'long', timeZone });
  const amount = (cents: number) => money.format(cents / 100);
  const say = (word: Word, values = {}) => serverText(locale, RECEIPT_TEXTS[word], values);
  const isNote = row.kind === 'credit-note';
  const hasVat = row.vatPercent > 0;
  const percent = new Intl.NumberFormat(regional, { style: 'percent', maximumFractionDigits: 2 });
  const vat = say('vat', {
    percent: percent.format(row.vatPercent / 100),
    country: countryName(locale, row.country),
  });
  const facts: (readonly [label: string, value: string | readonly string[] | null])[] = [
    [say(isNote ? 'noteNumber' : 'number'), row.number],
    [say('of'), row.of],
    [say('date'), day.format(row.at)],
    [
      isNote && row.dispute
        ? serverText(locale, STATEMENT_TEXTS.chargeback)
        : say(isNote ? 'refunded' : 'pack'),
      serverText(locale, PAYMENT_TEXTS.credits, { credits: Math.abs(row.credits) }),
    ],
    [say('code'), row.code],
    [say(hasVat ? 'total' : 'plainTotal'), amount(row.grossCents)],
    [say('net'), hasVat ? amount(row.netCents) : null],
    [vat, hasVat ? amount(row.vatCents) : null],
    [say('method'), methodName(locale, row.method)],
    [say('seller'), sellerLines(locale, row)],
    [say('member'), row.member],
    [say('payment'), row.payment],
    [say('terms'), row.terms?.date ? day.format(row.terms.date) : null],
  ];
  return facts.flatMap(([label, value]) =>
    value === null ? [] : [{ label, lines: typeof value === 'string' ? [value] : value }],
  );
}

function methodName(locale: Locale, method: ReceiptRow['method']): string {
  if (method === 'creditcard' || method === 'sct' || method === 'sdd')
    return serverText(locale, METHOD_TEXTS[method]);
  return METHOD_NAMES[method];
}

const countryName = (locale: Locale, country: string) =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;

function sellerLines(locale: Locale, { seller }: ReceiptRow): string[] {
  const { name, address, city, country, kvk, vatNumbers, email, phone } = seller;
  const say = (word: 'kvk' | 'vat') => serverText(locale, PAGE_BLOCK_TEXTS[word]);
  return [
    name,
    [address, city, country].filter(Boolean).join(', '),
    kvk && `${say('kvk')}: ${kvk}`,
    vatNumbers.length > 0 ? `${say('vat')}: ${vatNumbers.join(', ')}` : '',
    email,
    phone,
  ].filter(Boolean);
}
