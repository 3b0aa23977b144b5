import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHIPPED_PAGES, VISITOR_PAGES } from '@heartline/contracts';
import { type Answer, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const HOST = 'amora.example';
const BROWSER = { accept: 'text/html' };

describe('served pages', () => {
  let world: WorldHere;
  let webDir: string;

  beforeAll(async () => {
    webDir = await mkdtemp(join(tmpdir(), 'heartline-web-'));
    const index =
      '<!doctype html><html lang="en"><head><title>Heartline</title></head><body><div id="root"></div></body></html>';
    await writeFile(join(webDir, 'index.html'), index);
    world = await startWorld({ here: true, webDir });
    const { operate } = world.inside.core.site;
    await operate.add(HOST, undefined);
    await set('name', 'Amora');
    await set('search_engines', 'yes');
    await set('countries', 'NL,DE');
    await set('domain_language', 'nl-NL');
  });
  afterAll(async () => {
    await world?.stop();
    await rm(webDir, { recursive: true, force: true });
  });

  /** Changes a setting of the site, and waits until gateways use it. */
  async function set(name: string, value: string): Promise<void> {
    const outcome = await world.inside.core.site.operate.set(HOST, name, value);
    expect(outcome).toHaveProperty('done');
    world.clock.advance(5_001);
  }

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    world.browser().send(method, path, undefined, { host: HOST, ...BROWSER, ...headers });
  const page = async (path: string, headers: Record<string, string> = {}) =>
    String((await ask(path, headers)).body);
  const origin = () => `${new URL(world.gateways[0].origin).protocol}//${HOST}`;
  const alternates = (text: string) =>
    [...text.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, lang, href]) => [lang, href]);

  it('answers each address with its status', async () => {
    const statuses = {
      '/': 200,
      '/de': 200,
      '/de/pricing': 200,
      '/members/x/chat': 200,
      '/pages/terms': 200,
      '/de/pages/faq': 200,
      '/pages/terms?version=99': 404,
      '/xx/pages/terms': 404,
      '/pages/nothing': 404,
      '/nowhere': 404,
      '/de/nowhere': 404,
      '/xx/pricing': 404,
      '/pl/pricing': 404,
      '/de/members': 404,
    };
    for (const [path, status] of Object.entries(statuses)) {
      const { status: got, body } = await ask(path);
      expect([path, got]).toEqual([path, status]);
      expect(String(body)).toContain('id="root"');
    }
  });

  it.each([
    ['/pricing/?a=1', '/pricing?a=1'],
    ['/DE/pricing/', '/de/pricing'],
    ['/pages/terms/', '/pages/terms'],
    ['/DE/pages/terms', '/de/pages/terms'],
    ['/nl/pricing', '/pricing'],
    ['/NL', '/'],
  ])('moves %s to %s for good', async (from, to) => {
    const { status, headers } = await ask(from);
    expect([status, headers['location']]).toEqual([301, to]);
    expect(headers['cache-control']).toBe('public, max-age=3600');
    expect((await ask(from, {}, 'HEAD')).status).toBe(301);
  });

  it('answers HEAD with the headers of the page alone', async () => {
    const { status, headers, body } = await ask('/de/pricing', {}, 'HEAD');
    expect([status, body, headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
  });

  it('writes the head in the language of the address, which beats the cookie', async () => {
    const german = await page('/de/pricing', { cookie: 'i18n_redirected=nl' });
    expect(german).toContain('<html data-visitor lang="de">');
    expect(german).toContain('<title>Preise · Amora</title>');
    expect(german).toContain(`<link rel="canonical" href="${origin()}/de/pricing" />`);
    expect(german).toContain('<meta property="og:title" content="Preise · Amora" />');
    expect(await page('/pricing')).toContain('<title>Prijzen · Amora</title>');
    // The language of the cookie has an address of its own.
    const chosen = await page('/pricing', { cookie: 'i18n_redirected=de' });
    expect(chosen).toContain(`<link rel="canonical" href="${origin()}/de/pricing" />`);
  });

  it('names every language of the site, each with the same addresses', async () => {
    const wanted = [
      ['nl', `${origin()}/pricing`],
      ['de', `${origin()}/de/pricing`],
      ['x-default', `${origin()}/pricing`],
    ];
    for (const path of ['/pricing', '/de/pricing']) expect(alternates(await page(path))).toEqual(wanted);
  });

  it('describes who runs the site, and where a page stands in it', async () => {
    const data = (text: string) =>
      [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
        ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
      );
    await set('company.name', 'Amora B.V.');
    const [organization, webSite] = data(await page('/'));
    expect(organization).toMatchObject({ '@type': 'Organization', name: 'Amora B.V.', url: `${origin()}/` });
    expect(webSite).toMatchObject({ '@type': 'WebSite', name: 'Amora', inLanguage: 'nl' });
    const [trail] = data(await page('/de/pricing'));
    expect(trail).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Amora', item: `${origin()}/de` },
        { position: 2, name: 'Preise', item: `${origin()}/de/pricing` },
      ],
    });
  });

  it('gives the questions and answers as data', async () => {
    const text = await page('/de/pages/faq');
    const [, json = ''] =
      /<script type="application\/ld\+json">([^<]*FAQPage.*?)<\/script>/s.exec(text) ?? [];
    const { mainEntity: questions } = JSON.parse(json) as {
      mainEntity: { name: string; acceptedAnswer: { text: string } }[];
    };
    expect(questions.length).toBeGreaterThan(5);
    for (const { name, acceptedAnswer } of questions) {
      expect(name.length).toBeGreaterThan(5);
      expect([name, acceptedAnswer.text]).toEqual([name, expect.stringMatching(/\S{3}/)]);
    }
  });

  it('escapes what the operator wrote, in tags and in data', async () => {
    await set('description', `</script><script>alert(1)</script>"'&`);
    const text = await page('/');
    expect(text).not.toContain('<script>alert');
    expect(text).toContain(
      '<meta name="description" content="&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;" />',
    );
    await set('description', '');
  });

  it.each(['i18n_redirected=../../x', 'i18n_redirected=%00; =; ;;', 'geoip_selected_country=<script>'])(
    'ignores a cookie of %s',
    async (cookie) => {
      const { status, body } = await ask('/pricing', { cookie });
      expect(status).toBe(200);
      expect(String(body)).toContain('<html data-visitor lang="nl">');
      expect(String(body)).not.toContain('../../x');
    },
  );

  it('answers as the default site for a host that nobody set up', async () => {
    const text = await page('/pricing', { host: 'evil.example' });
    expect(text).toContain(`<link rel="canonical" href="${world.gateways[0].origin}/pricing" />`);
    expect(text).toContain('<meta name="robots" content="noindex" />');
    // The settings in the page repeat the query of the page itself, as before.
    expect(text.replace(/<script type="application\/json".*?<\/script>/s, '')).not.toContain('evil');
  });

  it('lets search engines list pages for visitors, never those of members', async () => {
    for (const path of ['/', '/de', '/pricing', '/signup']) expect(await page(path)).not.toContain('noindex');
    for (const path of ['/members', '/members/x', '/login', '/nowhere', '/chats'])
      expect([path, await page(path)]).toEqual([path, expect.stringContaining('content="noindex"')]);
    expect(await page('/members/x')).not.toContain('og:');
  });

  it('serves the shipped text as version 0 after an operator published one', async () => {
    const terms = { site: HOST, slug: 'terms', locale: 'de' } as const;
    const editor = { by: 'olga', reason: 'Reviewed' };
    const { operate } = world.inside.core.pages;
    await operate.set(terms, '---\ntitle: Unsere Regeln\n---\n\nKurz.\n', editor);
    expect(await operate.publish(terms, undefined, editor)).toHaveProperty('done');
    world.clock.advance(5_001);
    expect(await page('/de/pages/terms')).toContain('Unsere Regeln');
    for (const version of ['', 'x', '-1']) {
      expect(await page(`/de/pages/terms?version=${version}`)).toContain('Unsere Regeln');
    }
    expect(await page('/de/pages/terms?version=0')).not.toContain('Unsere Regeln');
  });

  it('lists every indexed page in every language, symmetrically', async () => {
    const club = { site: HOST, slug: 'club', locale: 'de' } as const;
    const editor = { by: 'olga', reason: 'Opened' };
    const { operate } = world.inside.core.pages;
    expect(await operate.set(club, '---\ntitle: Klub\n---\n\nTreffen.\n', editor)).toHaveProperty('done');
    expect(await operate.publish(club, undefined, editor)).toHaveProperty('done');
    world.clock.advance(5_001);
    const robots = String((await ask('/robots.txt')).body);
    expect(robots).toBe(`User-agent: *\nDisallow: /media/\n\nSitemap: ${origin()}/sitemap.xml\n`);
    const { headers, body } = await ask('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const entries = entriesOf(String(body));
    const indexed = Object.values(VISITOR_PAGES).filter(({ isIndexed }) => isIndexed);
    // The two patterns of texts stand for the shipped ones, and for those of the operator.
    const texts = SHIPPED_PAGES.length + 1;
    expect(entries.size).toBe((indexed.length - 2 + texts) * 2);
    expect(String(body)).toMatch(/<loc>[^<]+\/club<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
    for (const [address, others] of entries) {
      expect(others.map(([, href]) => href)).toContain(address);
      for (const [, href] of others) expect(entries.get(href)).toEqual(others);
      const path = address.replace(origin(), '');
      const shown = await ask(path || '/');
      expect([path, shown.status]).toEqual([path, 200]);
      expect(alternates(String(shown.body))).toEqual(others);
    }
  });

  it('says no everywhere while the site is closed to search engines', async () => {
    await set('search_engines', 'no');
    expect((await ask('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n');
    expect((await ask('/sitemap.xml')).status).toBe(404);
    for (const path of ['/', '/de/pricing', '/signup'])
      expect(await page(path)).toContain('content="noindex"');
    await set('search_engines', 'yes');
  });
});

/** The addresses of a sitemap with their alternates. Throws unless it is well-formed and of the known elements alone. */
function entriesOf(xml: string): Map<string, [string, string][]> {
  const LINK = /<xhtml:link rel="alternate" hreflang="([a-z-]+)" href="([^"<>]+)"\/>/g;
  const whole =
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+" xmlns:xhtml="http:\/\/www\.w3\.org\/1999\/xhtml">\n((?:<url>.*<\/url>\n)*)<\/urlset>\n$/;
  const lines = whole.exec(xml)?.[1]?.trimEnd().split('\n');
  if (!lines) throw new Error(`not a sitemap: ${xml}`);
  return new Map(
    lines.map((line) => {
      const [, loc = '', rest = ''] =
        /^<url><loc>([^<>]+)<\/loc>(?:<lastmod>[^<>]+<\/lastmod>)?(.*)<\/url>$/.exec(line) ?? [];
      expect(rest.replaceAll(LINK, '')).toBe('');
      return [loc, [...rest.matchAll(LINK)].map(([, lang = '', href = '']) => [lang, href])];
    }),
  );
}
