import type { Person } from '@heartline/testing';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import type { Page, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFocused } from './keys.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Search, near matches, match finder, and what visitors may do. */
let stage: Stage;
let paul: Person;
let free: Person;
let page: Page;
const origin = () => stage.world.gateways[0].origin;

beforeAll(async () => {
  stage = await openStage();
  const at = { country: 'NL', region: 'NH' } as const;
  const crowd = Array.from({ length: 30 }, (_, n) => ({
    name: `Crowd ${n}`,
    profile: { country: 'DE', region: 'BY', gender: 'male', sexuality: 'gay' } as const,
  }));
  [paul, free] = await stage.world.people(
    { name: 'Paul', premium: true, credits: 5, profile: { ...at, gender: 'male', sexuality: 'hetero' } },
    { name: 'Fred', credits: 5, profile: { ...at, gender: 'male', sexuality: 'hetero' } },
    { name: 'Mia', profile: { ...at, hairColor: 'red', interests: ['music'], dateOfBirth: yearsAgo(24) } },
    { name: 'Lena', fictional: true, profile: { ...at, hairColor: 'black', dateOfBirth: yearsAgo(34) } },
    { name: 'Nora', profile: { ...at, region: 'UT', hairColor: 'brown', dateOfBirth: yearsAgo(44) } },
    ...crowd,
  );
  page = await stage.signedIn(paul);
});
afterAll(() => stage?.close());

function yearsAgo(years: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() - 30))
    .toISOString()
    .slice(0, 10);
}

/** Timeout for a busy machine. */
const SOON = { timeout: 20_000 };

/** Names of the results, without near matches. */
const cardNames = (on: Page) =>
  on
    .locator('article:not(section[aria-labelledby=similar] article)')
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .map((link) => (link.getAttribute('aria-label') ?? '').split(',')[0] ?? '')
        .sort((a, b) => (a < b ? -1 : 1)),
    );
const total = (on: Page) => on.getByRole('heading', { level: 1 }).innerText();
const setSite = async (settings: object) => {
  const sites = stage.world.inside.mongo.connection.collection<{ _id: string }>('sites');
  await sites.deleteOne({ _id: 'default' });
  await sites.insertOne({ _id: 'default', ...settings });
  await expect
    .poll(
      async () =>
        (await stage.world.people({}))[0].http.send('GET', '/api/settings.php').then(({ body }) => body),
      {
        timeout: 15_000,
      },
    )
    .toMatchObject({ settings });
};
const callsTo = (on: Page, path: string): Request[] => {
  const calls: Request[] = [];
  on.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request);
  });
  return calls;
};
/** The cards of the next answer to exactly this call. */
const cardsOf = async (on: Page, question: string) => {
  const answer = await on.waitForResponse(
    (response) => response.url() === `${new URL(on.url()).origin}${question}`,
  );
  return ((await answer.json()) as { results: { name: string; fictional: boolean }[] }).results;
};

