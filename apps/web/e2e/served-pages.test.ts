import { fixedWait } from '@heartline/tooling/fixed-wait';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage, seriousFindings, untilApp } from './stage.ts';

/** Pages whose whole content is served, with their address in German. */
const WHOLE = [
  ['/', '/de'],
  ['/pages/terms', '/de/pages/terms'],
  ['/pages/faq', '/de/pages/service'],
  ['/pricing', '/de/pricing'],
  ['/complaints', '/de/complaints'],
  ['/withdraw', '/de/withdraw'],
] as const;

describe('served pages', () => {
  let stage: Stage;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await stage?.close();
  });

  const origin = () => stage.world.gateways[0].origin;

  /** A window without cookies, past the entry warning. `arrived` lets the app load. */
  async function newcomer(options: { javaScriptEnabled?: boolean; width?: number } = {}) {
    const { javaScriptEnabled = true, width = 1280 } = options;
    const context = await stage.browser.newContext({
      locale: 'en-GB',
      serviceWorkers: 'block',
      javaScriptEnabled,
      viewport: { width, height: 860 },
    });
    contexts.push(context);
    await context.addInitScript(() => {
      if (location.protocol.startsWith('http'))
        localStorage.setItem('hide-entry-warning', String(Date.now()));
      Object.assign(globalThis, { shifts: [] });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (globalThis as unknown as { shifts: number[] }).shifts.push(
            (entry as unknown as { value: number }).value,
          );
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const page = await context.newPage();
    const gate = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    return { page, arrived: () => gate.resolve() };
  }

  const open = (page: Page, path: string) => page.goto(`${origin()}${path}`, { waitUntil: 'commit' });
  /** Waits for the style sheet, before which text is laid out otherwise. */
  const isDrawn = (page: Page) =>
    page.waitForFunction(() => {
      const bar = document.querySelector('header');
      return bar !== null && document.querySelector('footer') && getComputedStyle(bar).position === 'sticky';
    });
  const textOf = (page: Page) => page.locator('#root').innerText();
  /** From here on only the take-over counts, not a font that replaces another while the page loads. */
  const forgetShifts = (page: Page) =>
    page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      (globalThis as unknown as { shifts: number[] }).shifts.length = 0;
    });
  const shiftOf = (page: Page) =>
    page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
    );

  const cases = [
    ...WHOLE.flat().flatMap((path) => [360, 1280].map((width) => [path, width] as const)),
    // The other languages, where words are cut and numbers are written in other ways.
    ...['nl', 'es', 'fr', 'it', 'pl'].flatMap((locale) =>
      ['', '/pricing', '/pages/faq'].map((path) => [`/${locale}${path}`, 360] as const),
    ),
  ];
  it.each(cases)('shows the same text at %s before and after take-over, %s px wide', async (path, width) => {
    const { page, arrived } = await newcomer({ width });
    await open(page, path);
    await isDrawn(page);
    const served = await textOf(page);
    expect(served.length).toBeGreaterThan(200);
    await forgetShifts(page);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    arrived();
    await untilApp(page);
    expect(await textOf(page)).toBe(served);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    await page.waitForLoadState('networkidle');
    expect(await textOf(page)).toBe(served);
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.01);
    const [, locale = 'en'] = /^\/(\w{2})(?:\/|$)/.exec(path) ?? [];
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  });

  it('keeps the text, the focus and the scroll position of a visitor', async () => {
    const { page, arrived } = await newcomer({ width: 360 });
    await open(page, '/');
    const field = page.getByRole('textbox', { name: 'E-mail address' });
    await field.fill('mara@example.org');
    await field.focus();
    await page.evaluate(() => window.scrollTo(0, 320));
    arrived();
    await untilApp(page);
    expect(await field.inputValue()).toBe('mara@example.org');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await page.evaluate(() => window.scrollY)).toBe(320);
    await page.keyboard.type('.uk');
    expect(await field.inputValue()).toBe('mara@example.org.uk');
  });

  it('keeps the text of a page while its data does not arrive', async () => {
    const { page, arrived } = await newcomer();
    await page.route('**/api/page.php?*', (route) => route.abort());
    await open(page, '/pages/terms');
    await isDrawn(page);
    const served = await textOf(page);
    const failed = page.waitForEvent('requestfailed');
    arrived();
    await failed;
    await fixedWait(2_000, 'the app must not take over with an error');
    expect(await textOf(page)).toBe(served);
    await page.unroute('**/api/page.php?*');
    await untilApp(page);
    expect(await textOf(page)).toBe(served);
  });

  it('follows a country that was chosen before the app had loaded', async () => {
    const { page, arrived } = await newcomer();
    await open(page, '/pricing');
    await page.getByRole('combobox', { name: 'Prices for' }).selectOption('PL');
    arrived();
    await untilApp(page);
    await page
      .getByText(/PLN\s42\.99/)
      .first()
      .waitFor();
    expect(await page.getByRole('combobox', { name: 'Prices for' }).inputValue()).toBe('PL');
  });

  it('keeps the table of contents open', async () => {
    const { page, arrived } = await newcomer({ width: 360 });
    await open(page, '/pages/terms');
    await isDrawn(page);
    await page.locator('summary').click();
    const link = page.locator('details').getByRole('link', { name: 'Law and disputes' });
    await link.waitFor();
    arrived();
    await untilApp(page);
    expect(await link.isVisible()).toBe(true);
  });

  it('keeps the focus on a link', async () => {
    const { page, arrived } = await newcomer();
    await open(page, '/de');
    const link = page.getByRole('link', { name: 'Einloggen' });
    await link.focus();
    arrived();
    await untilApp(page);
    expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('leads on in the language of the address', async () => {
    const { page, arrived } = await newcomer();
    arrived();
    await open(page, '/de');
    await untilApp(page);
    await page.getByRole('link', { name: 'Einloggen' }).click();
    await page.waitForURL(`${origin()}/de/login`);
    await page.getByRole('heading', { level: 1, name: 'Willkommen zurück' }).waitFor();
    await page.goBack();
    await page.waitForURL(`${origin()}/de`);
  });

  it('is read and begins the sign-up without JavaScript', async () => {
    const { page } = await newcomer({ javaScriptEnabled: false });
    await page.goto(`${origin()}/de`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Polski' }).click();
    await page.waitForURL(`${origin()}/pl`);
    await page.goto(`${origin()}/de`);
    await page.getByRole('textbox').fill('mara@example.org');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin()}/de/signup`);
    expect(await page.getByRole('textbox').inputValue()).toBe('mara@example.org');
    expect(await textOf(page)).toContain('braucht JavaScript');
    expect(page.url()).not.toContain('mara');
  });

  it('hands the address of a form sent before the app loaded to the sign-up', async () => {
    const { page, arrived } = await newcomer();
    await open(page, '/');
    await page.getByRole('textbox').fill('mara@example.org');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin()}/signup`, { waitUntil: 'commit' });
    arrived();
    await untilApp(page);
    await expect
      .poll(() => page.getByRole('textbox', { name: 'E-mail' }).inputValue())
      .toBe('mara@example.org');
  });

  it.each([
    ['light', '/'],
    ['dark', '/de'],
  ] as const)(
    'has no serious finding of axe before the app has loaded (%s, %s)',
    async (colorScheme, path) => {
      const { page } = await newcomer();
      await page.emulateMedia({ colorScheme });
      await open(page, path);
      await isDrawn(page);
      expect(await seriousFindings(page)).toEqual([]);
    },
  );
});
