import {
  COOKIES,
  type CookieLifetime,
  type Locale,
  type PageBlock,
  type PageRun,
  REPORT_REASONS,
  type StoredEntry,
} from '@heartline/contracts';
import { dialablePhone } from '@heartline/domain';
import { RULE_TEXTS } from '@heartline/i18n';
import { COOKIE_KINDS, COOKIE_TEXTS, PAGE_BLOCK_TEXTS, serverText } from '@heartline/i18n/server';
import type { SiteOfHost } from '../site/index.ts';
import type { BlockVariable } from './page.model.ts';

/** The page on which a member withdraws from a purchase. */
const WITHDRAWAL = '/credits/refund';
/** For how long unsent text stays after a session has ended. */
const UNSENT_DAYS = 30;

/** The blocks that variables stand for, in the language of the text. */
export function pageBlocks(site: SiteOfHost, locale: Locale): Partial<Record<BlockVariable, PageBlock>> {
  const say = (text: keyof typeof PAGE_BLOCK_TEXTS) => serverText(locale, PAGE_BLOCK_TEXTS[text]);
  const facts = imprint(site, say);
  return {
    cookie_table: cookieTable(locale),
    ban_rules: {
      kind: 'list',
      ordered: true,
      start: 1,
      entries: REPORT_REASONS.map((reason) => ({
        paragraphs: [words(serverText(locale, RULE_TEXTS[reason]))],
      })),
    },
    withdrawal: { kind: 'button', href: WITHDRAWAL, label: say('withdrawal') },
    ...(facts.length > 0 && { imprint: { kind: 'facts', facts } }),
  };
}

const words = (text: string): PageRun[] => [{ text }];

function cookieTable(locale: Locale): PageBlock {
  const { name, purpose, lifetime } = PAGE_BLOCK_TEXTS;
  return {
    kind: 'table',
    head: [name, purpose, lifetime].map((text) => words(serverText(locale, text))),
    rows: COOKIES.map((entry) => [
      words(nameIn(locale, entry)),
      words(serverText(locale, COOKIE_TEXTS[entry.purpose])),
      words(lifetimeIn(locale, entry.lifetime)),
    ]),
  };
}

/** The names of an entry, with its kind unless it is a cookie. */
function nameIn(locale: Locale, { names, kind }: StoredEntry): string {
  const all = names.join(', ');
  return kind === 'cookie' ? all : `${all} (${serverText(locale, COOKIE_KINDS[kind])})`;
}

function lifetimeIn(locale: Locale, lifetime: CookieLifetime): string {
  if (typeof lifetime === 'object') {
    return serverText(locale, PAGE_BLOCK_TEXTS['days' in lifetime ? 'days' : 'hours'], { ...lifetime });
  }
  return serverText(locale, PAGE_BLOCK_TEXTS[lifetime], { days: UNSENT_DAYS });
}

type Label = keyof typeof PAGE_BLOCK_TEXTS;

/** The company as far as the operator described it. */
function imprint({ settings, company }: SiteOfHost, say: (text: Label) => string) {
  const { name, address, city, country, kvk, tradenames, vat_numbers: vat, support_phone: phone } = company;
  const email = settings.support_email;
  const given: [Label, PageRun][] = [
    ['company', { text: name || settings.name }],
    ['tradenames', { text: tradenames.filter((one) => one !== name).join(', ') }],
    ['address', { text: [address, city, country].filter(Boolean).join(', ') }],
    ['kvk', { text: kvk }],
    ['vat', { text: vat.join(', ') }],
    ['email', { text: email, href: `mailto:${email}` }],
    ['phone', { text: phone, href: `tel:${dialablePhone(phone)}` }],
  ];
  return given
    .filter(([, { text }]) => text !== '')
    .map(([label, run]) => ({ label: say(label), content: [run] }));
}
