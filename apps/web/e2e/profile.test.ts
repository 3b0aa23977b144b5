import { type MemberWish, type Person, until } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAround, overflowOf, untilNotified } from './member-page.ts';
import { openOwnProfile, storedProfileOf, uploadPhotos } from './own-profile.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** The own profile and profiles of others. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
});
afterAll(() => stage?.close());

const someone = async (wish: MemberWish = {}) => (await stage.world.people(wish))[0];

const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();

describe('fields', () => {
  let ada: Person;
  let page: Page;
  const viewers = new Map<string | undefined, Page>();
  beforeAll(async () => {
    ada = await someone({
      name: 'Ada',
      profile: { city: 'Haarlem', about: 'Tea first.', interests: ['art'], dateOfBirth: '1990-06-15' },
    });
    page = await openOwnProfile(stage, ada);
  });
  afterAll(() => page?.context().close());

  it('shows the member’s data; the menu leads there [S2-045 S3-021 S3-022 S3-031 S3-023 S3-026]', async () => {
    await page.goto(`${ada.http.gateway.origin}/members`);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /account/i })
      .click();
    await page.getByRole('menuitem', { name: 'My profile' }).click();
    await page.waitForURL('**/profile');
    const age = String((await storedProfileOf(page))['age']);
    const main = page.getByRole('main');
    await main.getByText('Ada', { exact: true }).waitFor();
    await main.getByText(age, { exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Year' }).inputValue()).toBe('1990');
    expect(await page.getByRole('radio', { name: 'Woman', exact: true }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Bi', exact: true }).isChecked()).toBe(true);
  });

  it('offers every sexuality, and another gender [S3-027 S3-028 S3-029 S3-030]', async () => {
    for (const [words, value] of [
      ['Straight', 'hetero'],
      ['Gay', 'gay'],
      ['Lesbian', 'lesbian'],
      ['Bi', 'bi'],
    ] as const) {
      await page.getByText(words, { exact: true }).click();
      await until(
        () => storedProfileOf(page),
        (stored) => stored['sexuality'] === value,
      );
    }
    await page.getByText('Man', { exact: true }).click();
    await until(
      () => storedProfileOf(page),
      (stored) => stored['gender'] === 'male',
    );
  });

  it('refuses an invalid date of birth in words and keeps the old one', async () => {
    await page.getByRole('textbox', { name: 'Year' }).fill('2019');
    await page.getByRole('textbox', { name: 'Year' }).blur();
    await page
      .getByText(/\b18\b/)
      .first()
      .waitFor();
    expect((await storedProfileOf(page))['date_of_birth']).toBe('1990-06-15');
    await page.getByRole('textbox', { name: 'Year' }).fill('1989');
    await page.getByRole('textbox', { name: 'Year' }).blur();
    await until(
      () => storedProfileOf(page),
      (stored) => stored['date_of_birth'] === '1989-06-15',
    );
  });

  it.each([
    ['S3-040', 'Hair', 'hair_color', 'Red', 'red'],
    ['S3-041', 'Eyes', 'eye_color', 'Green', 'green'],
    ['S3-042', 'Body type', 'body_type', 'Athletic', 'athletic'],
    ['S3-043', 'Relationship', 'relationship_status', 'Single', 'single'],
    ['S3-044', 'Tattoos', 'tattoos', 'Many', 'many'],
    ['S3-045', 'Here for', 'reason', 'New friends', 'friends'],
  ])('%s %s is saved and shown to others', async (_row, label, field, words, value) => {
    await page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: words });
    await until(
      () => storedProfileOf(page),
      (stored) => stored[field] === value,
    );
    await expectShown(label, words);
  });

  it('saves about me while typing and undoes it with one press [S3-046]', async () => {
    const field = page.getByRole('textbox', { name: 'About me' });
    await field.fill('Two left feet, dancing anyway.');
    await field.blur();
    await until(
      () => storedProfileOf(page),
      (stored) => stored['about'] === 'Two left feet, dancing anyway.',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(
      () => storedProfileOf(page),
      (stored) => stored['about'] === 'Tea first.',
    );
    await until(
      () => field.inputValue(),
      (value) => value === 'Tea first.',
    );
    const other = await lookAt();
    await other.getByText('Tea first.').waitFor();
  });

  it('saves text typed just before leaving the page or while offline', async () => {
    await page.goto(`${ada.http.gateway.origin}/members`);
    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'My profile' }).click();
    const field = page.getByRole('textbox', { name: 'About me' });
    await field.fill('Left in a hurry.');
    await page.goBack();
    await page.waitForURL('**/members*');
    await until(
      () => storedProfileOf(page),
      (stored) => stored['about'] === 'Left in a hurry.',
    );
    await page.goForward();
    await field.waitFor();
    await page.route('**/api/profile.php', (route, request) =>
      request.method() === 'PUT' ? route.abort() : route.continue(),
    );
    await field.fill('There was no line here.');
    await field.blur();
    await page.getByText('No connection right now.').waitFor();
    await page.unroute('**/api/profile.php');
    await until(
      () => storedProfileOf(page),
      (stored) => stored['about'] === 'There was no line here.',
    );
    expect(await field.inputValue()).toBe('There was no line here.');
  });

  it('saves interests and shows shared ones first to others [S3-050]', async () => {
    await page.getByRole('checkbox', { name: 'Coffee' }).check({ force: true });
    await until(
      () => storedProfileOf(page),
      (stored) => JSON.stringify(stored['interests']) === '["art","coffee"]',
    );
    const other = await lookAt('coffee');
    const interests = other.getByRole('region', { name: 'Interests' }).getByRole('listitem');
    expect(await interests.allTextContents()).toEqual(['Coffee', 'Art']);
  });

  it('saves country, region and city, and shows them to others [S3-032 S3-033 S3-039 S2-047]', async () => {
    await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
    await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Bavaria' });
    await until(
      () => storedProfileOf(page),
      (stored) => stored['country'] === 'DE' && stored['region'] === 'BY',
    );
    await page.getByRole('textbox', { name: 'City' }).fill('Bamberg');
    await page.getByRole('textbox', { name: 'City' }).blur();
    await until(
      () => storedProfileOf(page),
      (stored) => stored['city'] === 'Bamberg',
    );
    const other = await lookAt();
    await other.getByText('Bamberg, Germany').waitFor();
    await other.getByRole('definition').filter({ hasText: 'Bavaria' }).waitFor();
  });

  it.each([
    ['S3-034', 'NL', 'Province'],
    ['S3-035', 'US', 'State'],
    ['S3-036', 'CH', 'Canton'],
    ['S3-037', 'FR', 'Region'],
    ['S3-038', 'PL', 'Voivodeship'],
  ])('%s the region of %s is called %s', async (_row, country, word) => {
    await page.getByRole('combobox', { name: 'Country' }).selectOption(country);
    await page.getByRole('combobox', { name: word, exact: true }).waitFor();
  });

  /** Opens the profile in the window of another member, who has this interest or none. */
  async function lookAt(interest?: 'coffee'): Promise<Page> {
    const path = `/members/${ada.id}`;
    const wish = interest ? { profile: { interests: [interest] } } : {};
    let other = viewers.get(interest);
    if (other) await other.goto(`${ada.http.gateway.origin}${path}`);
    else other = await stage.signedIn(await someone(wish), { path });
    viewers.set(interest, other);
    await other.getByRole('heading', { level: 1, name: /^Ada/ }).waitFor();
    return other;
  }

  async function expectShown(label: string, words: string): Promise<void> {
    const other = await lookAt();
    const facts = other.getByRole('region', { name: 'Facts' });
    await facts.getByText(label, { exact: true }).waitFor();
    await facts.getByRole('definition').filter({ hasText: words }).first().waitFor();
  }
});

