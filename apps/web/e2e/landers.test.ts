import type { Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isFocused, tabTo } from './keys.ts';
import { closeVisitors, emailField, heading, type LanderVisit, openLanderVisitor } from './lander-visitor.ts';
import { overflowOf } from './member-page.ts';
import { openStage, type Stage, seriousFindings, untilApp } from './stage.ts';

/** Landing pages, as visitors, members and visitors of a closed site meet them. */
let stage: Stage;
let mara: Person;
let jonas: Person;

beforeAll(async () => {
  stage = await openStage({ devTools: true });
  [mara, jonas] = await stage.world.people(
    { name: 'Mara' },
    { name: 'Jonas', profile: { about: 'I bake on Sundays and give most of it away.' } },
  );
});
afterEach(() => closeVisitors(stage));
afterAll(() => stage?.close());

const origin = () => stage.world.gateways[0].origin;
const pathOf = (page: Page) => new URL(page.url()).pathname;

const visitor = (visit?: LanderVisit) => openLanderVisitor(stage, visit);

const LANDERS: readonly (readonly [path: string, row: string])[] = [
  ['/landers/adultonly', 'S2-089'],
  ['/landers/tinderswipe', 'S2-090'],
  ['/landers/whoneedsstrings', 'S2-091'],
  ['/landers/alonetonight', 'S2-092'],
  ['/landers/alonetonight/x', 'S2-093'],
  ['/landers/collagelanding', 'S2-094'],
  ['/landers/collagelanding/x', 'S2-095'],
  ['/landers/gallery', 'S2-096'],
  ['/landers/gallery/x', 'S2-097'],
  ['/landers/iconslanding', 'S2-098'],
  ['/landers/iconslanding/x', 'S2-099'],
  ['/landers/maplanding', 'S2-100'],
  ['/landers/maplanding/x', 'S2-101'],
  ['/landers/socialnetwork', 'S2-102'],
  ['/landers/socialnetwork/x', 'S2-103'],
  ['/landers/transitionsvideolanding', 'S2-104'],
  ['/landers/transitionsvideolanding/x', 'S2-105'],
  ['/landers/video', 'S2-106'],
  ['/landers/video/x', 'S2-107'],
];
const OF_MEMBERS: readonly (readonly [path: string, row: string])[] = [
  ['landing', 'S2-010'],
  ['landing2', 'S2-012'],
  ['landing2/x', 'S2-013'],
  ['landing3', 'S2-014'],
  ['landing3/x', 'S2-015'],
];
const everyPath = () => [
  ...LANDERS.map(([path]) => path),
  ...OF_MEMBERS.map(([path]) => `/members/${jonas.id}/${path}`),
];
/** One address of each landing page. */
const everyLander = () => everyPath().filter((one) => !one.endsWith('/x'));

describe('a visitor', () => {
  // One window with a warm cache: each page loads whole, and the entry warning asks until it is answered.
  let page: Page;
  beforeAll(async () => {
    page = await visitor({ country: 'NL', isFirst: true, isShared: true });
  });

  it.each(LANDERS)('sees the landing page %s [%s]', async (path) => {
    const answer = await page.goto(`${origin()}${path}`);
    expect(answer?.status()).toBe(200);
    const html = (await answer?.text()) ?? '';
    expect(html).toMatch(/<meta name="robots" content="noindex"[^]*<h1[^]*<footer/);
    // Pictures and fonts go before scripts.
    expect(html).toContain('<script type="module" fetchpriority="low"');
    expect(html).not.toMatch(/rel="modulepreload"(?![^>]* fetchpriority="low")/);
    await page.getByRole('dialog', { name: 'For adults' }).waitFor();
    expect(pathOf(page)).toBe(path);
    // The dialog hides the page from assistive technology.
    expect(await page.locator('h1:not([role=dialog] h1)').count()).toBe(1);
    expect(await page.locator('footer').count()).toBe(1);
  });

  it.each(OF_MEMBERS)('sees the member on the landing page %s [%s]', async (path) => {
    await page.goto(`${origin()}/members/${jonas.id}/${path}`);
    await page.getByRole('dialog', { name: 'For adults' }).waitFor();
    await page.locator('main').getByText('Jonas').first().waitFor();
  });

  it('can see landing pages [S1-037 S6-001]', async () => {
    const page = await visitor();
    await page.goto(`${origin()}/landers/gallery`);
    await emailField(page).waitFor();
    expect(pathOf(page)).toBe('/landers/gallery');
  });

  it('from Germany meets the entry warning on every landing page as well', async () => {
    await page.context().addCookies([{ name: 'dev-country', value: 'DE', url: origin() }]);
    for (const path of everyLander()) {
      await page.goto(`${origin()}${path}`, { waitUntil: 'commit' });
      await page.getByRole('dialog', { name: 'For adults' }).waitFor();
    }
  });

  it('keeps the names of the link that led there', async () => {
    const page = await visitor();
    await page.goto(`${origin()}/landers/video/x?network=acme&ref=a7&sub1=one`);
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'network');
    expect(decodeURIComponent(cookie?.value ?? '')).toBe('network=acme&ref=a7&sub1=one');
  });
});

