import { LOCALES, SHIPPED_PAGES, type ShippedPage } from '@heartline/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Pages of text: those that every site has, and those that an operator adds. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  expect(stage?.errors).toEqual([]);
  await stage?.close();
});

const pages = () => stage.world.inside.core.pages.operate;
const OLGA = { by: 'olga', reason: 'for the test' };

/** Publishes a text of an operator, seen after the cache of the gateways. */
async function publish(slug: string, body: string, title = 'Our page'): Promise<void> {
  const name = { site: 'default', slug, locale: 'en' } as const;
  const set = await pages().set(name, `---\ntitle: ${title}\n---\n\n${body}\n`, OLGA);
  if ('problem' in set) throw new Error(set.problem);
  expect(await pages().publish(name, set.done.version, OLGA)).toEqual(set);
  stage.world.clock.advance(5_001);
}

async function setSite(name: string, value: string): Promise<void> {
  const { operate } = stage.world.inside.core.site;
  expect(await operate.set('default', name, value)).toMatchObject({ done: expect.anything() });
  stage.world.clock.advance(5_001);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const article = (page: Page) => page.locator('article');

/** A page that a visitor has opened, once its text is there. */
async function opened(path: string, look: Parameters<Stage['visitor']>[1] = {}): Promise<Page> {
  const page = await stage.visitor(0, { ...look, path });
  await article(page).getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const TITLES: Record<ShippedPage, string> = {
  terms: 'Terms of use',
  privacy: 'Privacy statement',
  cookies: 'Cookies',
  ban: 'Rules and bans',
  faq: 'Questions and answers',
  'return-policy': 'Return policy',
  service: 'Contact and service',
  accessibility: 'Accessibility',
};

describe('a page that every site has', () => {
  it.each([
    ['ban', 'Don’t threaten, insult or pester others. [S2-082]'],
    ['cookies', '__Host-session [S2-083]'],
    ['faq', 'Is this a subscription? [S2-084]'],
    ['privacy', 'Your rights [S2-085]'],
    ['return-policy', 'Withdraw from a purchase [S2-086]'],
    ['service', 'Report illegal content [S2-087]'],
    ['terms', 'Your right of withdrawal [S2-088]'],
    ['accessibility', 'What works'],
  ] as const)('opens /pages/%s for a visitor: %s', async (slug, shown) => {
    const page = await opened(`/pages/${slug}`);
    await expect.poll(() => page.title()).toContain(TITLES[slug]);
    expect(await heading(page).textContent()).toBe(TITLES[slug]);
    expect(await article(page).innerText()).toContain(shown.replace(/ \[.*\]$/, ''));
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('says how many days the setting refund_days gives [S9-053 S9-054]', async () => {
    const before = await opened('/pages/return-policy');
    expect(await article(before).innerText()).toContain('within 14 days');
    await setSite('refund_days', '30');
    const after = await opened('/pages/return-policy');
    expect(await article(after).innerText()).toContain('within 30 days');
    await setSite('refund_days', '14');
    for (const page of [before, after]) await page.context().close();
  });

  it('dates the terms December 1, 2023, while the company is older [S9-056]', async () => {
    await setSite('company.added', '2020-05-05');
    const page = await opened('/pages/terms');
    expect(await article(page).innerText()).toContain('Version of December 1, 2023');
    expect(await article(page).innerText()).toContain('apply from December 1, 2023.');
    await page.context().close();
  });

  it('dates the terms by the company where that is later [S9-057]', async () => {
    await setSite('company.added', '2024-02-01T12:00:00Z');
    const page = await opened('/pages/terms');
    expect(await article(page).innerText()).toContain('Version of February 1, 2024');
    await page.context().close();
  });

  it('fits a phone in every language, light and dark', async () => {
    const page = await opened('/pages/cookies', { isPhone: true, colorScheme: 'dark', locale: 'de' });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const locale of LOCALES) {
      await page
        .context()
        .addCookies([{ name: 'i18n_redirected', value: locale, url: stage.world.gateways[0]?.origin ?? '' }]);
      for (const slug of SHIPPED_PAGES) {
        await page.goto(`${stage.world.gateways[0]?.origin}/pages/${slug}`);
        await page.locator(`article[lang="${locale}"] h2`).first().waitFor();
        expect([locale, slug, await overflow()]).toEqual([locale, slug, 0]);
      }
    }
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('leads from its table of contents to a part, and from there by a link of its own', async () => {
    const page = await opened('/pages/terms', { isPhone: true });
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByText('On this page').click();
    await contents.getByRole('link', { name: 'Law and disputes' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#law-and-disputes');
    const part = page.getByRole('heading', { name: 'Law and disputes', level: 2 });
    await expect.poll(async () => (await part.boundingBox())?.y).toBeLessThan(200);
    const direct = await opened('/pages/terms#your-order');
    const order = direct.getByRole('heading', { name: 'Your order', level: 2 });
    await expect.poll(async () => (await order.boundingBox())?.y).toBeLessThan(200);
    for (const one of [page, direct]) await one.context().close();
  });

  it('lets the keyboard scroll a table that is wider than the phone', async () => {
    const page = await opened('/pages/cookies', { isPhone: true, width: 320 });
    const table = page.getByRole('region', { name: 'Table' });
    await table.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
    await page.context().close();
  });
});

describe('a version of an operator', () => {
  it('shows, keeps the one before readable, and says that it is an earlier one', async () => {
    await publish('privacy', '## First part\n\nFirst words.', 'Our privacy');
    await publish('privacy', '## Second part\n\nSecond words.', 'Our privacy');
    const page = await opened('/pages/privacy');
    expect(await article(page).innerText()).toContain('Second words.');
    const earlier = page.getByRole('navigation', { name: 'Earlier versions' }).getByRole('link');
    await earlier.first().click();
    await page.getByText('First words.').waitFor();
    expect(new URL(page.url()).search).toBe('?version=1');
    await page.getByRole('link', { name: 'Read the current one.' }).click();
    await page.getByText('Second words.').waitFor();
    await earlier.last().click();
    await page.getByText('This is an earlier version.').waitFor();
    expect(new URL(page.url()).search).toBe('?version=0');
    await page.getByRole('heading', { name: 'Privacy statement', level: 1 }).waitFor();
    await page.goto(`${stage.world.gateways[0]?.origin}/pages/privacy?version=99`);
    await page.getByText('This page could not be found').waitFor();
    await page.context().close();
  });
});

describe('a page of an operator', () => {
  it('opens at /{token}; an unknown one is the 404 page [S2-081]', async () => {
    await publish('about-us', 'We are **few** and write to {support_email}.', 'About us');
    const page = await opened('/about-us');
    expect(await heading(page).textContent()).toBe('About us');
    expect(await article(page).innerText()).toContain('We are few');
    expect(await article(page).getByRole('link').first().getAttribute('href')).toMatch(/^mailto:/);
    const unknown = await stage.visitor(0, { path: '/about-nothing' });
    await unknown.getByText('This page could not be found').waitFor();
    for (const one of [page, unknown]) await one.context().close();
  });

  it('leads from its old name to the new one, and says when it was taken down', async () => {
    await publish('jobs', 'Work with us.', 'Jobs');
    expect(await pages().rename('default', 'jobs', 'careers')).toEqual({ done: ['en'] });
    stage.world.clock.advance(5_001);
    const page = await opened('/jobs');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/careers');
    expect(await pages().remove({ site: 'default', slug: 'careers', locale: 'en' })).toEqual({ done: true });
    stage.world.clock.advance(5_001);
    await page.reload();
    await page.getByText('This page has been removed').waitFor();
    await page.context().close();
  });

  it('says that it could not be loaded, and loads on a new try', async () => {
    const page = await stage.visitor(0);
    await heading(page).waitFor();
    await page.route('**/api/page.php*', (route) => route.abort());
    await page.evaluate(() => {
      history.pushState({}, '', '/pages/faq');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor({ timeout: 60_000 });
    await page.unroute('**/api/page.php*');
    await again.click();
    await article(page).waitFor();
    await page.context().close();
  });
});
