import type { Person } from '@heartline/testing';
import type { Page, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Search, near matches, and what visitors may do. */
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

describe('a visitor', () => {
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
