import { randomUUID } from 'node:crypto';
import { likeProfile, PAGES, postMessage } from '@heartline/contracts';
import { PASSWORD, type Person } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owner } from './account-owner.ts';
import { isFocused, tabTo } from './keys.ts';
import { overflowOf, talk } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Every screen on phones and wide windows, light and dark, by screen reader and keyboard. */
let stage: Stage;
let mara: Person;
let jonas: Person;

beforeAll(async () => {
  stage = await openStage();
  [mara, jonas] = await stage.world.people(
    { name: 'Mara', credits: 8, premium: true },
    { name: 'Jonas', credits: 20, premium: true },
    { name: 'Lena', fictional: true },
  );
  const text = 'Shall we see the lighthouse on Sunday?';
  await jonas.http.call(postMessage, { clientId: randomUUID(), profile: mara.id, text, credits: 1 });
  await jonas.http.call(likeProfile, { profile: mara.id });
});
afterAll(() => stage?.close());

const FOR_VISITORS: readonly (readonly [screen: string, path: () => string])[] = [
  ['home', () => '/'],
  ['login', () => '/login'],
  ['sign-up', () => '/signup'],
  ['pricing', () => '/pricing'],
  ['withdraw', () => '/withdraw'],
  ['404', () => '/no-such-page/x'],
];
const FOR_MEMBERS: typeof FOR_VISITORS = [
  ['members', () => '/members'],
  ['profile', () => `/members/${jonas.id}`],
  ['likes', () => '/likes'],
  ['chats', () => '/chats'],
  ['chat', () => `/members/${jonas.id}/chat`],
  ['credits', () => '/credits'],
  ['checkout', () => '/credits/p1/creditcard'],
  ['order again', () => '/credits/repeat-order'],
  ['latest payment', () => '/transactions'],
  ['statement', () => '/credits/statement'],
  ['premium', () => '/premium'],
  ['withdraw as a member', () => '/credits/refund'],
  ['notifications', () => '/notifications'],
];
/** Screens that differ from the others in layout only. */
const MORE_FOR_MEMBERS: typeof FOR_VISITORS = [
  ['limits', () => '/credits/limits'],
  ['own profile', () => '/profile'],
  ['account', () => '/account'],
];

describe.each([360, 1280])('at %i px', (width) => {
  let visitor: Page;
  let member: Page;
  const look = { width, reducedMotion: 'reduce' } as const;
  beforeAll(async () => {
    [visitor, member] = await Promise.all([stage.visitor(0, look), stage.signedIn(mara, look)]);
  });
  afterAll(() => Promise.all([visitor, member].map((page) => page?.context().close())));

  it.each(FOR_VISITORS)('%s is accessible', (_screen, path) => expectSound(visitor, path()));
  it.each(FOR_MEMBERS)('%s is accessible', (_screen, path) => expectSound(member, path()));
});

describe.each([360, 1280])('at %i px with double letter size', (width) => {
  it.each([
    ['visitors', FOR_VISITORS, () => stage.visitor(0, { width })],
    ['members', [...FOR_MEMBERS, ...MORE_FOR_MEMBERS], () => stage.signedIn(mara, { width })],
  ] as const)('no page of %s scrolls sideways', async (_whose, screens, open) => {
    const page = await open();
    await doubleLetters(page);
    const sideways: string[] = [];
    for (const [screen, path] of screens) {
      await page.goto(new URL(path(), page.url()).href);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const over = await overflowOf(page);
      const columns = await sidewaysOf(page);
      if (over > 0 || columns.length > 0) sideways.push(`${screen}: ${over} px, ${columns.join()}`);
    }
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    expect(sideways).toEqual([]);
    await page.context().close();
  });
});

it('fits a balance of five digits in double letters on the smallest phone', async () => {
  const [rich] = await stage.world.people({ credits: 12_345, premium: true });
  const page = await stage.signedIn(rich, { width: 360, path: '/credits' });
  await doubleLetters(page);
  for (const path of ['/credits', '/credits/statement']) {
    await page.goto(new URL(path, page.url()).href);
    await page.getByText('12,345', { exact: true }).first().waitFor();
    expect(await overflowOf(page), path).toBe(0);
  }
  await page.context().close();
});

it('fits the profile banner in double letters on the smallest phone', async () => {
  const page = await stage.signedIn(mara, { width: 360, path: '/profile' });
  await doubleLetters(page);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  // A banner that is known late is shown on the next page.
  const notice = page.getByText('Complete your profile');
  if (!(await notice.isVisible())) {
    await page
      .getByRole('link', { name: /^Likes/ })
      .filter({ visible: true })
      .click();
    await page.waitForURL('**/likes**');
    await page.goBack();
  }
  await notice.waitFor();
  expect(await overflowOf(page)).toBe(0);
  await page.context().close();
});