describe('the geolocation button', () => {
  const TOWN = { latitude: 52.0907, longitude: 5.1214 };

  const state = (page: Page) =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('geolocation') ?? '{}'));
  const button = (page: Page) => page.getByRole('button', { name: 'Use my location' });

  it('finds the town, fills the fields and looks active [S2-048 S2-049 S3-188 S3-189 S7-015]', async () => {
    const page = await stage.signedIn(await someone());
    const { origin } = new URL(page.url());
    await page.context().grantPermissions(['geolocation'], { origin });
    await page.context().setGeolocation(TOWN);
    await page.goto(`${origin}/profile`);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('geocode') && asked.push(request.url()));
    // The position of the device replaces what was chosen by hand.
    await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
    await button(page).click();
    // The server reads the list of towns at the first call.
    const active = page.getByRole('button', { name: 'Your location is set', pressed: true });
    await active.waitFor({ timeout: 60_000 });
    expect(await page.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Utrecht');
    expect(await page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('NL');
    expect(await storedProfileOf(page)).toMatchObject({ country: 'NL', region: 'UT', city: 'Utrecht' });
    expect(await state(page)).toEqual({
      permission: 'granted',
      geocode: { country: 'NL', region: 'UT', city: 'Utrecht' },
    });
    // The device sends its position rounded to about a kilometre only.
    expect([...new Set(asked.map((url) => new URL(url).search))]).toEqual(['?lat=52.09&lon=5.12']);
    await page.context().close();
  });
});

