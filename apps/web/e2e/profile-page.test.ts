import { getLikes, searchMembers } from '@heartline/contracts';
import { type Person, until } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflowOf, restingBox } from './member-page.ts';
import { uploadPhotos } from './own-profile.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** The profile of another member: its first screen, the way to others of the list, photos on the whole screen. */
let stage: Stage;
let viewer: Person;
let ada: Person;
let fia: Person;

/** A place where only these three people live, so that a search finds them alone. */
const THERE = { country: 'NZ', region: 'AUK', city: 'Manukau' } as const;
const LIST = '/members?country=NZ';

beforeAll(async () => {
  stage = await openStage();
  const woman = { ...THERE, gender: 'female', sexuality: 'bi' } as const;
  [viewer, ada, fia] = await stage.world.people(
    { name: 'Viktor', credits: 5, profile: { ...THERE, gender: 'male', interests: ['art'] } },
    {
      name: 'Ada',
      premium: true,
      credits: 5,
      profile: { ...woman, about: 'Tea first.', interests: ['art'] },
    },
    { name: 'Fia', fictional: true, profile: woman },
    { name: 'Greta', profile: woman },
  );
  await uploadPhotos(ada.http, 5);
  await uploadPhotos(fia.http, 1);
  const found = async () => (await viewer.http.call(searchMembers, { country: 'NZ' })).results;
  await until(found, (results) => results.length === 3);
});
afterAll(() => stage?.close());

const PHONE = { isPhone: true, width: 360, height: 640 } as const;
const WIDE = { width: 1280, height: 860 } as const;

const WORDS = {
  en: {
    message: /^Message/,
    like: /^Like /,
    liked: /^Liked /,
    next: 'Next person',
    previous: 'Previous person',
    back: 'Back',
    open: 'View full screen',
    photos: /^Photos of/,
    photo: (at: number) => `Photo ${at} of 5`,
    label: 'Fictional',
    bar: 'Main',
  },
  de: {
    message: /^Schreiben/,
    like: / liken$/,
    liked: /^Gelikt/,
    next: 'Nächste Person',
    previous: 'Vorherige Person',
    back: 'Zurück',
    open: 'Im Vollbild ansehen',
    photos: /^Fotos von/,
    photo: (at: number) => `Foto ${at} von 5`,
    label: 'Fiktiv',
    bar: 'Hauptmenü',
  },
} as const;

const nameOf = async (page: Page) =>
  (await page.getByRole('heading', { level: 1 }).textContent())?.split(',')[0] ?? '';

/** True if the element is in the window as a whole, and nothing covers its middle. */
async function isInView(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const window = page.viewportSize();
  if (!box || !window) return false;
  const isInside = box.y >= 0 && box.y + box.height <= window.height && box.x >= 0;
  return isInside && element.evaluate(isOnTop);
}

function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementsFromPoint(left + width / 2, top + height / 2);
  // Texts on the photo let presses through, so they are not hit; the photo below them is.
  const above = hit.find((one) => getComputedStyle(one).position === 'fixed' && !one.contains(element));
  return above === undefined;
}

describe.each([
  ['en', 'a phone', PHONE],
  ['de', 'a desk', WIDE],
  ['de', 'a phone', PHONE],
] as const)('in %s on %s', (locale, _, look) => {
  const words = WORDS[locale];

  it('shows name, age, place, label and both actions on the first screen', async () => {
    const page = await stage.signedIn(viewer, { ...look, locale, path: `/members/${fia.id}` });
    const name = page.getByRole('heading', { level: 1, name: /^Fia, \d+$/ });
    await name.waitFor();
    const main = page.getByRole('main');
    for (const part of [
      name,
      main.getByText(/^Manukau/).first(),
      main.getByText(words.label, { exact: true }).first(),
      main.getByRole('button', { name: words.like }).first(),
      main.getByRole('link', { name: words.message }),
    ])
      await expect.poll(() => isInView(page, part)).toBe(true);
    // One bar at the bottom of a phone.
    const bar = page.getByRole('navigation', { name: words.bar }).filter({ visible: true });
    expect(await bar.count()).toBe(look === PHONE ? 0 : 1);
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('leads to the next and previous person of the list, and back to the list', async () => {
    const page = await stage.signedIn(viewer, { ...look, locale, path: LIST });
    const cards = page.getByRole('main').getByRole('article').getByRole('link');
    await cards.nth(2).waitFor();
    const names = (await cards.allInnerTexts()).map((text) => text.split(',')[0]?.trim());
    await cards.first().click();
    const next = page.getByRole('button', { name: words.next });
    const previous = page.getByRole('button', { name: words.previous });
    await next.waitFor();
    await expect.poll(() => nameOf(page)).toBe(names[0]);
    expect(await previous.getAttribute('aria-disabled')).toBe('true');
    await next.click();
    await expect.poll(() => nameOf(page)).toBe(names[1]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => nameOf(page)).toBe(names[2]);
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => nameOf(page)).toBe(names[1]);
    // A shared address has nothing of the list.
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: words.back }).click();
    await page.waitForURL(`**${LIST}`);
    await cards.nth(2).waitFor();
    await page.context().close();
  });

  it('opens photos on the whole screen by keyboard, and keeps their lock', async () => {
    const page = await stage.signedIn(viewer, { ...look, locale, path: `/members/${ada.id}` });
    const strip = page.getByRole('group', { name: words.photo(1) });
    await strip.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: words.photos });
    await dialog
      .getByRole('status')
      .filter({ hasText: words.photo(1) })
      .waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog
      .getByRole('status')
      .filter({ hasText: words.photo(2) })
      .waitFor();
    // The focus stays inside.
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('End');
    await dialog.getByRole('button', { name: /3/ }).last().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // The gallery is where the viewer was left, and has the focus.
    const last = page.getByRole('group', { name: words.photo(5) });
    await expect.poll(() => last.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.context().close();
  });
});

