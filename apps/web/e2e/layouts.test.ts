import { randomUUID } from 'node:crypto';
import { ERROR_STATUS, postMessage } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { overflowOf } from './member-page.ts';
import { openStage, type Stage } from './stage.ts';

/** Each layout shows its own parts around a page, and no others. */
let stage: Stage;
let mara: Person;
let jonas: Person;

beforeAll(async () => {
  stage = await openStage();
  const now = Date.now();
  [mara, jonas] = await stage.world.people(
    { name: 'Mara', account: { createdAt: now } },
    { name: 'Jonas', credits: 5 },
  );
  await stage.world.inside.core.payments.scheduleBonusEnd(mara.id, now);
  await jonas.http.call(postMessage, { clientId: randomUUID(), profile: mara.id, text: 'Hello', credits: 1 });
});
afterEach(() => Promise.all(stage.browser.contexts().map((context) => context.close())));
afterAll(() => stage?.close());

const bar = (page: Page) => page.getByRole('banner');
const places = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const footer = (page: Page) => page.getByRole('contentinfo');
const notices = (page: Page) => page.getByRole('complementary', { name: 'Offers and notifications' });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();

/** Opens another page of the same site. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await heading(page).waitFor();
}

describe('the index', () => {
  it('shows the home page to a visitor [S2-001]', async () => {
    const page = await stage.visitor(0);
    await page.getByRole('main').getByRole('button', { name: 'Join free' }).waitFor();
    expect(pathOf(page)).toBe('/');
  });

  it('leads a member to /members, also by the logo [S2-002 S2-004]', async () => {
    const page = await stage.signedIn(mara, { path: '/' });
    await page.waitForURL('**/members*');
    await goTo(page, '/likes');
    await bar(page)
      .getByRole('link', { name: /: home$/ })
      .click();
    await page.waitForURL('**/members*');
    await heading(page).waitFor();
  });
});

describe('the default layout', () => {
  it('has top navigation, banners, footer and disclaimer [S2-125 S2-126 S2-127 S2-128]', async () => {
    const page = await stage.signedIn(mara);
    await bar(page).and(page.locator(':has(nav)')).waitFor();
    await places(page).first().waitFor();
    await notices(page).getByText('25% off your first credits').waitFor();
    await footer(page).waitFor();
    await footer(page).getByText('Some profiles are fictional.').waitFor();
  });

  it('offers the time bonus 40 s after a member without credits entered [S2-131]', async () => {
    const page = await stage.signedIn(mara, { path: '/account' });
    await page.clock.install();
    await goTo(page, '/members');
    const now = () => page.evaluate(() => Date.now());
    const entered = await now();
    const bonus = page.getByRole('dialog', { name: 'Your welcome bonus' });
    const afterOneMore = async () => {
      await page.clock.runFor(1_000);
      return bonus.count();
    };
    await expect.poll(afterOneMore, { interval: 10 }).toBe(1);
    expect((await now()) - entered).toBeGreaterThanOrEqual(40_000);
    await bonus.getByRole('timer').waitFor();
  });

  it('has the items of the top bar [S2-138 S2-139 S2-142]', async () => {
    const page = await stage.signedIn(mara, { path: '/account' });
    for (const [name, path] of [
      [/^Messages/, '/chats'],
      [/^Likes/, '/likes'],
      [/^Search members$/, '/members'],
    ] as const) {
      await places(page).getByRole('link', { name }).click();
      await page.waitForURL(`**${path}*`);
      await places(page).getByRole('link', { name }).and(page.locator('[aria-current=page]')).waitFor();
    }
  });

  it.each(['nl', 'de', 'it', 'fr', 'es', 'pl'] as const)(
    'fits the items of the top bar in %s',
    async (locale) => {
      const page = await stage.signedIn(mara, { locale, width: 768 });
      const labels = bar(page).locator('nav a > span.truncate');
      for (const width of [768, 992]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => labels.count()).toBe(4);
        const cut = await labels.evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
        );
        expect([width, cut, await overflowOf(page)]).toEqual([width, [], 0]);
      }
    },
  );

  it.each([
    ['My profile', '/profile', 'S2-149'],
    ['Settings', '/notifications', 'S2-150'],
  ])('has %s in the account menu, which leads to %s [%s]', async (name, path) => {
    const page = await stage.signedIn(mara);
    await bar(page).getByRole('button', { name: 'Mara’s account' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await page.waitForURL(`**${path}`);
    expect(pathOf(page)).toBe(path);
  });
});

