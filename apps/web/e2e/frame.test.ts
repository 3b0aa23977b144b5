import type { Locale } from '@heartline/contracts';
import { LANGUAGES } from '@heartline/i18n';
import type { Person } from '@heartline/testing';
import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userOf } from './member-page.ts';
import { readScreenTexts } from './screen-texts.ts';
import { openStage, openWithApp, type Stage } from './stage.ts';

/** Site settings, languages and countries of every page, and what it reports to the server. */
let stage: Stage;
let mara: Person;
const origin = () => mara.http.gateway.origin;

beforeAll(async () => {
  stage = await openStage({ devTools: true });
  [mara] = await stage.world.people({ name: 'Mara' });
});
afterAll(() => stage?.close());

/** Opens a window of a first visit: no cookie, no stored flag. */
async function newcomer(country?: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  context.setDefaultTimeout(20_000);
  context.on('weberror', (error) => stage.errors.push(error.error().message));
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('hide-entry-warning', '1');
  });
  if (country) await context.addCookies([{ name: 'dev-country', value: country, url: origin() }]);
  return openWithApp(context).newPage();
}

async function setSite(settings: Record<string, unknown>): Promise<void> {
  await stage.world.inside.mongo.connection
    .collection<{ _id: string }>('sites')
    .replaceOne({ _id: 'default' }, settings, { upsert: true });
}

/** Reloads until new site settings are in force: gateways read them every 5 s. */
async function openUntil(page: Page, url: string, isThere: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(url);
        await page.getByRole('heading', { level: 1 }).waitFor();
        return isThere();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(true);
}

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');
const languages = (page: Page) => page.getByRole('menuitemradio').or(page.getByRole('menuitem'));

async function offered(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('header button[aria-haspopup]').first().click();
  await languages(page).first().waitFor();
  return languages(page).allTextContents();
}

describe('languages', () => {
  it('in the top bar depend on the country [S1-036 S2-152]', async () => {
    const menus: Record<string, string[]> = {};
    for (const country of ['US', 'NL', 'CH']) {
      const page = await newcomer(country);
      await page.goto(origin());
      menus[country] = (await offered(page)).filter((text) => Object.values(LANGUAGES).includes(text));
      await page.context().close();
    }
    expect(menus).toEqual({
      US: ['English', 'Español'],
      NL: ['Nederlands'],
      CH: ['Deutsch', 'Italiano', 'Français', 'English'],
    });
  });

  it('are English without a URL prefix by default [S9-033 S9-034 S9-035]', async () => {
    const page = await newcomer('JP');
    await page.goto(`${origin()}/login`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await languageOf(page)).toBe('en');
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.context().close();
  });

  it('are all on /lang-config; the choice of a visitor is stored, not sent [S2-079 S7-011]', async () => {
    const page = await newcomer('NL');
    await page.goto(`${origin()}/lang-config`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await languageOf(page)).toBe('nl');
    expect(await page.getByRole('radio').count()).toBe(7);
    const sent = watch(page, (request) => request.method() === 'PUT');
    await page.getByText('Polski', { exact: true }).last().click();
    await expect.poll(() => languageOf(page)).toBe('pl');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await languageOf(page)).toBe('pl');
    expect(sent).toEqual([]);
    await page.context().close();
  });

  it('the choice of a member is sent to the server and stored [S7-010 S7-066]', async () => {
    const page = await stage.signedIn(mara);
    const sent = watch(page, (request) => request.method() === 'PUT');
    await page.goto(`${origin()}/lang-config`);
    await page.getByText('Deutsch', { exact: true }).last().click();
    await expect.poll(() => languageOf(page)).toBe('de');
    await expect.poll(() => sent.length).toBe(1);
    expect([sent[0]?.url(), sent[0]?.postData()]).toEqual([`${origin()}/api/user.php`, '{"language":"de"}']);
    await expect.poll(() => userOf(page)).toMatchObject({ language: 'de' });
    await page.context().close();
  });

  it('a chosen country takes precedence over the network address', async () => {
    const page = await newcomer('JP');
    await page.goto(`${origin()}/lang-config`);
    await page.getByRole('combobox').selectOption('PL');
    await expect.poll(() => languageOf(page)).toBe('pl');
    await page.goto(origin());
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await languageOf(page)).toBe('pl');
    await page.context().close();
  });

  it('follow domain_language only if the app speaks it [S4-060 S4-062]', async () => {
    const page = await newcomer('JP');
    await setSite({ domain_language: 'nl-NL' });
    await openUntil(page, origin(), async () => (await languageOf(page)) === 'nl');
    await setSite({ domain_language: 'pt' });
    await openUntil(page, origin(), async () => (await languageOf(page)) === 'en');
    expect(await languageOf(page)).toBe('en');
    await setSite({});
    await page.context().close();
  });
});

