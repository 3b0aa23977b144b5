import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openWithApp, type Stage } from './stage.ts';

export interface LanderVisit extends BrowserContextOptions {
  country?: string;
  /** The entry warning was not answered yet. */
  isFirst?: boolean;
  /** `closeVisitors` leaves the window open. */
  isShared?: boolean;
}

const shared = new WeakSet<BrowserContext>();

/** Opens a window of a visitor from a country, who sees no motion unless told otherwise. */
export async function openLanderVisitor(
  stage: Stage,
  { country, isFirst, isShared, ...options }: LanderVisit = {},
): Promise<Page> {
  const { origin } = stage.world.gateways[0];
  const context = await stage.browser.newContext({
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(20_000);
  if (isShared) shared.add(context);
  context.on('weberror', (error) => stage.errors.push(error.error().message));
  if (!isFirst)
    await context.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.setItem('hide-entry-warning', '1');
    });
  const cookies = [{ name: 'i18n_redirected', value: (options.locale ?? 'en').slice(0, 2), url: origin }];
  if (country) cookies.push({ name: 'dev-country', value: country, url: origin });
  await context.addCookies(cookies);
  return openWithApp(context).newPage();
}

/** Closes the windows of a test. */
export async function closeVisitors({ browser }: Stage): Promise<void> {
  const ofTest = browser.contexts().filter((context) => !shared.has(context));
  await Promise.all(ofTest.map((context) => context.close()));
}

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
export const emailField = (page: Page): Locator =>
  page.getByRole('main').getByRole('textbox', { name: 'E-mail address' });