describe('the search', () => {
  it('each filter changes results and URL; Back and Forward restore them [S1-010 S0-005 S2-003 S3-085 S3-086 S3-087]', async () => {
    await page.goto(`${origin()}/members?fits=any`);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('radio', { name: 'Women' }).check({ force: true });
    await expect.poll(() => cardNames(page), SOON).toEqual(['Lena', 'Mia', 'Nora']);
    await page.getByLabel('Country').selectOption('NL');
    await page.getByLabel('Province').selectOption('NH');
    await expect.poll(() => cardNames(page), SOON).toEqual(['Lena', 'Mia']);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      fits: 'any',
      gender: 'female',
      country: 'NL',
      countryregion: 'NH',
    });
    expect(await total(page)).toBe('2 members');
    await page.goBack();
    await expect.poll(() => cardNames(page), SOON).toEqual(['Lena', 'Mia', 'Nora']);
    await page.goForward();
    await expect.poll(() => cardNames(page), SOON).toEqual(['Lena', 'Mia']);
    await page.reload();
    await expect.poll(() => cardNames(page), SOON).toEqual(['Lena', 'Mia']);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('ages of the URL limit results; the count follows a moving slider thumb [S3-088 S3-089]', async () => {
    await page.goto(`${origin()}/members?gender=female&min_age=30&max_age=40`);
    await expect.poll(() => cardNames(page), SOON).toEqual(['Lena']);
    await page.goto(`${origin()}/members?gender=female`);
    await expect.poll(() => cardNames(page), SOON).toHaveLength(3);
    const asked = callsTo(page, '/api/members.php');
    const youngest = page.getByRole('slider', { name: /Youngest/ }).first();
    // The input is for keyboards and screen readers; the visible thumb surrounds it.
    const box = await youngest.evaluate((input) => {
      const { x, y, width, height } = (input.parentElement?.parentElement ?? input).getBoundingClientRect();
      return { x, y, width, height };
    });
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 5 });
    await page
      .getByRole('status')
      .filter({ hasText: /\d members?/ })
      .waitFor();
    expect(asked).toEqual([]);
    await page.mouse.up();
    await expect.poll(() => new URL(page.url()).searchParams.get('min_age'), SOON).toMatch(/\d+/);
  });

  it('premium members use advanced filters; free members see one line about Premium', async () => {
    await page.goto(`${origin()}/members?gender=female`);
    await page.getByText('Looks', { exact: true }).click();
    await page.getByLabel('Hair').selectOption('red');
    await expect.poll(() => cardNames(page), SOON).toEqual(['Mia']);
    await page.getByRole('heading', { name: '1 member', exact: true }).waitFor();
    await page.getByRole('heading', { name: '2 close matches' }).waitFor();
    const other = await stage.signedIn(free);
    await other.getByText('Filter by looks, lifestyle and interests with Premium').waitFor();
    await other.goto(`${stage.world.gateways[1]?.origin}/members?hair_color=red`);
    await other.getByRole('button', { name: 'Search without these filters' }).click();
    await other.getByRole('article').first().waitFor();
    await other.context().close();
  });

  it('shows near matches under the results with their own total [S3-096 S3-097]', async () => {
    await page.goto(`${origin()}/members?country=NL&countryregion=UT&gender=female`);
    await page.getByRole('heading', { name: '1 member', exact: true }).waitFor();
    const near = page.getByRole('region', { name: '2 close matches' });
    await near.getByRole('link', { name: /^Mia/ }).waitFor();
    expect(await near.getByRole('link', { name: /^Nora/ }).count()).toBe(0);
  });

  it('loads the next page at the end of the list, nobody twice [S3-091]', async () => {
    const asked = callsTo(page, '/api/members.php');
    await page.goto(`${origin()}/members?country=DE&fits=any`);
    await page
      .getByRole('link', { name: /^Crowd/ })
      .nth(20)
      .waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => cardNames(page), SOON).toHaveLength(30);
    expect(new Set(await cardNames(page)).size).toBe(30);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('clearing filters empties list and total before new results arrive [S4-075]', async () => {
    await page.goto(`${origin()}/members?gender=female`);
    await page.getByRole('heading', { name: '3 members' }).waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const wait = async (route: Route) => {
      await held;
      await route.continue();
    };
    await page.route('**/api/members.php*', wait);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => cardNames(page), SOON).toEqual([]);
    expect(await total(page)).toBe('Members');
    release();
    await page.getByRole('heading', { name: '1 member', exact: true }).waitFor();
    await page.unroute('**/api/members.php*', wait);
    expect(await cardNames(page)).toEqual(['Lena']);
  });

  it('the switch hides fictional profiles and the chip shows them again', async () => {
    await page.goto(`${origin()}/members?gender=female`);
    await page.getByRole('switch', { name: 'Fictional profiles' }).uncheck({ force: true });
    await expect.poll(() => cardNames(page), SOON).toEqual(['Mia', 'Nora']);
    await page.getByRole('button', { name: 'Remove filter: Without fictional profiles' }).click();
    await expect.poll(() => cardNames(page), SOON).toEqual(['Lena', 'Mia', 'Nora']);
  });

  it('loads interests and regions once for all screens [S7-039 S7-041]', async () => {
    const [interests, regions] = [callsTo(page, '/api/interests.php'), callsTo(page, '/api/regions.php')];
    await page.goto(`${origin()}/members`);
    await page.getByLabel('Interests').waitFor({ state: 'attached' });
    await page
      .getByRole('link', { name: /^(Mia|Lena|Nora|Crowd)/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await page.getByLabel('Country').selectOption('NL');
    await page.getByLabel('Province').waitFor();
    await expect.poll(() => interests.length, SOON).toBe(1);
    expect(regions).toHaveLength(1);
  });

  it('shows filters in a sheet with a result count on a narrow screen, in German', async () => {
    const phone = await stage.signedIn(paul, { width: 360, height: 740, locale: 'de' });
    await phone.getByRole('button', { name: 'Filter', exact: true }).click();
    const sheet = phone.getByRole('dialog');
    await sheet.getByLabel('Land').selectOption('NL');
    await sheet.getByRole('button', { name: /3 Mitglieder/ }).click();
    await expect.poll(() => cardNames(phone), SOON).toEqual(['Lena', 'Mia', 'Nora']);
    expect(await seriousFindings(phone)).toEqual([]);
    await phone.context().close();
  });
});

