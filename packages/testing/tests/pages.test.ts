import { getPage, LOCALES, SHIPPED_PAGES } from '@heartline/contracts';
import { unreviewedPages } from '@heartline/core';
import { createLogger } from '@heartline/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPages, WHY, wordsOf } from './pages-in-test.ts';

/** Operators publish texts without a restart; visitors read them through either of two gateways. */
let pages: Awaited<ReturnType<typeof startPages>>;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages?.stop());

describe('a shipped page', () => {
  it('is there in every language before an operator wrote anything', async () => {
    for (const slug of SHIPPED_PAGES) {
      for (const locale of LOCALES) {
        expect(await pages.world.browser().call(getPage, { slug, locale })).toMatchObject({
          slug,
          locale,
          version: 0,
          latest: 0,
          earlier: [],
        });
      }
    }
  });

  it('follows the setting refund_days [S9-053 S9-054]', async () => {
    expect(wordsOf((await pages.pageOn({ slug: 'return-policy' })).blocks)).toContain('within 14 days');
    await pages.run('site', 'set', 'default', 'refund_days', '30', ...WHY);
    const changed = wordsOf((await pages.pageOn({ slug: 'return-policy' })).blocks);
    expect(changed).toContain('within 30 days');
    expect(changed).not.toContain('14 days, without');
    await pages.run('site', 'unset', 'default', 'refund_days', ...WHY);
  });

  it('dates the terms 2023-12-01 12:00 UTC, or later with the company [S9-056 S9-057]', async () => {
    const default_ = Date.UTC(2023, 11, 1, 12);
    expect(await pages.pageOn({ slug: 'terms' })).toMatchObject({ date: default_ });
    await pages.run('site', 'set', 'default', 'company.added', '2020-05-05', ...WHY);
    expect(await pages.pageOn({ slug: 'terms' })).toMatchObject({ date: default_ });
    await pages.run('site', 'set', 'default', 'company.added', '2024-02-01', ...WHY);
    const terms = await pages.pageOn({ slug: 'terms' });
    expect(terms.date).toBe(Date.UTC(2024, 1, 1));
    expect(wordsOf(terms.blocks)).toContain('February 1, 2024');
    await pages.run('site', 'unset', 'default', 'company.added', ...WHY);
  });

  it('lists every cookie, every rule and the company', async () => {
    expect(wordsOf((await pages.pageOn({ slug: 'cookies' })).blocks)).toContain('__Host-session');
    expect(wordsOf((await pages.pageOn({ slug: 'ban', locale: 'de' })).blocks)).toContain(
      'Bitte andere nicht',
    );
    await pages.run('site', 'set', 'default', 'company.kvk', '12345678', ...WHY);
    const service = await pages.pageOn({ slug: 'service' });
    expect(service.blocks.at(-1)).toMatchObject({
      kind: 'facts',
      facts: expect.arrayContaining([{ label: 'Trade register', content: [{ text: '12345678' }] }]),
    });
    await pages.run('site', 'unset', 'default', 'company.kvk', ...WHY);
  });
});

