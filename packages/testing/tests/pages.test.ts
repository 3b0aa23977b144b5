import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPage, LOCALES, type PageBlock, type PageText, SHIPPED_PAGES } from '@heartline/contracts';
import { HttpClient, outcomeOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf } from './admin-in-test.ts';

/** Operators publish texts without a restart; visitors read them through either of two gateways. */
let world: WorldHere;
let admin: ReturnType<typeof adminOf>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartline-pages-'));
  world = await startWorld({ here: true, gateways: 2 });
  admin = adminOf(world);
});
afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
});

const WHY = ['--reason', 'Reviewed by counsel'];

/** Writes a text into a file and returns its path. */
async function textFile(body: string, title = 'A page'): Promise<string> {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.md`);
  await writeFile(path, `---\ntitle: ${title}\n---\n\n${body}\n`);
  return path;
}

/** Runs a command that has to work, and returns what it printed as data. */
async function run(...args: string[]): Promise<unknown> {
  const { code, out, err } = await admin('--json', ...args);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

/** The sentence with which a command is refused. */
async function refused(...args: string[]): Promise<string> {
  const { code, err } = await admin(...args);
  expect(code).toBe(1);
  return err.trim();
}

async function publish(slug: string, body: string, locale = 'en'): Promise<number> {
  const set = (await run('pages', 'set', slug, locale, await textFile(body), ...WHY)) as { version: number };
  await run('pages', 'publish', slug, locale, String(set.version), ...WHY);
  return set.version;
}

/** A page as both gateways give it once their caches have expired. */
async function pageOn(
  input: { slug: string; locale?: PageText['locale']; version?: number },
  host = 'a.localhost',
): Promise<PageText> {
  world.clock.advance(5_001);
  const [first, second] = await Promise.all(
    world.gateways.map(({ address }) =>
      new HttpClient({ address, origin: `http://${host}` }).call(getPage, input),
    ),
  );
  expect(second).toEqual(first);
  return first as PageText;
}

const answerTo = async (input: Parameters<typeof pageOn>[0]) => {
  world.clock.advance(5_001);
  return outcomeOf(world.browser().call(getPage, input));
};

const wordsOf = (blocks: readonly PageBlock[]) => JSON.stringify(blocks);