it.each([16, 20, 32])(
  'cuts no word of the bottom bar on the smallest phone with letters of %i px',
  async (size) => {
    const page = await stage.signedIn(mara, { width: 360, locale: 'de', path: '/likes' });
    await setLetters(page, size);
    const bar = page.getByRole('navigation', { name: 'Hauptmenü' }).filter({ visible: true });
    await bar.waitFor();
    const places = await bar.getByRole('link').all();
    expect(places).toHaveLength(5);
    const cut = await bar.evaluate((element) =>
      [...element.querySelectorAll('a span')]
        .filter((word) => getComputedStyle(word).textOverflow === 'ellipsis')
        // Text for screen readers only is one pixel large.
        .filter((word) => word.clientWidth > 1 && word.scrollWidth > word.clientWidth)
        .map((word) => word.textContent),
    );
    expect(cut).toEqual([]);
    // Names stay, and targets stay large enough for a thumb.
    await bar.getByRole('link', { name: /Nachrichten$/ }).waitFor();
    const sizes = await Promise.all(places.map((place) => place.boundingBox()));
    expect(Math.min(...sizes.flatMap((box) => [box?.width ?? 0, box?.height ?? 0]))).toBeGreaterThanOrEqual(
      44,
    );
    await page.context().close();
  },
);

it('offers one action to a member without conversations, placed by width', async () => {
  const [newcomer] = await stage.world.people({ name: 'Ina' });
  const page = await stage.signedIn(newcomer, { width: 1280, path: '/chats' });
  const way = page.getByRole('link', { name: 'Find someone to write to' });
  await way.waitFor();
  const list = await page.getByRole('region', { name: 'Chats' }).boundingBox();
  expect((await way.boundingBox())?.x).toBeGreaterThan(list?.width ?? 0);
  await page.setViewportSize({ width: 360, height: 740 });
  await way.waitFor();
  expect(await overflowOf(page)).toBe(0);
  await page.context().close();
});

it('aligns the prices of packs on a phone', async () => {
  const page = await stage.signedIn(mara, { width: 360, path: '/credits' });
  await page
    .getByText(/per message$/)
    .first()
    .waitFor();
  const packs = page.getByRole('group', { name: 'Choose a pack' });
  const ends = await packs.getByText(/^€[0-9.]+( per message)?$/).evaluateAll((all) =>
    all.map((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      return Math.round(words.getBoundingClientRect().right);
    }),
  );
  expect([ends.length, new Set(ends).size]).toEqual([8, 1]);
  await page.context().close();
});

it('keeps the conversation filters in one line in Polish on the smallest phone', async () => {
  const [me, fia] = await stage.world.people({ name: 'Nils', credits: 3 }, { name: 'Fia', fictional: true });
  const text = 'Hello';
  const clientId = randomUUID();
  await me.http.call(postMessage, { clientId, profile: fia.id, text, credits: 0, fictionalConfirmed: true });
  const page = await stage.signedIn(me, { width: 360, height: 740, locale: 'pl', path: '/chats' });
  const filters = page.getByRole('group').getByRole('button');
  await filters.first().waitFor();
  const tops = await filters.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
  await filters.last().click();
  await page.getByRole('group').getByRole('button', { pressed: true, name: 'Bez fikcyjnych' }).waitFor();
  expect(await overflowOf(page)).toBe(0);
  await page.context().close();
});

it('reaches the window edge without a scrollbar and keeps the bar in place', async () => {
  const page = await stage.signedIn(mara);
  const edgesAt = async (path: string) => {
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const rightOf = (locator: Locator) =>
      locator.evaluate((element) => element.getBoundingClientRect().right);
    return {
      main: await rightOf(page.getByRole('main')),
      bar: await rightOf(page.getByRole('banner')),
      account: await rightOf(page.getByRole('button', { name: /’s account$/ })),
    };
  };
  const beside = await edgesAt('/credits/statement');
  expect(beside.bar).toBeLessThan(1280);
  expect(await edgesAt('/chats')).toEqual({ main: 1280, bar: 1280, account: beside.account });
  await page.context().close();
});

it('notices a button without a name and low contrast', async () => {
  const page = await stage.visitor(0);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    const words = Object.assign(document.createElement('p'), { textContent: 'Grey on grey' });
    Object.assign(words.style, { color: '#999', background: '#aaa' });
    document.querySelector('main')?.append(document.createElement('button'), words);
  });
  const findings = (await seriousFindings(page)).join();
  expect(findings).toContain('button-name');
  expect(findings).toContain('color-contrast');
  await page.context().close();
});