it('leads members from every landing page to the search', async () => {
  const page = await stage.signedIn(mara);
  for (const path of everyPath()) {
    await page.goto(`${origin()}${path}`, { waitUntil: 'commit' });
    await page.waitForURL('**/members*', { waitUntil: 'commit' });
    expect([path, pathOf(page)]).toEqual([path, '/members']);
  }
});

describe('a bad address', () => {
  it.each([
    ['/landers/gallery/%3Cscript%3Ealert(1)%3C%2Fscript%3E', '/landers/gallery'],
    [`/landers/gallery/${'a'.repeat(200)}`, '/landers/gallery'],
    ['/landers/gallery/..%2Fx', '/landers/gallery'],
    ['/landers/gallery/Summer', '/landers/gallery'],
    ['/landers/gallery/a/b', '/landers/gallery'],
    ['/landers/adultonly/x', '/landers/adultonly'],
    ['/de/landers/video/x_y', '/de/landers/video'],
  ])('%s shows the lander without it', async (path, lander) => {
    const page = await visitor();
    const answer = await page.goto(`${origin()}${path}`);
    expect([answer?.status(), pathOf(page)]).toEqual([200, lander]);
    expect(await answer?.text()).not.toMatch(/alert\(|a{41}|\.\.\/x|gallery\/Summer|x_y/);
  });

  it.each(['/landers/unknown', '/landers', '/landers/Gallery'])('%s is not found', async (path) => {
    const page = await visitor();
    expect((await page.goto(`${origin()}${path}`))?.status()).toBe(404);
  });
});

describe('the sign-up', () => {
  it('begins with the e-mail address and leads to the search', async () => {
    const page = await visitor();
    await page.goto(`${origin()}/landers/whoneedsstrings`);
    await emailField(page).fill('zoe@example.org');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('textbox').first().inputValue()).toBe('zoe@example.org');
    const draft = await page.evaluate(() => JSON.parse(localStorage.getItem('signup-draft') ?? '{}'));
    expect(draft).toMatchObject({ email: 'zoe@example.org', lander: { lander: 'whoneedsstrings' } });
  });

  it('asks for the age once, and counts it as an answer to the entry warning', async () => {
    const page = await visitor({ country: 'NL', isFirst: true });
    await page.goto(`${origin()}/landers/adultonly`);
    await page.getByRole('dialog').getByRole('button', { name: 'I’m 18 or over' }).click();
    await heading(page).getByText('Good. Come in.').waitFor();
    const elsewhere = await visitor({ country: 'FR', isFirst: true });
    await elsewhere.goto(`${origin()}/landers/adultonly`);
    const yes = elsewhere.getByRole('button', { name: 'Yes, I’m 18 or over' });
    await tabTo(elsewhere, yes);
    await elsewhere.keyboard.press('Enter');
    await emailField(elsewhere).waitFor();
    expect(await isFocused(heading(elsewhere))).toBe(true);
    expect(await elsewhere.evaluate(() => Number(localStorage.getItem('hide-entry-warning')) > 0)).toBe(true);
  });

  it('keeps what was liked by keys and by hand', async () => {
    const page = await visitor();
    await page.goto(`${origin()}/landers/tinderswipe`);
    await page.getByText('1 of 5').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Like' }).click();
    await page.keyboard.press('ArrowLeft');
    const card = await page.getByRole('main').locator('.cursor-grab').boundingBox();
    if (!card) throw new Error('no card on the deck');
    await page.mouse.move(card.x + 60, card.y + 120);
    await page.mouse.down();
    await page.mouse.move(card.x + 260, card.y + 130, { steps: 6 });
    await page.mouse.up();
    await emailField(page).waitFor();
    const liked = page.getByRole('region').or(page.getByRole('main')).getByRole('listitem');
    await expect
      .poll(() => liked.allTextContents())
      .toEqual(['Coffee that turns into dinner', 'Wine, and talking until late', 'Flowers for no reason']);
  });

  it('carries the answers of a lander into its questions', async () => {
    const page = await visitor({ country: 'NL' });
    await page.goto(`${origin()}/landers/alonetonight/late`);
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('A woman').click();
    await page.getByText('Men', { exact: true }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter your date of birth.').waitFor();
    const born = page.getByRole('group', { name: 'Date of birth' }).getByRole('textbox');
    await born.first().click();
    await page.keyboard.type('03021990');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('combobox', { name: 'Your region' }).selectOption('NH');
    await page.getByRole('button', { name: 'Continue' }).click();
    await emailField(page).fill('zoe@example.org');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    const draft = await page.evaluate(() => JSON.parse(localStorage.getItem('signup-draft') ?? '{}'));
    expect(draft).toMatchObject({
      gender: 'female',
      sexuality: 'hetero',
      date_of_birth: '1990-02-03',
      country: 'NL',
      region: 'NH',
      lander: { lander: 'alonetonight', slug: 'late' },
    });
  });

  it('gets the region that was chosen on the map', async () => {
    const page = await visitor({ country: 'NL' });
    await page.goto(`${origin()}/landers/maplanding`);
    const utrecht = page.getByRole('group', { name: 'Your region' }).getByRole('button', { name: 'Utrecht' });
    await tabTo(page, utrecht);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Utrecht', pressed: true }).waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Your region' }).inputValue()).toBe('UT');
    await page.getByText('People in Utrecht, and everywhere else you’d like to look.').waitFor();
  });
});