describe('a shipped page', () => {
  it('is there in every language before an operator wrote anything', async () => {
    for (const slug of SHIPPED_PAGES) {
      for (const locale of LOCALES) {
        expect(await world.browser().call(getPage, { slug, locale })).toMatchObject({
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
    expect(wordsOf((await pageOn({ slug: 'return-policy' })).blocks)).toContain('within 14 days');
    await run('site', 'set', 'default', 'refund_days', '30', ...WHY);
    const changed = wordsOf((await pageOn({ slug: 'return-policy' })).blocks);
    expect(changed).toContain('within 30 days');
    expect(changed).not.toContain('14 days, without');
    await run('site', 'unset', 'default', 'refund_days', ...WHY);
  });

  it('dates the terms 2023-12-01 12:00 UTC, or later with the company [S9-056 S9-057]', async () => {
    const default_ = Date.UTC(2023, 11, 1, 12);
    expect(await pageOn({ slug: 'terms' })).toMatchObject({ date: default_ });
    await run('site', 'set', 'default', 'company.added', '2020-05-05', ...WHY);
    expect(await pageOn({ slug: 'terms' })).toMatchObject({ date: default_ });
    await run('site', 'set', 'default', 'company.added', '2024-02-01', ...WHY);
    const terms = await pageOn({ slug: 'terms' });
    expect(terms.date).toBe(Date.UTC(2024, 1, 1));
    expect(wordsOf(terms.blocks)).toContain('February 1, 2024');
    await run('site', 'unset', 'default', 'company.added', ...WHY);
  });

  it('lists every cookie, every rule and the company', async () => {
    expect(wordsOf((await pageOn({ slug: 'cookies' })).blocks)).toContain('__Host-session');
    expect(wordsOf((await pageOn({ slug: 'ban', locale: 'de' })).blocks)).toContain('Niemand darf');
    await run('site', 'set', 'default', 'company.kvk', '12345678', ...WHY);
    const service = await pageOn({ slug: 'service' });
    expect(service.blocks.at(-1)).toMatchObject({
      kind: 'facts',
      facts: expect.arrayContaining([{ label: 'Trade register', content: [{ text: '12345678' }] }]),
    });
    await run('site', 'unset', 'default', 'company.kvk', ...WHY);
  });
});

describe('a version of an operator', () => {
  it('replaces the shipped text once it is published, and not before', async () => {
    const file = await textFile('## Ours\n\nOf {site}.', 'Our terms');
    expect(await run('pages', 'set', 'terms', 'nl', file, ...WHY)).toMatchObject({ version: 1 });
    expect(await pageOn({ slug: 'terms', locale: 'nl' })).toMatchObject({ version: 0 });
    await run('pages', 'publish', 'terms', 'nl', ...WHY);
    const published = await pageOn({ slug: 'terms', locale: 'nl' });
    expect(published).toMatchObject({ title: 'Our terms', version: 1, latest: 1 });
    expect(published.date).toBeGreaterThan(Date.UTC(2024, 1, 1));
    expect(await pageOn({ slug: 'terms', locale: 'de' })).toMatchObject({ version: 0 });
  });

  it('keeps earlier versions readable, hides drafts, and knows no version 99', async () => {
    expect(await publish('terms', 'Second.', 'nl')).toBe(2);
    await run('pages', 'set', 'terms', 'nl', await textFile('Draft.'), ...WHY);
    const now = await pageOn({ slug: 'terms', locale: 'nl' });
    expect(now).toMatchObject({ version: 2, earlier: [{ version: 1 }] });
    expect(await pageOn({ slug: 'terms', locale: 'nl', version: 1 })).toMatchObject({
      version: 1,
      latest: 2,
      title: 'Our terms',
    });
    for (const version of [0, 3, 99]) {
      expect(await answerTo({ slug: 'terms', locale: 'nl', version })).toBe('NOT_FOUND');
    }
  });

  it('comes back by roll-back, and only if it was published', async () => {
    await run('pages', 'roll-back', 'terms', 'nl', '1', ...WHY);
    expect(await pageOn({ slug: 'terms', locale: 'nl' })).toMatchObject({
      version: 1,
      earlier: [{ version: 2 }],
    });
    expect(await refused('pages', 'roll-back', 'terms', 'nl', '3', ...WHY)).toBe(
      'Version 3 of terms (nl) was never published.',
    );
    expect(await refused('pages', 'publish', 'terms', 'nl', '2', ...WHY)).toMatch(/roll-back/);
    const history = (await run('pages', 'history', 'terms', 'nl')) as {
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
    for (const number of [1, 2, 3]) expect(await publish('privacy', `Version ${number}.`)).toBe(number);
    await run('pages', 'set', 'privacy', 'en', await textFile('Olga.'), ...WHY);
    await run('pages', 'set', 'privacy', 'en', await textFile('Piet.'), ...WHY);
    await run('pages', 'publish', 'privacy', 'en', '4', ...WHY);
    expect(await refused('pages', 'publish', 'privacy', 'en', '5', ...WHY)).toBe(
      'version 4 stands already, yours was made of 3',
    );
    expect(await pageOn({ slug: 'privacy' })).toMatchObject({ version: 4 });
  });

  it('lets one of two publishers win who act at once', async () => {
    await publish('about-us', 'First.');
    const files = await Promise.all(['A.', 'B.', 'C.'].map((body) => textFile(body)));
    const set = await Promise.all(files.map((file) => run('pages', 'set', 'about-us', 'en', file, ...WHY)));
    const versions = set.map((one) => String((one as { version: number }).version));
    expect(new Set(versions).size).toBe(3);
    const published = await Promise.all(
      versions.map((version) => admin('pages', 'publish', 'about-us', 'en', version, ...WHY)),
    );
    expect(published.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1, 1]);
    const winner = versions[published.findIndex(({ code }) => code === 0)];
    expect(await pageOn({ slug: 'about-us' })).toMatchObject({ version: Number(winner) });
  });

  it('holds for every site, unless a site has its own', async () => {
    await run('site', 'add', 'amora.example', ...WHY);
    await publish('house-rules', 'Of every site.');
    expect(wordsOf((await pageOn({ slug: 'house-rules' }, 'amora.example')).blocks)).toContain(
      'Of every site.',
    );
    const own = await textFile('Of Amora.');
    await run('pages', 'set', 'house-rules', 'en', own, '--site', 'amora.example', ...WHY);
    await run('pages', 'publish', 'house-rules', 'en', '--site', 'amora.example', ...WHY);
    expect(wordsOf((await pageOn({ slug: 'house-rules' }, 'amora.example')).blocks)).toContain('Of Amora.');
    expect(wordsOf((await pageOn({ slug: 'house-rules' })).blocks)).toContain('Of every site.');
  });
});

describe('a page of an operator', () => {
  it('shows another language where it has no text in the wanted one', async () => {
    await publish('team', 'Das Team.', 'de');
    expect(await pageOn({ slug: 'team', locale: 'pl' })).toMatchObject({ locale: 'de' });
    await publish('team', 'The team.');
    expect(await pageOn({ slug: 'team', locale: 'pl' })).toMatchObject({ locale: 'en' });
    expect(await pageOn({ slug: 'team', locale: 'de' })).toMatchObject({ locale: 'de' });
  });

  it('answers under its old name after it was renamed, with its history', async () => {
    await publish('jobs', 'First.');
    await publish('jobs', 'Second.');
    await run('pages', 'rename', 'jobs', 'careers', ...WHY);
    expect(await pageOn({ slug: 'jobs' })).toMatchObject({ slug: 'careers', version: 2 });
    expect(await pageOn({ slug: 'careers', version: 1 })).toMatchObject({ version: 1 });
    await run('pages', 'rename', 'careers', 'work-here', ...WHY);
    expect(await pageOn({ slug: 'jobs' })).toMatchObject({ slug: 'work-here' });
    expect(await refused('pages', 'rename', 'work-here', 'team', ...WHY)).toBe('"team" is a page already.');
    await run('pages', 'rename', 'work-here', 'jobs', ...WHY);
    expect(await pageOn({ slug: 'careers' })).toMatchObject({ slug: 'jobs', version: 2 });
  });

  it('answers that it is gone after it was removed, and comes back', async () => {
    const version = await publish('summer', 'Sun.');
    await run('pages', 'remove', 'summer', 'en', ...WHY);
    expect(await answerTo({ slug: 'summer' })).toBe('PAGE_GONE');
    await run('pages', 'roll-back', 'summer', 'en', String(version), ...WHY);
    expect(await pageOn({ slug: 'summer' })).toMatchObject({ version });
  });

  it('is not found where no operator wrote one', async () => {
    expect(await answerTo({ slug: 'nothing-here' })).toBe('NOT_FOUND');
  });
});

describe('npm run admin pages', () => {
  it('says “default, not reviewed” until an operator accepts or replaces a text', async () => {
    const stateOf = async () => {
      const listed = (await run('pages', 'list')) as { slug: string; locale: string; status: string }[];
      return listed.find(({ slug, locale }) => slug === 'faq' && locale === 'fr')?.status;
    };
    expect((await admin('pages', 'list')).out).toMatch(/faq +fr +default, not reviewed/);
    expect(await stateOf()).toBe('default');
    await run('pages', 'accept', 'faq', 'fr', ...WHY);
    expect(await stateOf()).toBe('published');
    expect(await refused('pages', 'accept', 'faq', 'fr', ...WHY)).toMatch(/text of its own already/);
    const shipped = await world.browser().call(getPage, { slug: 'faq', locale: 'fr' });
    expect(await pageOn({ slug: 'faq', locale: 'fr' })).toMatchObject({ version: 1, blocks: shipped.blocks });
  });

  it('names what has no value on the site', async () => {
    const listed = (await run('pages', 'list')) as { slug: string; missing: string[] }[];
    expect(listed.find(({ slug }) => slug === 'service')?.missing).toEqual(['support_phone']);
    const file = await textFile('Register: {kvk}');
    expect(await run('pages', 'check', file)).toEqual({ file, missing: ['kvk'] });
  });

  it('refuses a text with faults by file, line, column and reason, and stores nothing', async () => {
    const file = await textFile('<script>x</script>\n\n[x](javascript:x)\n\n# One\n\n{nothing}');
    const faults = await refused('pages', 'set', 'faq', 'en', file, ...WHY);
    expect(faults.split('\n').map((line) => line.split(' ')[0])).toEqual([
      `${file}:5:1`,
      `${file}:7:1`,
      `${file}:9:1`,
      `${file}:11:1`,
    ]);
    expect(await refused('pages', 'check', file)).toBe(faults);
    expect(await run('pages', 'history', 'faq', 'en')).toEqual([]);
  });

  it.each(['members', 'nl', 'api', 'a'.repeat(43), '../x', 'About'])('refuses the name %s', async (slug) => {
    expect(await refused('pages', 'set', slug, 'en', await textFile('Words.'), ...WHY)).toContain(
      `"${slug}"`,
    );
  });

  it('refuses to remove or rename a page that every site has', async () => {
    expect(await refused('pages', 'remove', 'terms', 'en', ...WHY)).toMatch(/Every site has the page/);
    expect(await refused('pages', 'rename', 'terms', 'rules', ...WHY)).toMatch(/Every site has the page/);
    expect(await refused('pages', 'rename', 'team', 'terms', ...WHY)).toMatch(/Every site has the page/);
  });

  it('shows the source of every version, and of the shipped text', async () => {
    expect((await admin('pages', 'show', 'terms', 'en')).out).toContain('title: Terms of use');
    expect((await admin('pages', 'show', 'terms', 'nl', '2')).out).toContain('Second.');
    expect(await refused('pages', 'show', 'terms', 'nl', '77')).toBe('There is no version 77 of terms (nl).');
  });

  it('needs a reason, which the audit log keeps', async () => {
    expect(await refused('pages', 'accept', 'ban', 'en', '--reason', 'ok')).toMatch(/A reason/);
    await run('pages', 'accept', 'ban', 'en', ...WHY);
    const log = (await run('audit')) as { act: string; reason: string; operator: string }[];
    expect(log).toContainEqual(
      expect.objectContaining({ act: 'page.accept', reason: 'Reviewed by counsel', operator: 'olga' }),
    );
  });
});
