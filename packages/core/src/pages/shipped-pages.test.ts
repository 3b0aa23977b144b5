import {
  DEFAULT_COMPANY,
  DEFAULT_PRIVATE_SETTINGS,
  DEFAULT_SETTINGS,
  LOCALES,
  type PageBlock,
  SHIPPED_PAGES,
} from '@heartline/contracts';
import { priceLists } from '@heartline/domain';
import { describe, expect, it } from 'vitest';
import { fillPage } from './fill-page.ts';
import { shippedPage } from './page.repository.ts';
import { pageValues } from './page-values.ts';

const BARE = {
  site: 'default',
  settings: { ...DEFAULT_SETTINGS, support_email: 'help@example.com' },
  privately: DEFAULT_PRIVATE_SETTINGS,
  company: DEFAULT_COMPANY,
  configured: false,
};
const COMPLETE = {
  ...BARE,
  company: {
    ...DEFAULT_COMPANY,
    name: 'Acme BV',
    address: 'Canal 1',
    city: 'Utrecht',
    country: 'NL',
    kvk: '123',
    vat_numbers: ['NL1'],
    support_phone: '+31 20-1',
  },
};

const wordsOf = (blocks: readonly PageBlock[]) =>
  [...JSON.stringify(blocks).matchAll(/"(?:text|label)":"((?:[^"\\]|\\.)*)"/g)]
    .map((found) => found[1])
    .join('');

const ALL = LOCALES.flatMap((locale) => SHIPPED_PAGES.map((slug) => [locale, slug] as const));

describe.each(ALL)('the shipped page %s/%s', (locale, slug) => {
  const read = async (site: typeof BARE) =>
    fillPage(await shippedPage(slug, locale), pageValues(site, priceLists([], 0), locale, 0));

  it('has blocks, and no variable left, with all of the company’s data', async () => {
    const { title, description, blocks } = await read(COMPLETE);
    expect(blocks.length).toBeGreaterThan(4);
    expect(`${title} ${description} ${wordsOf(blocks)}`).not.toMatch(/[{}\0]|undefined|\bnull\b|NaN/);
  });

  it('reads well without the company’s data', async () => {
    const words = wordsOf((await read(BARE)).blocks);
    expect(words).not.toMatch(/[{}\0]|undefined|\bnull\b|NaN| [,.;:]|,[,.;:]|\(\)/);
    const complete = wordsOf((await read(COMPLETE)).blocks);
    const mails = (text: string) => text.split('help@example.com').length;
    expect(mails(words)).toBe(mails(complete));
  });
});