describe('the match finder', () => {
  const top = (on: Page) => on.getByRole('article').last();
  /** Their name alone, without label and age. */
  const topName = async (on: Page) => ((await top(on).getAttribute('aria-label')) ?? '').split(/ \(|, \d/)[0];

  it('hides and shows fictional profiles, and keeps that in the URL', async () => {
    const arrival = cardsOf(page, '/api/match-finder.php');
    await page.goto(`${origin()}/match-finder`);
    expect((await arrival).some(({ fictional }) => fictional)).toBe(true);
    const shown = page.getByRole('switch', { name: 'Fictional profiles' });
    const without = cardsOf(page, '/api/match-finder.php?fictional=no');
    await shown.click();
    expect((await without).map(({ fictional }) => fictional)).not.toContain(true);
    await top(page).waitFor();
    expect(new URL(page.url()).search).toBe('?fictional=no');
    await page.reload();
    await top(page).waitFor();
    expect(await shown.isChecked()).toBe(false);
    const all = cardsOf(page, '/api/match-finder.php');
    await shown.click();
    expect((await all).some(({ fictional }) => fictional)).toBe(true);
  });

  it('passes by button, undoes the last pass, and likes by arrow key [S2-077]', async () => {
    await page.goto(`${origin()}/match-finder`);
    await page.getByRole('heading', { name: 'Match finder' }).waitFor();
    await top(page).waitFor();
    const first = await topName(page);
    await page.getByRole('button', { name: `Pass on ${first}` }).click();
    await expect.poll(() => topName(page), SOON).not.toBe(first);
    await page.getByRole('button', { name: 'Undo last pass' }).click();
    await page.getByRole('button', { name: `Like ${first}` }).waitFor();
    expect(await page.getByRole('button', { name: 'Undo last pass' }).isDisabled()).toBe(true);
    const liked = page.waitForRequest((request) => request.url().endsWith('/api/like.php'));
    await page.keyboard.press('ArrowRight');
    expect((await liked).method()).toBe('POST');
    await expect.poll(() => topName(page), SOON).not.toBe(first);
    await page.reload();
    await top(page).waitFor();
    expect(await topName(page)).not.toBe(first);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('passes a card dragged far left and keeps one released near the middle', async () => {
    const name = await topName(page);
    const drag = async (by: number) => {
      const box = await top(page).boundingBox();
      if (!box) throw new Error('no card');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by, y, { steps: 12 });
      await fixedWait(150, 'the hand stops first: a card released in motion flies on');
      await page.mouse.up();
    };
    await drag(-40);
    await page.getByRole('button', { name: `Pass on ${name}` }).waitFor();
    const passed = page.waitForRequest((request) => request.url().endsWith('/api/pass.php'));
    await drag(-260);
    expect((await passed).method()).toBe('POST');
    await expect.poll(() => page.getByRole('button', { name: `Pass on ${name}` }).count(), SOON).toBe(0);
  });

  it('offers other countries at the end, also when the last pass is slow', async () => {
    const late = async (route: Route) => {
      if (route.request().method() === 'POST') await fixedWait(1_500, 'the slow pass');
      await route.continue();
    };
    await page.route('**/api/pass.php*', late);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { name: 'You’ve seen everyone in your country.' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await top(page).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Look in other countries' }).click();
    await page.getByRole('heading', { name: 'You’ve seen everyone for now.' }).waitFor();
    await expect.poll(() => new URL(page.url()).search, { timeout: 10_000 }).toBe('?everywhere=1');
    await page.unroute('**/api/pass.php*', late);
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

  it('opens the swipe game from the home page and filters it', async () => {
    const visitor = await stage.visitor(0, { width: 360, height: 740 });
    await visitor.getByRole('link', { name: 'Or swipe through a few profiles first' }).click();
    await visitor.waitForURL('**/swipe-game');
    const women = cardsOf(visitor, '/api/swipe-game.php?gender=female');
    // Press the label: the radio itself is hidden, and its place moves while cards load.
    await visitor.getByText('Women', { exact: true }).click();
    expect((await women).map(({ name }) => name).sort()).toEqual(['Lena', 'Mia', 'Nora']);
    const people = cardsOf(visitor, '/api/swipe-game.php?gender=female&fictional=no');
    await visitor.getByRole('switch', { name: 'Fictional profiles' }).click();
    expect((await people).map(({ name }) => name).sort()).toEqual(['Mia', 'Nora']);
    await visitor.reload();
    await visitor.getByRole('article').last().waitFor();
    expect(await visitor.getByRole('radio', { name: 'Women' }).isChecked()).toBe(true);
    expect(new URL(visitor.url()).search).toBe('?gender=female&fictional=no');
    expect(await seriousFindings(visitor)).toEqual([]);
    await visitor.context().close();
  });

  it('says when the next cards fail to load and retries', async () => {
    const visitor = await stage.visitor(0);
    await visitor.route(/swipe-game\.php.*cursor/, (route) => route.abort());
    await visitor.goto(`${origin()}/swipe-game`);
    const pass = visitor.getByRole('button', { name: /^Pass on ./ });
    // A page of the game has ten cards.
    for (let n = 0; n < 10; n += 1) await pass.click();
    const again = visitor.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await visitor.unrouteAll();
    await again.click();
    await pass.click();
    await visitor.context().close();
  });

  it('redirects a member from the swipe game to the match finder', async () => {
    await page.goto(`${origin()}/swipe-game`);
    await page.waitForURL('**/match-finder');
    expect(await page.getByText(/left today/).count()).toBe(0);
  });

  it('may search as far as the settings of the traffic source allow [S1-039 S6-004 S4-057 S4-058 S4-059]', async () => {
    await setSite({ logged_out_search: 'none', logged_out_search_trafficsource: 'basic' });
    const visitor = await stage.visitor(0, { path: '/members' });
    await visitor.waitForURL('**/login**');
    await visitor.goto(`${origin()}/members?network=acme`);
    await visitor.getByRole('article').first().waitFor();
    await visitor.getByRole('article').getByRole('link').first().click();
    await visitor.waitForURL('**/login**');
    await setSite({ logged_out_search: 'none', logged_out_search_trafficsource: 'full' });
    await visitor.goto(`${origin()}/members`);
    await visitor.getByRole('article').getByRole('link').first().click();
    await visitor.getByRole('heading', { level: 1 }).waitFor();
    await visitor.getByText(/^Sign up to write to/).waitFor();
    expect(await seriousFindings(visitor)).toEqual([]);
    await visitor.context().close();
  });

  it('must log in to like [S6-007]', async () => {
    const visitor = await stage.visitor(0, { path: '/members?network=acme' });
    await visitor
      .getByRole('button', { name: /^Like / })
      .first()
      .click();
    await visitor.waitForURL('**/login**');
    expect(new URL(visitor.url()).searchParams.get('next')).toContain('/members');
    await visitor.context().close();
    await setSite({ logged_out_search: 'none' });
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