describe('a version of an operator', () => {
  it('replaces the shipped text once it is published, and not before', async () => {
    const file = await pages.textFile('## Ours\n\nOf {site}.', 'Our terms');
    expect(await pages.run('pages', 'set', 'terms', 'nl', file, ...WHY)).toMatchObject({ version: 1 });
    expect(await pages.pageOn({ slug: 'terms', locale: 'nl' })).toMatchObject({ version: 0 });
    await pages.run('pages', 'publish', 'terms', 'nl', ...WHY);
    const published = await pages.pageOn({ slug: 'terms', locale: 'nl' });
    expect(published).toMatchObject({ title: 'Our terms', version: 1, latest: 1 });
    expect(published.date).toBeGreaterThan(Date.UTC(2024, 1, 1));
    expect(await pages.pageOn({ slug: 'terms', locale: 'de' })).toMatchObject({ version: 0 });
  });

  it('keeps earlier versions readable, hides drafts, and knows no version 99', async () => {
    expect(await pages.publish('terms', 'Second.', 'nl')).toBe(2);
    await pages.run('pages', 'set', 'terms', 'nl', await pages.textFile('Draft.'), ...WHY);
    const now = await pages.pageOn({ slug: 'terms', locale: 'nl' });
    expect(now).toMatchObject({ version: 2, earlier: [{ version: 1 }, { version: 0 }] });
    expect(await pages.pageOn({ slug: 'terms', locale: 'nl', version: 1 })).toMatchObject({
      version: 1,
      latest: 2,
      title: 'Our terms',
    });
    for (const version of [3, 99]) {
      expect(await pages.answerTo({ slug: 'terms', locale: 'nl', version })).toBe('NOT_FOUND');
    }
  });

  it('keeps the shipped text readable as version 0, with the date that it held from', async () => {
    const since = Date.UTC(2023, 11, 1, 12);
    const terms = await pages.pageOn({ slug: 'terms', locale: 'nl' });
    expect(terms.earlier.at(-1)).toEqual({ version: 0, at: since });
    const before = await pages.pageOn({ slug: 'terms', locale: 'nl', version: 0 });
    expect(before).toMatchObject({ version: 0, latest: 2, date: since, title: 'Gebruiksvoorwaarden' });
    expect(before.earlier).toEqual(terms.earlier);
    await pages.publish('own-words', 'Words.');
    expect(await pages.pageOn({ slug: 'own-words' })).toMatchObject({ earlier: [] });
    expect(await pages.answerTo({ slug: 'own-words', version: 0 })).toBe('NOT_FOUND');
  });

  it('comes back by roll-back, and only if it was published', async () => {
    await pages.run('pages', 'roll-back', 'terms', 'nl', '1', ...WHY);
    expect(await pages.pageOn({ slug: 'terms', locale: 'nl' })).toMatchObject({
      version: 1,
      earlier: [{ version: 2 }, { version: 0 }],
    });
    expect(await pages.refused('pages', 'roll-back', 'terms', 'nl', '3', ...WHY)).toBe(
      'Version 3 of terms (nl) was never published.',
    );
    expect(await pages.refused('pages', 'publish', 'terms', 'nl', '2', ...WHY)).toMatch(/roll-back/);
    const history = (await pages.run('pages', 'history', 'terms', 'nl')) as {
      version: number;
      isCurrent: boolean;
    }[];
    expect(history.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
  });

  it('refuses the second of two operators who began with the same version', async () => {
    for (const number of [1, 2, 3]) expect(await pages.publish('privacy', `Version ${number}.`)).toBe(number);
    await pages.run('pages', 'set', 'privacy', 'en', await pages.textFile('Olga.'), ...WHY);
    await pages.run('pages', 'set', 'privacy', 'en', await pages.textFile('Piet.'), ...WHY);
    await pages.run('pages', 'publish', 'privacy', 'en', '4', ...WHY);
    expect(await pages.refused('pages', 'publish', 'privacy', 'en', '5', ...WHY)).toBe(
      'version 4 stands already, yours was made of 3',
    );
    expect(await pages.pageOn({ slug: 'privacy' })).toMatchObject({ version: 4 });
  });

  it('lets one of two publishers win who act at once', async () => {
    await pages.publish('about-us', 'First.');
    const files = await Promise.all(['A.', 'B.', 'C.'].map((body) => pages.textFile(body)));
    const set = await Promise.all(
      files.map((file) => pages.run('pages', 'set', 'about-us', 'en', file, ...WHY)),
    );
    const versions = set.map((one) => String((one as { version: number }).version));
    expect(new Set(versions).size).toBe(3);
    const published = await Promise.all(
      versions.map((version) => pages.admin('pages', 'publish', 'about-us', 'en', version, ...WHY)),
    );
    expect(published.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1, 1]);
    const winner = versions[published.findIndex(({ code }) => code === 0)];
    expect(await pages.pageOn({ slug: 'about-us' })).toMatchObject({ version: Number(winner) });
  });

  it('holds for every site, unless a site has its own', async () => {
    await pages.run('site', 'add', 'amora.example', ...WHY);
    await pages.publish('house-rules', 'Of every site.');
    expect(wordsOf((await pages.pageOn({ slug: 'house-rules' }, 'amora.example')).blocks)).toContain(
      'Of every site.',
    );
    const own = await pages.textFile('Of Amora.');
    await pages.run('pages', 'set', 'house-rules', 'en', own, '--site', 'amora.example', ...WHY);
    await pages.run('pages', 'publish', 'house-rules', 'en', '--site', 'amora.example', ...WHY);
    expect(wordsOf((await pages.pageOn({ slug: 'house-rules' }, 'amora.example')).blocks)).toContain(
      'Of Amora.',
    );
    expect(wordsOf((await pages.pageOn({ slug: 'house-rules' })).blocks)).toContain('Of every site.');
  });
});

