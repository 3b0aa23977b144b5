import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';

/**
 * Words that the law asks for at a pay button. The button must say by itself that it obliges to pay (Directive 2011/83/EU
 * article 8(2), CJEU C-249/21). A person who knows the law of the country changes a row here, with its translation.
 */
const WORDS = {
  'Pay {price}': {
    en: 'Pay {price}',
    nl: 'Betaal {price}',
    // § 312j BGB: „kaufen“ is one of the words that courts accept without doubt.
    de: 'Für {price} kaufen',
    es: 'Pagar {price}',
    fr: 'Payer {price}',
    it: 'Paga {price}',
    pl: 'Zapłać {price}',
  },
  'Pay {price} by direct debit': {
    en: 'Pay {price} by direct debit',
    nl: 'Betaal {price} via incasso',
    de: 'Für {price} per Lastschrift kaufen',
    es: 'Pagar {price} por adeudo directo',
    fr: 'Payer {price} par prélèvement',
    it: 'Paga {price} con addebito diretto',
    pl: 'Zapłać {price} poleceniem zapłaty',
  },
  'incl. VAT': {
    en: 'incl. VAT',
    nl: 'incl. btw',
    de: 'inkl. MwSt.',
    es: 'IVA incl.',
    fr: 'TVA comprise',
    it: 'IVA incl.',
    pl: 'z VAT',
  },
  '{days} days to withdraw and get back what you haven’t spent.': {
    en: '{days} days to withdraw and get back what you haven’t spent.',
    nl: '{days} dagen om te herroepen: wat je niet hebt gebruikt, krijg je terug.',
    de: '{days} Tage Widerrufsrecht: Was du nicht ausgegeben hast, bekommst du zurück.',
    es: '{days} días para desistir: te devolvemos lo que no hayas gastado.',
    fr: '{days} jours pour te rétracter : ce que tu n’as pas dépensé t’est remboursé.',
    it: '{days} giorni per recedere: ti restituiamo quello che non hai speso.',
    pl: '{days, plural, one {# dzień} other {# dni}} na odstąpienie od umowy: zwrócimy ci to, czego nie wykorzystasz.',
  },
} as const;

/** The text of a message in a catalogue, with common spaces. */
function textOf(locale: string, message: string): string | undefined {
  const catalogue = readFileSync(join(import.meta.dirname, `../locales/${locale}/web.po`), 'utf8');
  const entry = catalogue.split('\n\n').find((one) => one.includes(`\nmsgid "${message}"\n`));
  return /^msgstr "(.+)"$/m.exec(entry ?? '')?.[1]?.replaceAll(/[\u{a0}\u{202f}]/gu, ' ');
}

describe.each(Object.entries(WORDS))('the words “%s” of an order', (message, words) => {
  it.each(LOCALES)('are as the law asks in %s', (locale) => {
    expect(textOf(locale, message)).toBe(words[locale]);
  });
});