const WIDTHS = [360, 768, 1280];
/** The rules of axe that depend on the colours. All others depend on the width alone. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

describe('every lander', () => {
  it('is accessible at 360, 768 and 1280 px, light and dark', async () => {
    // From a country without the entry warning: whether it stays away shows after the last look.
    const page = await visitor({ country: 'FR', isFirst: true });
    const findings: string[] = [];
    const look = async (path: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 860 });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const rules = colorScheme === 'dark' ? OF_COLOURS : undefined;
          for (const finding of await seriousFindings(page, rules))
            findings.push(`${path} ${width} ${colorScheme}: ${finding}`);
        }
      }
    };
    for (const path of everyLander()) {
      await page.goto(`${origin()}${path}`);
      await heading(page).waitFor();
      await look(path);
      expect([path, await page.getByRole('dialog').count()]).toEqual([path, 0]);
    }
    // Last, because this answers the entry warning.
    await page.goto(`${origin()}/landers/adultonly`);
    await page.getByRole('button', { name: 'Yes, I’m 18 or over' }).click();
    await emailField(page).waitFor();
    await look('the form of adultonly');
    expect(findings).toEqual([]);
  });

  it.each(['de', 'pl'])('scrolls nowhere sideways in %s', async (locale) => {
    const page = await visitor({ country: locale.toUpperCase(), locale });
    const sideways: string[] = [];
    for (const path of everyLander()) {
      await page.goto(`${origin()}${path}`);
      await heading(page).waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 860 });
        if ((await overflowOf(page)) > 0) sideways.push(`${path} ${width}`);
      }
    }
    expect(sideways).toEqual([]);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  });
});

describe('a closed site', () => {
  const set = async (settings: Record<string, unknown>) => {
    await stage.world.inside.mongo.connection
      .collection<{ _id: string }>('sites')
      .replaceOne({ _id: 'default' }, settings, { upsert: true });
  };
  beforeAll(() => set({ signups: 'closed' }));
  afterAll(() => set({}));

  it('says on every landing page that signing up is by invitation only', async () => {
    const page = await visitor();
    const words = page.getByRole('main').getByText('Signing up is by invitation only.');
    // Gateways read settings every 5 s.
    await expect
      .poll(() => page.goto(`${origin()}/landers/video`).then(() => words.count()), { timeout: 30_000 })
      .toBe(1);
    for (const path of everyPath()) {
      await page.goto(`${origin()}${path}`);
      expect([path, await words.count(), await emailField(page).count()]).toEqual([path, 1, 0]);
    }
  });
});

it('shows the same text before and after the app has loaded', async () => {
  const page = await visitor({ country: 'NL' });
  let gate = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  for (const path of everyPath().filter((one) => one.startsWith('/landers/') && !one.includes('adultonly'))) {
    gate = Promise.withResolvers<void>();
    await page.goto(`${origin()}${path}`, { waitUntil: 'commit' });
    await page.getByRole('contentinfo').waitFor();
    // The style sheet decides what is a line of text.
    await page.waitForFunction(() => getComputedStyle(document.body).fontFamily.includes('Figtree'));
    const served = await page.locator('#root').innerText();
    gate.resolve();
    await untilApp(page);
    expect([path, await page.locator('#root').innerText()]).toEqual([path, served]);
  }
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