describe('for visitors', () => {
  const sites = () => stage.world.inside.mongo.connection.collection<{ _id: string }>('sites');
  beforeAll(() =>
    sites().updateOne({ _id: 'default' }, { $set: { logged_out_search: 'full' } }, { upsert: true }),
  );
  afterAll(() => sites().updateOne({ _id: 'default' }, { $unset: { logged_out_search: 1 } }));

  it.each([
    ['en', PHONE, 'Sign up', 'Log in'],
    ['de', WIDE, 'Registrieren', 'Einloggen'],
  ] as const)(
    'shows name, label and the ways in on the first screen in %s',
    async (locale, look, up, log) => {
      const page = await stage.visitor(0, { ...look, locale });
      const { origin } = new URL(page.url());
      const name = page.getByRole('heading', { level: 1, name: /^Fia, \d+$/ });
      // Gateways read the settings of a site again after a while.
      await until(async () => {
        await page.goto(`${origin}/members/${fia.id}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        return name.count();
      }, Boolean);
      const main = page.getByRole('main');
      for (const part of [
        name,
        main.getByText(/^Manukau/).first(),
        main.getByText(WORDS[locale].label, { exact: true }).first(),
        main.getByRole('button', { name: up, exact: true }),
        main.getByRole('link', { name: log, exact: true }),
      ])
        await expect.poll(() => isInView(page, part)).toBe(true);
      expect(await overflowOf(page)).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
      await page.context().close();
    },
  );
});

it('says “Liked” on the button, and takes the like back by the same button', async () => {
  const page = await stage.signedIn(viewer, { ...PHONE, path: `/members/${ada.id}` });
  const { like, liked } = WORDS.en;
  const given = async () => (await viewer.http.call(getLikes, {})).given.length;
  // Buttons of cards have no text.
  const unliked = page.getByRole('button', { name: like, pressed: false }).filter({ hasText: 'Like' });
  await unliked.tap();
  const button = page.getByRole('button', { name: liked, pressed: true });
  await button.getByText('Liked', { exact: true }).waitFor();
  await until(given, (count) => count === 1);
  await button.tap();
  await unliked.waitFor();
  await until(given, (count) => count === 0);
  await page.context().close();
});

it('steps to the next person by a swipe below the photos', async () => {
  const page = await stage.signedIn(viewer, { ...PHONE, path: LIST });
  const cards = page.getByRole('main').getByRole('article').getByRole('link');
  await cards.nth(2).waitFor();
  const names = (await cards.allInnerTexts()).map((text) => text.split(',')[0]?.trim());
  await cards.first().tap();
  await page.getByRole('button', { name: 'Next person' }).waitFor();
  const facts = page.getByRole('region', { name: 'Facts' });
  await facts.scrollIntoViewIfNeeded();
  const { y } = await restingBox(facts);
  await swipe(page, [280, y + 20], [90, y + 20]);
  await expect.poll(() => nameOf(page)).toBe(names[1]);
  await page.context().close();
});

it('enlarges a photo by pinch and double tap, and closes it by a drag down', async () => {
  const page = await stage.signedIn(viewer, { ...PHONE, path: `/members/${ada.id}` });
  await page.getByRole('group', { name: 'Photo 1 of 5' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Photos of Ada' });
  const photo = dialog.getByRole('img', { name: 'Ada, photo 1' });
  await photo.waitFor();
  const widthOf = async () => (await photo.boundingBox())?.width ?? 0;
  await expect.poll(widthOf).toBeGreaterThan(300);
  const whole = await widthOf();
  const input = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    input.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await touch('touchStart', [170, 320], [190, 320]);
  await touch('touchMove', [140, 320], [220, 320]);
  await touch('touchMove', [120, 320], [240, 320]);
  await touch('touchEnd');
  await expect.poll(widthOf).toBeGreaterThan(whole * 2);
  // Back to the whole photo.
  for (let tap = 0; tap < 2; tap += 1) {
    await touch('touchStart', [180, 320]);
    await touch('touchEnd');
  }
  await expect.poll(widthOf).toBeLessThan(whole * 1.01);
  await swipe(page, [280, 320], [120, 322]);
  await dialog.getByRole('status').filter({ hasText: 'Photo 2 of 5' }).waitFor();
  await swipe(page, [180, 250], [182, 480]);
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('group', { name: 'Photo 2 of 5' }).waitFor();
  await page.context().close();
});

it('moves nothing while a profile loads', async () => {
  for (const look of [PHONE, WIDE]) {
    const page = await stage.signedIn(viewer, { ...look, path: '/likes' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route('**/api/member.php*', async (route) => {
      // The placeholder is drawn before the profile.
      await page.locator('article').waitFor();
      await route.continue();
    });
    await page.addInitScript(() => {
      Object.assign(globalThis, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          (globalThis as unknown as { shifted: number }).shifted += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${viewer.http.gateway.origin}/members/${ada.id}`);
    await page.getByRole('heading', { level: 1, name: /^Ada/ }).waitFor();
    await page.waitForLoadState('networkidle');
    const shifted = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
    expect(shifted).toBeLessThan(0.01);
    await page.context().close();
  }
});

/** One finger from one point to another. */
async function swipe(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: [number, number]) =>
    input.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
  await send('touchStart', from);
  for (let step = 1; step <= 5; step += 1)
    await send('touchMove', [
      from[0] + ((to[0] - from[0]) * step) / 5,
      from[1] + ((to[1] - from[1]) * step) / 5,
    ]);
  await send('touchEnd');
  await input.detach();
}