describe('the settings of the site', () => {
  it('are in the page, queried by the server with host and query string [S7-020 S7-021 S7-023 S7-024]', async () => {
    const page = await newcomer();
    const asked = watch(page, (request) => request.url().includes('/api/settings.php'));
    const answer = await page.goto(`${origin()}/login?a=1&network=n1`);
    const html = (await answer?.text()) ?? '';
    expect(html).toContain('"call":"/api/settings.php?forced_domain=a.localhost&a=1&network=n1"');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(asked).toEqual([]);
    await page.getByRole('link', { name: /: home$/ }).waitFor();
    await page.context().close();
  });

  it('are fetched with the same query when the page comes without them', async () => {
    const page = await newcomer();
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => document.getElementById('settings')?.remove());
    });
    const asked = watch(page, (request) => request.url().includes('/api/settings.php'));
    await page.goto(`${origin()}/login?a=1`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(asked.map((request) => request.url())).toEqual([
      `${origin()}/api/settings.php?forced_domain=a.localhost&a=1`,
    ]);
    await page.context().close();
  });

  it('name the site in tab, page and description', async () => {
    await setSite({ name: 'Amora', index_title: 'Amora & you', description: 'Meet "them"' });
    const page = await newcomer();
    const description = page.locator('meta[name=description]');
    await openUntil(
      page,
      origin(),
      async () => (await page.getByText('Amora').count()) > 0 && (await description.count()) > 0,
    );
    expect(await description.getAttribute('content')).toBe('Meet "them"');
    await page.goto(`${origin()}/login`);
    await expect.poll(() => page.title()).toContain('Amora');
    await setSite({});
    await page.context().close();
  });
});

describe('a lazy screen', () => {
  it('says offline that there is no network and opens once there is one', async () => {
    // Without the cache of the service worker, as in the first seconds of a visit.
    const page = await newcomer(undefined, { serviceWorkers: 'block' });
    await page.goto(origin());
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Log in' }).first().click();
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    await page.context().close();
  });
});

describe('who runs the site', () => {
  it('is in the footer, fetched once, with a phone link that can be dialled [S7-043 S9-058 S9-059]', async () => {
    await setSite({ company: { name: 'Heartline BV', city: 'Utrecht', support_phone: '+31 20-123 45 67' } });
    const page = await newcomer();
    const phone = page.getByRole('link', { name: '+31 20-123 45 67' });
    await openUntil(page, `${origin()}/login`, async () => {
      await page.getByText('©').waitFor();
      await page.waitForLoadState('networkidle');
      return (await phone.count()) > 0;
    });
    const asked = watch(page, (request) => request.url().includes('/api/companyinfo.php'));
    await page.reload();
    await phone.waitFor();
    expect(await phone.getAttribute('href')).toBe('tel:+31201234567');
    await page.locator('footer').getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname !== '/login');
    await phone.waitFor();
    expect(asked).toHaveLength(1);
    await setSite({});
    await page.context().close();
  });
});

describe('third-party notices', () => {
  it('opens licences and credits from the footer as plain text', async () => {
    const page = await newcomer();
    await page.goto(`${origin()}/login`);
    const [answer] = await Promise.all([
      page.waitForResponse('**/third-party-notices.txt'),
      page.getByRole('contentinfo').getByRole('link', { name: 'Licences and credits' }).click(),
    ]);
    expect(answer.headers()['content-type']).toContain('text/plain');
    for (const name of ['GeoNames', 'Fraunces', '## react-dom']) expect(await answer.text()).toContain(name);
    await page.context().close();
  });
});

