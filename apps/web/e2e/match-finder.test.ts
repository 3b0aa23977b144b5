import type { Person } from '@heartline/testing';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFocused } from './keys.ts';
import { overflowOf } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** The decks: the match finder of members, and the swipe game of visitors. */
let stage: Stage;
let paul: Person;
let olga: Person;

const HERE = { country: 'NL', region: 'NH' } as const;
const origin = () => stage.world.gateways[0].origin;

beforeAll(async () => {
  stage = await openStage();
  const straight = { ...HERE, gender: 'male', sexuality: 'hetero', dateOfBirth: yearsAgo(34) } as const;
  [paul, olga] = await stage.world.people(
    { name: 'Paul', premium: true, profile: straight },
    { name: 'Olga', profile: { ...HERE, gender: 'female', sexuality: 'hetero', dateOfBirth: yearsAgo(36) } },
    {
      name: 'Mia',
      profile: { ...HERE, interests: ['music'], dateOfBirth: yearsAgo(27), about: 'Ask me about owls.' },
    },
    { name: 'Lena', fictional: true, profile: { ...HERE, dateOfBirth: yearsAgo(34) } },
    { name: 'Rosa', profile: { ...HERE, dateOfBirth: yearsAgo(40) } },
    { name: 'Nora', profile: { ...HERE, region: 'UT', dateOfBirth: yearsAgo(35) } },
    { name: 'Ulla', profile: { ...HERE, sexuality: 'lesbian', dateOfBirth: yearsAgo(34) } },
    { name: 'Fred', profile: straight },
  );
});
afterAll(() => stage?.close());

function yearsAgo(years: number): string {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() - 30));
  return day.toISOString().slice(0, 10);
}

/** Timeout for a busy machine. */
const SOON = { timeout: 20_000 };

const pass = (on: Page) => on.getByRole('button', { name: /^(Pass on|Skip|Überspringen|.+ überspringen)/ });
const card = (on: Page) => on.getByRole('article').last();
/** Their name alone, without label and age. */
const nameOn = async (on: Page) => ((await card(on).getAttribute('aria-label')) ?? '').split(/ \(|, \d/)[0];

/** Passes every card, and returns the names in the order they came. */
async function passAll(on: Page): Promise<string[]> {
  const names: string[] = [];
  await card(on).waitFor();
  for (;;) {
    const name = (await nameOn(on)) ?? '';
    names.push(name);
    await on.keyboard.press('ArrowLeft');
    await expect
      .poll(async () => (await endOf(on).count()) > 0 || (await nameOn(on)) !== name, SOON)
      .toBe(true);
    if ((await endOf(on).count()) > 0) return names.sort();
  }
}
const endOf = (on: Page) => on.getByRole('heading', { level: 2, name: /seen everyone who fits|No one fits/ });

/** Forgets what a member passed on and searched for, so that every test begins with all cards. */
async function startAnew(person: Person): Promise<void> {
  const { connection } = stage.world.inside.mongo;
  await connection
    .collection<{ _id: string }>('passes')
    .deleteMany({ _id: { $gte: person.id, $lt: `${person.id}~` } });
  await person.http.send('DELETE', '/api/search.php');
}

describe('the match finder', () => {
  it('deals people who fit both ways, near and within ten years; then widens', async () => {
    const page = await stage.signedIn(paul, { path: '/match-finder' });
    expect(await passAll(page)).toEqual(['Lena', 'Mia', 'Olga', 'Rosa']);
    await page.getByRole('button', { name: 'Look in the whole country (1 more)' }).click();
    await expect.poll(() => nameOn(page), SOON).toBe('Nora');
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
    await startAnew(paul);
  });

  it('brings back the people passed on in this visit, on one press', async () => {
    const page = await stage.signedIn(paul, { path: '/match-finder' });
    const all = await passAll(page);
    await page.getByRole('button', { name: `Look again at the ${all.length} you passed on` }).click();
    await card(page).waitFor();
    expect(await passAll(page)).toEqual(all);
    await page.context().close();
    await startAnew(paul);
  });

  it('passes by button, undoes a pass and a like in turn, and likes by arrow key [S2-077]', async () => {
    const page = await stage.signedIn(paul, { path: '/match-finder' });
    await page.getByRole('heading', { level: 1, name: 'Match finder' }).waitFor();
    await card(page).waitFor();
    const first = await nameOn(page);
    await page.getByRole('button', { name: `Pass on ${first}` }).click();
    await expect.poll(() => nameOn(page), SOON).not.toBe(first);
    const second = await nameOn(page);
    const liked = page.waitForResponse((answer) => answer.url().endsWith('/api/like.php'));
    await page.keyboard.press('ArrowRight');
    expect((await liked).request().method()).toBe('POST');
    const unliked = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('button', { name: new RegExp(`^Undo your like of ${second}`) }).click();
    expect((await unliked).url()).toMatch(/\/api\/like\.php/);
    await expect.poll(() => nameOn(page), SOON).toBe(second);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => nameOn(page), SOON).toBe(first);
    expect(await page.getByRole('button', { name: 'Undo last pass' }).isDisabled()).toBe(true);
    await page.context().close();
    await startAnew(paul);
  });

  it('keeps the filters of its sheet on the server, for a reload and another device', async () => {
    const page = await stage.signedIn(paul, { path: '/match-finder' });
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    const oldest = sheet.getByRole('slider', { name: /Oldest/ });
    await oldest.focus();
    for (let years = 44; years > 35; years -= 1) await oldest.press('ArrowLeft');
    await sheet.getByText('Fictional profiles', { exact: true }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Show people' }).click();
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => nameOn(page), SOON).toBe('Mia');
    await page.reload();
    await expect.poll(() => nameOn(page), SOON).toBe('Mia');
    await page.context().close();
    const phone = await stage.signedIn(paul, { isPhone: true, path: '/match-finder' });
    expect(await passAll(phone)).toEqual(['Mia']);
    await phone.context().close();
    await startAnew(paul);
  });

  it('says that the network is away instead of showing an endless placeholder', async () => {
    const page = await stage.signedIn(paul, { path: '/likes' });
    await page.route('**/api/match-finder.php*', (route) => route.abort());
    await page.goto(`${origin()}/match-finder`);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unrouteAll();
    await again.click();
    await card(page).waitFor();
    await page.context().close();
  });

  it('passes a card dragged far left and keeps one released near the middle', async () => {
    const page = await stage.signedIn(paul, { path: '/match-finder' });
    await card(page).waitFor();
    const name = await nameOn(page);
    await drag(page, { x: -40, y: 0 });
    await page.getByRole('button', { name: `Pass on ${name}` }).waitFor();
    const passed = page.waitForRequest((request) => request.url().endsWith('/api/pass.php'));
    await drag(page, { x: -260, y: 0 });
    expect((await passed).method()).toBe('POST');
    await expect.poll(() => page.getByRole('button', { name: `Pass on ${name}` }).count(), SOON).toBe(0);
    await page.context().close();
    await startAnew(paul);
  });

  it('offers the end and takes a pass back while that pass is still on its way', async () => {
    const page = await stage.signedIn(olga, { path: '/match-finder' });
    const late = async (route: Route) => {
      if (route.request().method() === 'POST') await fixedWait(1_500, 'the slow pass');
      await route.continue();
    };
    await page.route('**/api/pass.php*', late);
    const names = await passAll(page);
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => names.includes((await nameOn(page)) ?? ''), SOON).toBe(true);
    await page.context().close();
    await startAnew(olga);
  });
});