it('reads the texts of one site, however many hold for every site', async () => {
  const rows = pages.world.inside.mongo.connection.collection<{ _id: string }>('pageTexts');
  const many = Array.from({ length: 2_000 }, (_, number) => `bulk-${number}`);
  await rows.insertMany(
    many.map((slug) => ({
      _id: `default:${slug}:en`,
      site: 'default',
      slug,
      locale: 'en',
      status: 'removed',
    })),
  );
  const file = await pages.textFile('Of Amora alone.');
  await pages.run('pages', 'set', 'amora', 'en', file, '--site', 'amora.example', ...WHY);
  await pages.run('pages', 'publish', 'amora', 'en', '--site', 'amora.example', ...WHY);
  expect(await pages.pageOn({ slug: 'amora' }, 'amora.example')).toMatchObject({ version: 1 });
  await rows.deleteMany({ _id: { $in: many.map((slug) => `default:${slug}:en`) } });
});

describe('a page of an operator', () => {
  it('shows another language where it has no text in the wanted one', async () => {
    await pages.publish('team', 'Das Team.', 'de');
    expect(await pages.pageOn({ slug: 'team', locale: 'pl' })).toMatchObject({ locale: 'de' });
    await pages.publish('team', 'The team.');
    expect(await pages.pageOn({ slug: 'team', locale: 'pl' })).toMatchObject({ locale: 'en' });
    expect(await pages.pageOn({ slug: 'team', locale: 'de' })).toMatchObject({ locale: 'de' });
  });

  it('answers that it is gone after it was removed, and comes back', async () => {
    const version = await pages.publish('summer', 'Sun.');
    await pages.run('pages', 'remove', 'summer', 'en', ...WHY);
    expect(await pages.answerTo({ slug: 'summer' })).toBe('PAGE_GONE');
    await pages.run('pages', 'roll-back', 'summer', 'en', String(version), ...WHY);
    expect(await pages.pageOn({ slug: 'summer' })).toMatchObject({ version });
  });

  it('is not found where no operator wrote one', async () => {
    expect(await pages.answerTo({ slug: 'nothing-here' })).toBe('NOT_FOUND');
  });
});