describe('the banner that asks to complete the profile', () => {
  it('leads to the profile and stays dismissed [S3-224]', async () => {
    const person = await someone();
    const page = await stage.signedIn(person);
    await untilNotified(page, page.getByText('Complete your profile'));
    const banner = page.locator('section').filter({ hasText: 'Complete your profile' }).last();
    await banner.getByRole('link', { name: 'My profile' }).click();
    await page.waitForURL('**/profile');
    const before = Date.now();
    await page
      .locator('section')
      .filter({ hasText: 'Complete your profile' })
      .last()
      .getByRole('button', { name: 'Not now' })
      .click();
    await page.getByText('Complete your profile').waitFor({ state: 'detached' });
    const at = Number(await page.evaluate(() => localStorage.getItem('hide-enrich-alert')));
    expect(at).toBeGreaterThanOrEqual(before - 60_000);
    await page.reload();
    await page.getByRole('heading', { name: 'Where you live' }).waitFor();
    await lookAround(page);
    expect(await page.getByText('Complete your profile').count()).toBe(0);
    await page.context().close();
  });
});

describe.each([
  ['en', 360, 'Interests'],
  ['de', 1280, 'Interessen'],
] as const)('in %s at %i px', (locale, width, lastHeading) => {
  it('the editor is accessible', async () => {
    const person = await someone();
    await uploadPhotos(person.http, 2);
    const page = await stage.signedIn(person, { locale, width, reducedMotion: 'reduce', path: '/profile' });
    await page.getByRole('heading', { name: lastHeading, exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});

it('the profile is filled in by keyboard alone', async () => {
  const person = await someone();
  const page = await openOwnProfile(stage, person);
  await page.getByRole('textbox', { name: 'About me' }).focus();
  await page.keyboard.type('By keys.');
  await page.keyboard.press('Tab');
  await saved(page);
  const hair = page.getByRole('combobox', { name: 'Hair', exact: true });
  await hair.focus();
  await page.keyboard.type('Red');
  await page.keyboard.press('Tab');
  await until(
    () => storedProfileOf(page),
    (stored) => stored['hair_color'] === 'red',
  );
  await page.getByRole('checkbox', { name: 'Yoga' }).focus();
  await page.keyboard.press('Space');
  await until(
    () => storedProfileOf(page),
    (stored) => JSON.stringify(stored['interests']) === '["yoga"]' && stored['about'] === 'By keys.',
  );
  await page.context().close();
});