/** Drags the top card by the mouse. */
async function drag(page: Page, by: { x: number; y: number }): Promise<void> {
  const box = await card(page).boundingBox();
  if (!box) throw new Error('no card');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x, y + by.y, { steps: 12 });
  await fixedWait(150, 'the hand stops first: a card released in motion flies on');
  await page.mouse.up();
}

describe.each(['en', 'de'] as const)('an opened profile, in %s', (locale) => {
  const words = {
    en: { open: /^Open the profile of/, of: /^Profile of/, close: 'Close the profile' },
    de: { open: /^Profil von .* öffnen/, of: /^Profil von/, close: 'Profil schließen' },
  }[locale];
  const profile = (on: Page) => on.getByRole('region', { name: words.of });

  it('opens by tap on a phone, keeps the buttons in reach, and closes by Back', async () => {
    const phone = await stage.signedIn(paul, { isPhone: true, height: 640, locale, path: '/match-finder' });
    const button = phone.getByRole('button', { name: words.open });
    await phone.getByRole('link', { name: /^(Discover|Entdecken)$/ }).waitFor();
    await button.tap();
    await profile(phone).waitFor();
    expect(await isFocused(profile(phone))).toBe(true);
    for (const one of await phone
      .getByRole('button', { name: /like|Undo|zurücknehmen|Pass|überspringen/i })
      .all()) {
      const box = await one.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640 - 60);
    }
    expect(await overflowOf(phone)).toBe(0);
    expect(await seriousFindings(phone)).toEqual([]);
    await phone.goBack();
    await button.waitFor();
    expect(new URL(phone.url()).pathname).toMatch(/match-finder$/);
    await phone.context().close();
  });

  it('opens by the wheel and by a pull up, and shows words and facts in place', async () => {
    const page = await stage.signedIn(paul, { locale, path: '/match-finder' });
    await card(page).hover();
    await page.mouse.wheel(0, 120);
    await profile(page).waitFor();
    await profile(page).getByRole('heading', { level: 2 }).first().waitFor();
    await page.getByRole('button', { name: words.close }).click();
    await page.getByRole('button', { name: words.open }).waitFor();
    await drag(page, { x: 0, y: -120 });
    await profile(page).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('opens, decides and closes by keyboard alone, and returns the focus', async () => {
    const page = await stage.signedIn(paul, { locale, path: '/match-finder' });
    await page.getByRole('button', { name: words.open }).waitFor();
    for (const key of ['ArrowUp', 'Enter', 'i']) {
      await page.keyboard.press(key);
      await profile(page).waitFor();
      await page.keyboard.press('Escape');
      await profile(page).waitFor({ state: 'detached' });
      expect(await isFocused(page.getByRole('button', { name: words.open }))).toBe(true);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    }
    const name = await nameOn(page);
    await page.keyboard.press('ArrowUp');
    await profile(page).waitFor();
    await page.keyboard.press('ArrowLeft');
    await profile(page).waitFor({ state: 'detached' });
    await expect.poll(() => nameOn(page), SOON).not.toBe(name);
    await page.context().close();
    await startAnew(paul);
  });

  it('shows a visitor what the site lets visitors see', async () => {
    const visitor = await stage.visitor(0, { isPhone: true, locale, path: '/swipe-game' });
    await visitor.getByRole('button', { name: words.open }).tap();
    await profile(visitor)
      .getByRole('button', { name: /Sign up|Registrieren/ })
      .waitFor();
    expect(await seriousFindings(visitor)).toEqual([]);
    await visitor.keyboard.press('Escape');
    await visitor.getByRole('button', { name: words.open }).waitFor();
    await visitor.context().close();
  });
});

describe('a visitor', () => {
  it('plays the swipe game: four likes, then a refusal in words [S1-038 S2-078 S6-002 S4-076 S9-027]', async () => {
    const visitor = await stage.visitor(0, { width: 360, height: 740, path: '/swipe-game' });
    await visitor.getByText('4 likes left today').waitFor();
    for (let n = 3; n >= 0; n -= 1) {
      await visitor.getByRole('button', { name: /^Like / }).click();
      await visitor.getByText(`${n} ${n === 1 ? 'like' : 'likes'} left today`).waitFor();
    }
    await visitor.getByRole('button', { name: /^Pass on / }).click();
    await visitor.getByRole('button', { name: 'Undo last pass' }).click();
    await visitor.getByRole('button', { name: /^Like / }).press('Enter');
    await visitor.getByRole('heading', { name: /^You’ve used your 4 likes for today\./ }).waitFor();
    // The focus moves to the message for keyboard users.
    expect(await isFocused(visitor.getByRole('button', { name: /^Like/ }))).toBe(true);
    expect(await seriousFindings(visitor)).toEqual([]);
    await visitor.getByRole('button', { name: 'Sign up' }).last().click();
    await visitor.waitForURL('**/signup');
    await visitor.context().close();
  });

  it('opens the swipe game from the home page, filters it, and undoes a like', async () => {
    // The likes of the test before count for its network too.
    await stage.world.inside.mongo.connection.collection('swipeSlots').deleteMany({});
    const visitor = await stage.visitor(1, { width: 360, height: 740 });
    await visitor.getByRole('link', { name: /swipe/i }).click();
    await visitor.waitForURL('**/swipe-game');
    await visitor.getByRole('button', { name: 'Filters' }).click();
    const sheet = visitor.getByRole('dialog', { name: 'Filters' });
    await sheet.getByText('A man', { exact: true }).click();
    await sheet.getByText('Women', { exact: true }).click();
    await sheet.getByText('Fictional profiles', { exact: true }).click();
    await sheet.getByRole('button', { name: 'Show people' }).click();
    await sheet.waitFor({ state: 'detached' });
    const asked = new URL(visitor.url()).searchParams;
    expect(Object.fromEntries(asked)).toEqual({ gender: 'female', fictional: 'no', own_gender: 'male' });
    await card(visitor).waitFor();
    const first = await nameOn(visitor);
    await visitor.getByRole('button', { name: `Like ${first}` }).click();
    await visitor.getByRole('button', { name: `Undo your like of ${first}` }).click();
    await expect.poll(() => nameOn(visitor), SOON).toBe(first);
    expect(await passAll(visitor)).toEqual(['Mia', 'Nora', 'Olga', 'Rosa']);
    expect(await seriousFindings(visitor)).toEqual([]);
    await visitor.context().close();
  });

  it('says when the next cards fail to load and retries', async () => {
    const visitor = await stage.visitor(0);
    await visitor.route(/swipe-game\.php/, (route) => route.abort());
    await visitor.goto(`${origin()}/swipe-game`);
    const again = visitor.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await visitor.unrouteAll();
    await again.click();
    await pass(visitor).click();
    await visitor.context().close();
  });

  it('becomes a member in the match finder, not in the swipe game', async () => {
    const page = await stage.signedIn(paul, { path: '/swipe-game' });
    await page.waitForURL('**/match-finder');
    expect(await page.getByText(/left today/).count()).toBe(0);
    await page.context().close();
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