describe('npm run admin pages', () => {
  it('says “default, not reviewed” until an operator accepts or replaces a text', async () => {
    const stateOf = async () => {
      const listed = (await pages.run('pages', 'list')) as { slug: string; locale: string; status: string }[];
      return listed.find(({ slug, locale }) => slug === 'faq' && locale === 'fr')?.status;
    };
    expect((await pages.admin('pages', 'list')).out).toMatch(/faq +fr +default, not reviewed/);
    expect(await stateOf()).toBe('default');
    await pages.run('pages', 'accept', 'faq', 'fr', ...WHY);
    expect(await stateOf()).toBe('published');
    expect(await pages.refused('pages', 'accept', 'faq', 'fr', ...WHY)).toMatch(/text of its own already/);
    const site = ['--site', 'amora.example'] as const;
    expect(await pages.refused('pages', 'accept', 'faq', 'fr', ...site, ...WHY)).toMatch(
      /text of yours on every site/,
    );
    const shipped = await pages.world.browser().call(getPage, { slug: 'faq', locale: 'fr' });
    expect(await pages.pageOn({ slug: 'faq', locale: 'fr' })).toMatchObject({
      version: 1,
      blocks: shipped.blocks,
    });
  });

  it('counts a text as unreviewed in each language on its own', async () => {
    const logger = createLogger({ level: 'silent', service: 'test' });
    const localesOf = async (slug: string) =>
      (await unreviewedPages({ mongo: pages.world.inside.mongo, logger })).find((page) => page.slug === slug)
        ?.locales ?? [];
    const before = await localesOf('cookies');
    expect(before).toEqual(expect.arrayContaining(['en', 'de']));
    await pages.run('pages', 'accept', 'cookies', 'de', '--site', 'amora.example', ...WHY);
    expect(await localesOf('cookies')).toEqual(before);
    await pages.run('pages', 'accept', 'cookies', 'en', ...WHY);
    expect(await localesOf('cookies')).toEqual(before.filter((locale) => locale !== 'en'));
  });

  it('names what has no value on the site', async () => {
    const listed = (await pages.run('pages', 'list')) as { slug: string; missing: string[] }[];
    expect(listed.find(({ slug }) => slug === 'service')?.missing).toEqual(['support_phone']);
    const file = await pages.textFile('Register: {kvk}');
    expect(await pages.run('pages', 'check', file)).toEqual({ file, missing: ['kvk'] });
  });

  it('refuses a text with faults by file, line, column and reason, and stores nothing', async () => {
    const file = await pages.textFile('<script>x</script>\n\n[x](javascript:x)\n\n# One\n\n{nothing}');
    const faults = await pages.refused('pages', 'set', 'faq', 'en', file, ...WHY);
    expect(faults.split('\n').map((line) => line.split(' ')[0])).toEqual([
      `${file}:5:1`,
      `${file}:7:1`,
      `${file}:9:1`,
      `${file}:11:1`,
    ]);
    expect(await pages.refused('pages', 'check', file)).toBe(faults);
    expect(await pages.run('pages', 'history', 'faq', 'en')).toEqual([]);
  });

  it.each(['members', 'nl', 'api', 'a'.repeat(43), '../x', 'About'])('refuses the name %s', async (slug) => {
    expect(await pages.refused('pages', 'set', slug, 'en', await pages.textFile('Words.'), ...WHY)).toContain(
      `"${slug}"`,
    );
  });

  it('refuses to remove or rename a page that every site has', async () => {
    expect(await pages.refused('pages', 'remove', 'terms', 'en', ...WHY)).toMatch(/Every site has the page/);
    expect(await pages.refused('pages', 'rename', 'terms', 'rules', ...WHY)).toMatch(
      /Every site has the page/,
    );
    expect(await pages.refused('pages', 'rename', 'team', 'terms', ...WHY)).toMatch(
      /Every site has the page/,
    );
  });

  it('shows the source of every version, and of the shipped text', async () => {
    expect((await pages.admin('pages', 'show', 'terms', 'en')).out).toContain('title: Terms of use');
    expect((await pages.admin('pages', 'show', 'terms', 'nl', '2')).out).toContain('Second.');
    expect(await pages.refused('pages', 'show', 'terms', 'nl', '77')).toBe(
      'There is no version 77 of terms (nl).',
    );
  });

  it('needs a reason, which the audit log keeps', async () => {
    expect(await pages.refused('pages', 'accept', 'ban', 'en', '--reason', 'ok')).toMatch(/A reason/);
    await pages.run('pages', 'accept', 'ban', 'en', ...WHY);
    const log = (await pages.run('audit')) as { act: string; reason: string; operator: string }[];
    expect(log).toContainEqual(
      expect.objectContaining({ act: 'page.accept', reason: 'Reviewed by counsel', operator: 'olga' }),
    );
  });
});