it('shows the 404 page for an unknown path, with a link home [S2-110 S2-111 S8-025]', async () => {
  const page = await stage.visitor(0, { path: '/no-such-page/x' });
  const { origin } = new URL(page.url());
  await page.getByRole('heading', { level: 1, name: 'This page could not be found', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Back to home' }).click();
  await page.waitForURL(`${origin}/`);
  await page.context().close();
});

it('logs in, searches, likes, opens a chat and sends by keyboard alone', async () => {
  const { email } = await owner(stage);
  const page = await stage.visitor(0, { height: 1000 });
  await tabTo(
    page,
    page
      .getByRole('button', { name: 'Log in' })
      .or(page.getByRole('link', { name: 'Log in' }))
      .first(),
  );
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  await tabTo(page, page.getByRole('textbox', { name: 'E-mail address' }));
  await page.keyboard.type(email);
  await tabTo(page, page.locator('[name=password]'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/members*');

  await tabTo(page, page.getByRole('link', { name: 'Search' }).first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Like Jonas' }));
  await page.keyboard.press('Enter');
  const takeBack = page.getByRole('button', { name: 'Like Jonas', pressed: true });
  await takeBack.waitFor();
  expect(await isFocused(takeBack)).toBe(true);

  await tabTo(page, page.getByRole('link', { name: 'Jonas, 36' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Jonas, 36' }).waitFor();
  await tabTo(page, page.getByRole('link', { name: /^Message ·/ }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/chat');
  await tabTo(page, page.getByRole('textbox', { name: 'Message to Jonas' }));
  await page.keyboard.type('Written without a mouse');
  await page.keyboard.press('Enter');
  await talk(page).getByText('Written without a mouse').waitFor();
  await talk(page)
    .getByText(/Sent|Delivered/)
    .first()
    .waitFor({ state: 'attached' });
  await page.context().close();
});

/** Expects one main, one h1, no overflow, and no serious finding in light or dark. */
async function expectSound(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(new URL(path, page.url()).href);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('main').count(), 'main parts').toBe(1);
  expect(await page.getByRole('heading', { level: 1 }).count(), 'headings of the first level').toBe(1);
  expect(await overflowOf(page), 'pixels over the edge').toBe(0);
  expect(await sidewaysOf(page), 'columns with a bar below').toEqual([]);
  expect(await seriousFindings(page)).toEqual([]);
  // Only colours change in the dark.
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await seriousFindings(page, ['color-contrast'])).toEqual([]);
}

/** Sets the font size of the browser to 32 px. */
const doubleLetters = (page: Page) => setLetters(page, 32);

/** Sets the font size of the browser; 16 px is the default. */
async function setLetters(page: Page, standard: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard } });
}

/** Columns that scroll vertically and would also show a horizontal scrollbar. */
function sidewaysOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const columns = [...document.querySelectorAll('body *')].filter((element) => {
      const { overflowY, overflowX, scrollbarWidth } = getComputedStyle(element);
      return overflowY === 'auto' && overflowX === 'auto' && scrollbarWidth !== 'none';
    });
    return columns
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => element.className);
  });
}

describe('pages for visitors', () => {
  /** The operator app is separate and asks whether an operator is signed in. */
  const OPERATORS = '/operator';

  let nele: Person;

  beforeAll(async () => {
    [nele] = await stage.world.people({ name: 'Nele' });
  });

  it('makes no call that visitors may not make, on any page', async () => {
    const page = await stage.visitor(0);
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(`${page.url()}: ${answer.url()}`);
    });
    for (const address of PAGES.filter((one) => !one.startsWith(OPERATORS))) {
      const path = address
        .replace('$id', nele.id)
        .replace('$token', 'x'.repeat(43))
        .replace('$pack', 'p1')
        .replace('$slug', 'terms')
        .replace('$lander', 'gallery')
        .replace(/\$\w+/, 'new');
      const answer = await page.goto(`${stage.world.gateways[0].origin}${path}`);
      expect([path, answer?.status()]).toEqual([path, 200]);
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(refused).toEqual([]);
    await page.context().close();
  });

  it('answers an unknown path with the 404 page and status', async () => {
    const page = await stage.visitor(0);
    for (const path of ['/nowhere', '/likes/none', `/${'x'.repeat(42)}`, '/a/b/c']) {
      const answer = await page.goto(`${stage.world.gateways[0].origin}${path}`);
      expect([path, answer?.status()]).toEqual([path, 404]);
    }
    await page.getByRole('heading', { level: 1, name: 'This page could not be found' }).waitFor();
    const icon = await page.evaluate(async () => {
      const { status, headers } = await fetch('/favicon.ico');
      return [status, headers.get('content-type')];
    });
    expect(icon).toEqual([200, expect.stringMatching(/^image\/(?:x-icon|vnd\.microsoft\.icon)$/)]);
    await page.context().close();
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
