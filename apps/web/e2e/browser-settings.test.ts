import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium, type Person, STABLE_CHROMIUM } from '@heartline/testing';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, openWithApp, type Stage, signIn } from './stage.ts';

/** Browsers whose settings change what a page may show or store. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** Forced colours (Windows contrast themes) remove fills: what they showed must stay visible. */
describe('forced colours', () => {
  const styleOf = (at: Locator, name: 'backgroundColor' | 'borderTopColor', pseudo?: '::before') =>
    at.evaluate((element, [part, of]) => getComputedStyle(element, of)[part], [name, pseudo] as const);

  describe.each(['light', 'dark'] as const)('in %s forced colours', (colorScheme) => {
    let page: Page;
    beforeAll(async () => {
      const [own, other] = await stage.world.people(
        { name: 'Mara', profile: { interests: ['art'] } },
        { name: 'Jonas', profile: { interests: ['art', 'cooking'] } },
      );
      page = await stage.signedIn(own, { colorScheme, path: `/members/${other.id}` });
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
    });
    afterAll(() => page?.context().close());
    const paper = () => styleOf(page.locator('body'), 'backgroundColor');
    const goTo = (path: string) => page.goto(new URL(path, page.url()).href);

    it('marks shared interests', async () => {
      const chip = (name: string) => page.getByRole('listitem').filter({ hasText: name }).locator('> span');
      await chip('Art').waitFor();
      const [shared, plain] = [chip('Art'), chip('Cooking')].map((at) => styleOf(at, 'backgroundColor'));
      expect(await shared).not.toBe(await plain);
    });

    it('shows each switch, on and off distinct', async () => {
      await goTo('/notifications');
      const [on, off] = [true, false].map((checked) => page.getByRole('switch', { checked }).last());
      if (!on || !off) throw new Error('there are no switches');
      for (const one of [on, off]) {
        await one.waitFor();
        const track = await styleOf(one, 'backgroundColor');
        expect(await one.evaluate((element) => getComputedStyle(element).appearance)).toBe('none');
        expect(await styleOf(one, 'backgroundColor', '::before')).not.toBe(track);
        expect(await styleOf(one, 'borderTopColor')).not.toBe(await paper());
      }
      expect(await styleOf(on, 'backgroundColor')).not.toBe(await styleOf(off, 'backgroundColor'));
    });

    it('shows the age slider and its selected range', async () => {
      await goTo('/members');
      const lines = page.getByRole('group', { name: 'Age' }).locator('span.absolute');
      await lines.first().waitFor();
      const [rail, chosen] = [lines.first(), lines.nth(1)].map((at) => styleOf(at, 'backgroundColor'));
      expect(new Set([await rail, await chosen, await paper()]).size).toBe(3);
    });

    it('gives the ribbon of a pack its own background', async () => {
      await goTo('/credits');
      const ribbon = page.getByText('Most popular');
      await ribbon.waitFor();
      const tile = page.locator('label', { has: ribbon });
      const grounds = [await styleOf(ribbon, 'backgroundColor'), await styleOf(tile, 'backgroundColor')];
      expect(new Set([...grounds, 'rgba(0, 0, 0, 0)']).size).toBe(3);
    });
  });
});

/** A browser that stores nothing for this site shows it and says what is missing. */
describe('blocked site data', () => {
  let mara: Person;
  const origin = () => mara.http.gateway.origin;
  const WORDS = 'Your browser is blocking cookies for this site';

  beforeAll(async () => {
    [mara] = await stage.world.people({ name: 'Mara' });
  });

  /** Starts a browser that blocks all cookies, which blocks all site data in Chromium. */
  async function blockingBrowser(): Promise<AsyncDisposable & { context: BrowserContext }> {
    const profile = await mkdtemp(join(tmpdir(), 'heartline-blocked-'));
    await mkdir(join(profile, 'Default'));
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: await ensureChromium(() => {}),
      args: [...STABLE_CHROMIUM],
      locale: 'en',
    });
    return {
      context,
      async [Symbol.asyncDispose]() {
        await context.close();
        await rm(profile, { recursive: true, force: true });
      },
    };
  }

  /** Errors that the pages of a context throw from now on. */
  function errorsOf(context: BrowserContext): string[] {
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(error.error().message));
    return errors;
  }

  async function isShown(page: Page, path: string): Promise<void> {
    await page.goto(`${origin()}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  describe('a browser that blocks all site data', () => {
    let browser: Awaited<ReturnType<typeof blockingBrowser>>;
    let errors: string[];
    beforeAll(async () => {
      browser = await blockingBrowser();
      errors = errorsOf(browser.context);
    });
    afterAll(() => browser?.[Symbol.asyncDispose]());

    it.each(['/', '/login', '/signup', '/swipe-game', '/pages/terms', '/reset-password', '/operator'])(
      'shows %s and says what is needed',
      async (path) => {
        const page = await browser.context.newPage();
        await isShown(page, path);
        await page.getByText(WORDS).waitFor();
        await expect(page.evaluate(() => localStorage.length)).rejects.toThrow(/Access is denied/);
        expect(errors).toEqual([]);
        await page.close();
      },
    );
  });

  describe('a browser whose stores throw while it keeps cookies', () => {
    /** Makes reading any store throw, as a locked-down browser does. Runs in the page. */
    const blockStores = () => {
      const get = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      const places = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'];
      for (const name of places) Object.defineProperty(globalThis, name, { get });
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { get });
    };

    it('shows a member every page', async () => {
      const context = openWithApp(await stage.browser.newContext({ locale: 'en', serviceWorkers: 'block' }));
      context.setDefaultTimeout(20_000);
      const errors = errorsOf(context);
      await context.addInitScript(blockStores);
      await signIn(context, mara);
      const page = await context.newPage();
      for (const path of ['/members', '/profile', '/notifications', '/account', '/credits', '/likes']) {
        await isShown(page, path);
      }
      expect(await page.getByText(WORDS).count()).toBe(0);
      expect(errors).toEqual([]);
      await context.close();
    });
  });
});
