import type { Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflowOf } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** The footer of a visitor, of a member and of the installed app, on phones and wide windows. */
let stage: Stage;
let mara: Person;

beforeAll(async () => {
  stage = await openStage();
  [mara] = await stage.world.people({ name: 'Mara' });
});
afterAll(() => stage?.close());

/** Links that members off the index page do not see, nor anyone in the installed app. */
const HIDDEN = ['/pages/ban', '/complaints', '/pages/cookies', '/pricing', '/pages/privacy', '/pages/terms'];
const ALWAYS = ['/pages/faq', '/pages/service', '/pages/return-policy', '/lang-config'];

const footerOf = (page: Page) => page.getByRole('contentinfo');

/** Addresses of the footer's links, once it is drawn. */
async function linksOf(page: Page): Promise<(string | null)[]> {
  const links = footerOf(page).getByRole('navigation').getByRole('link');
  await links.first().waitFor();
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
}

/** From the next navigation on, the page runs as an app on the home screen of an iPhone does. */
async function emulateInstalledApp(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
}

it('links a visitor on the index page to every page [S2-162 S2-170]', async () => {
  const page = await stage.visitor(0);
  expect(await linksOf(page)).toEqual(expect.arrayContaining([...HIDDEN, ...ALWAYS]));
  await page.context().close();
});

it.each([
  ['Pricing', '/pricing'],
  ['Reports and complaints', '/complaints'],
  ['Terms of use', '/pages/terms'],
  ['Support', '/pages/service'],
  ['Imprint', '/pages/service'],
])('opens from %s without a page load', async (name, path) => {
  const page = await stage.visitor(0, { path: '/login' });
  await page.evaluate(() => Object.assign(window, { isSameLoad: true }));
  await footerOf(page).getByRole('link', { name, exact: true }).click();
  await page.waitForURL((url) => url.pathname === path);
  expect(await page.evaluate(() => 'isSameLoad' in window)).toBe(true);
  await page.context().close();
});

it('leads a visitor who withdraws to the withdrawal without a login', async () => {
  const page = await stage.visitor(0, { path: '/login' });
  await footerOf(page).getByRole('link', { name: 'Withdraw from contract here' }).click();
  await page.waitForURL((url) => url.pathname === '/withdraw');
  await page.getByRole('textbox', { name: 'Receipt number' }).waitFor();
  await page.context().close();
});

it('hides six links from a member off the index page [S2-171 S2-172 S2-173 S2-174 S2-175 S2-176]', async () => {
  const page = await stage.signedIn(mara, { path: '/members' });
  const links = await linksOf(page);
  expect(links).toEqual(expect.arrayContaining(ALWAYS));
  expect(links.filter((href) => HIDDEN.includes(href ?? ''))).toEqual([]);
  await page.context().close();
});

it('hides six links in the installed app [S2-178 S2-179 S2-180 S2-181 S2-182 S2-183]', async () => {
  const page = await stage.visitor(0);
  await emulateInstalledApp(page);
  await page.reload();
  const links = await linksOf(page);
  expect(links).toEqual(expect.arrayContaining(ALWAYS));
  expect(links.filter((href) => HIDDEN.includes(href ?? ''))).toEqual([]);
  await page.context().close();
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it.each([
    [360, 'de'],
    [360, 'pl'],
    [768, 'fr'],
    [1280, 'en'],
  ] as const)('fits %i px in %s, is accessible, with targets for a thumb', async (width, locale) => {
    const isPhone = width < 1280;
    const page = await stage.visitor(0, { width, isPhone, locale, colorScheme, reducedMotion: 'reduce' });
    await linksOf(page);
    await page.waitForLoadState('networkidle');
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    const heights = await footerOf(page)
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(isPhone ? 44 : 32);
    await page.context().close();
  });
});

it('shows notices for the United States in English when the site sets them [S2-184 S2-185]', async () => {
  const sites = stage.world.inside.mongo.connection.collection<{ _id: string }>('sites');
  const us_footer_text = 'Heartline makes no checks of criminal records.\n\nMeet in public places.';
  await sites.updateOne({ _id: 'default' }, { $set: { us_footer: true, us_footer_text } }, { upsert: true });
  const page = await stage.visitor(0, { path: '/login', width: 360 });
  const notices = footerOf(page).getByRole('region', { name: 'For visitors in the United States' });
  // Gateways read settings every 5 s.
  await expect
    .poll(
      async () => {
        await page.reload();
        await linksOf(page);
        return notices.count();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(1);
  await notices.getByText('Meet in public places.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const dutch = await stage.visitor(0, { path: '/login', locale: 'nl' });
  await linksOf(dutch);
  expect(await footerOf(dutch).getByText('Meet in public places.').count()).toBe(0);
  await sites.updateOne({ _id: 'default' }, { $unset: { us_footer: 1, us_footer_text: 1 } });
  await Promise.all([page, dutch].map((one) => one.context().close()));
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