describe('other layouts', () => {
  it('a chat fills the window under the bar, without banners and footer [S2-133]', async () => {
    const { conversationOf } = stage.world.inside.core.messaging;
    const page = await stage.signedIn(mara, { path: `/chats/${conversationOf(mara.id, jonas.id)}` });
    await page.getByRole('textbox', { name: /^Message/ }).waitFor();
    await bar(page).waitFor();
    const box = await page.getByRole('main').boundingBox();
    expect(box && box.y + box.height).toBe(860);
    expect([await notices(page).count(), await footer(page).count()]).toEqual([0, 0]);
  });

  it('a lander has a bar with the logo alone, and the footer [S2-134 S2-135]', async () => {
    const page = await stage.visitor(0, { path: `/members/${jonas.id}/signup` });
    await heading(page).waitFor();
    await footer(page).waitFor();
    const links = bar(page).getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(['/']);
    expect(await bar(page).getByRole('button').count()).toBe(0);
    expect(await links.locator('svg').count()).toBe(1);
  });

  it('the empty layout has only the page, with the mark inside [S2-137]', async () => {
    const [nele] = await stage.world.people({ name: 'Nele', status: 'not_confirmed' });
    const views: [Page, string[]][] = [
      [
        await stage.visitor(0),
        [
          '/complete-signup',
          '/activate?token=x',
          '/activate/error',
          '/reset-password/do',
          '/reset-password/do?token=x',
          '/mail-change/do',
          '/mail-change/do?token=x',
          '/account-deleted',
        ],
      ],
      [await stage.signedIn(nele, { path: '/complete-signup' }), ['/complete-signup', '/signup-matches']],
      [await stage.signedIn(mara), ['/activate/done', '/activate/error']],
    ];
    for (const [page, paths] of views) {
      for (const path of paths) {
        await goTo(page, path);
        await page
          .getByRole('main')
          .getByRole('link', { name: /: home$/ })
          .waitFor();
        const around = ['banner', 'navigation', 'complementary', 'contentinfo'] as const;
        const counts = await Promise.all(around.map((role) => page.getByRole(role).count()));
        expect([path, counts, pathOf(page)]).toEqual([path, [0, 0, 0, 0], path.replace(/\?.*/, '')]);
      }
    }
  });

  it('the sign-up dialog opens on a page of the empty layout [S2-136]', async () => {
    const page = await stage.visitor(0, { path: '/activate/error' });
    await page.getByRole('button', { name: 'Sign up free' }).click();
    await page.getByRole('dialog').locator('[data-phase=asking], form').first().waitFor();
    expect(pathOf(page)).toBe('/activate/error');
  });
});

describe('breakpoints', () => {
  const isShown = (page: Page, at: Locator, width: number) =>
    page.setViewportSize({ width, height: 800 }).then(() => at.isVisible());

  it('change the layout at 576, 768, 992 and 1200 px [S9-066 S9-067 S9-068 S9-069]', async () => {
    const page = await stage.signedIn(mara);
    const search = bar(page).getByRole('link', { name: 'Search members' });
    const filters = page.getByRole('complementary', { name: 'Filters' });
    const language = bar(page).locator('.max-sm\\:hidden').getByRole('button');
    await filters.waitFor();
    await search.waitFor();
    const shown = async (at: Locator, width: number) => [
      await isShown(page, at, width - 1),
      await isShown(page, at, width),
    ];
    expect(await shown(filters, 1200)).toEqual([false, true]);
    expect(await shown(search, 768)).toEqual([false, true]);
    expect(await shown(language, 576)).toEqual([false, true]);
    const direction = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      return search.evaluate((link) => getComputedStyle(link).flexDirection);
    };
    expect([await direction(991), await direction(992)]).toEqual(['column', 'row']);
  });
});

it('a toast with a long text is 350 px wide, and fits a phone [S9-065]', async () => {
  const page = await stage.signedIn(mara, { path: `/members/${jonas.id}/chat` });
  const isAway = (url: URL) => url.pathname === '/' || url.pathname.includes('gift-sheet');
  await page.route(isAway, (route) => route.abort());
  await page.getByRole('button', { name: 'Send a gift' }).click();
  const toast = page.getByRole('alertdialog');
  await toast.getByText('This didn’t load. Open it again once you’re connected.').waitFor();
  await toast.hover();
  const widthIn = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return (await toast.boundingBox())?.width;
  };
  expect(await widthIn(1280)).toBe(350);
  expect(await widthIn(500)).toBe(350);
  expect(await widthIn(360)).toBe(328);
});

it('an invalid field gets a red border, an icon and a text [S5-025 S5-026 S5-027]', async () => {
  const page = await stage.visitor(0, { path: '/activate/error' });
  const field = page.getByRole('textbox', { name: 'E-mail address' });
  await field.fill('zoe');
  await page.getByRole('button', { name: 'Send e-mail again' }).click();
  const note = page.getByText('Invalid email', { exact: true });
  await note.waitFor();
  await note.locator('xpath=..').locator('svg').waitFor();
  const border = () => field.evaluate((input) => getComputedStyle(input).borderTopColor);
  await expect.poll(border).toBe(await note.evaluate((text) => getComputedStyle(text).color));
  const [red = 0, green = 0, blue = 0] = (await border()).match(/\d+/g)?.map(Number) ?? [];
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
});

describe('failures of a page', () => {
  it('shows the status and the message of a failed call [S2-112 S2-114 S8-022 S8-024]', async () => {
    const page = await stage.signedIn(mara);
    const message = 'Closed for an hour.';
    await page.route('**/api/profile.php', (route) =>
      route.fulfill({ status: 503, json: { error: { code: 'PAYMENT_UNAVAILABLE', message } } }),
    );
    await page.goto(new URL('/profile', page.url()).href);
    await page.getByRole('heading', { level: 1, name: message }).waitFor({ timeout: 40_000 });
    await page.getByText(String(ERROR_STATUS.UNAVAILABLE), { exact: true }).waitFor();
  });

  it('reloads once for a page file that is gone, then shows an error [S4-069 S8-028 S2-113]', async () => {
    const page = await stage.signedIn(mara);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const isGone = /\/assets\/premium-page/;
    await page.route(isGone, (route) => route.fulfill({ status: 404 }));
    await page.goto(new URL('/premium', page.url()).href);
    await page.getByRole('heading', { level: 1, name: 'An error has occurred.' }).waitFor();
    await page.getByText('500', { exact: true }).waitFor();
    await page.getByText('page component not loaded').waitFor();
    expect(loads).toBe(2);
    await page.unroute(isGone);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('heading', { level: 1, name: 'An error has occurred.' })
      .waitFor({ state: 'detached' });
    await heading(page).waitFor();
    expect(pathOf(page)).toBe('/premium');
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