describe('what a page tells the server', () => {
  /** Beacons of bounces that this tab sent; one of a page that goes away is seen by nobody but the page. */
  const bounces = (page: Page): Promise<unknown[]> =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('bounces') ?? '[]'));

  it('reports a bounce only of a link with lb that was left untouched [S2-245]', async () => {
    const page = await newcomer();
    await page.addInitScript(() => {
      const send = navigator.sendBeacon.bind(navigator);
      navigator.sendBeacon = (url, data) => {
        const isSent = send(url, data);
        const sent = JSON.parse(sessionStorage.getItem('bounces') ?? '[]') as unknown[];
        if (String(url).includes('bounce')) sent.push([url, isSent, data instanceof Blob && data.type]);
        sessionStorage.setItem('bounces', JSON.stringify(sent));
        return isSent;
      };
    });
    const open = async (path: string) => {
      await page.goto(`${origin()}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };
    await open('/login?lb=1');
    await open('/login');
    expect(await bounces(page)).toEqual([['/api/page-bounce.php', true, 'application/json']]);
    await open('/login?lb=1');
    await page.getByRole('heading', { level: 1 }).click();
    await open('/login');
    await open('/');
    expect(await bounces(page)).toHaveLength(1);
    await page.context().close();
  });

  it('makes data calls only to paths under /api/ [S7-001]', async () => {
    const page = await stage.signedIn(mara);
    const calls = watch(page, (request) => ['fetch', 'xhr', 'ping'].includes(request.resourceType()));
    for (const path of [
      '/',
      '/members',
      '/likes',
      '/chats',
      '/credits',
      '/premium',
      '/notifications',
      '/lang-config',
    ]) {
      await page.goto(`${origin()}${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    const paths = calls.map((request) => new URL(request.url())).filter((url) => url.origin === origin());
    // The service worker caches files of the app; those are not calls.
    const data = paths
      .map(({ pathname }) => pathname)
      .filter((path) => !/^\/(assets|icons)\/|^\/index\.html$/.test(path));
    expect(new Set(data).size).toBeGreaterThan(5);
    expect(data.filter((path) => !path.startsWith('/api/'))).toEqual([]);
    await page.context().close();
  });
});

it('shows header and footer in the language of the page, in all seven', async () => {
  for (const locale of ['en', 'nl', 'de', 'es', 'fr', 'it', 'pl'] as const satisfies Locale[]) {
    const texts = await readScreenTexts(locale);
    const page = await stage.signedIn(mara, { locale, width: 360, path: '/notifications' });
    await page.getByRole('table').waitFor();
    expect(await texts.untranslatedOn(page), locale).toEqual([]);
    await page.goto(`${origin()}/lang-config`);
    await page.getByRole('radio').first().waitFor();
    expect(await texts.untranslatedOn(page), locale).toEqual([]);
    await page.context().close();
  }
});

it('has no field text under 16 px on a phone in landscape, so iPhones do not zoom', async () => {
  const viewport = { width: 844, height: 390 };
  const page = await newcomer(undefined, { viewport, hasTouch: true, isMobile: true });
  await page.goto(`${origin()}/login`);
  await page.locator('input[type=password]').waitFor();
  const sizes = await page
    .locator('input')
    .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  await page.context().close();
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));

/** Collects requests of a page that match, from now on. */
function watch(page: Page, isWanted: (request: Request) => boolean): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (isWanted(request)) seen.push(request);
  });
  return seen;
}

it('shows members no way to operate the site [S6-024]', async () => {
  const page = await stage.signedIn(mara);
  await page.getByRole('main').waitFor();
  const links = await page
    .locator('a')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('href')));
  expect(links.filter((href) => /admin|operator|moderat/i.test(href ?? ''))).toEqual([]);
  for (const path of ['/admin', '/admin/members']) {
    await page.goto(`${origin()}${path}`);
    await page
      .getByRole('heading', { level: 1, name: 'This page could not be found', exact: true })
      .waitFor();
  }
  // The operator inbox needs its own account; a member's account opens nothing.
  await page.goto(`${origin()}/operator`);
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  const statuses = await page.evaluate(() =>
    Promise.all(
      ['/api/admin.php', '/api/operator.php', '/api/operator-queue.php', '/api/cases.php'].map(
        async (path) => (await fetch(`${path}?all=1`)).status,
      ),
    ),
  );
  expect(statuses.every((status) => status >= 400)).toBe(true);
  await page.context().close();
});
