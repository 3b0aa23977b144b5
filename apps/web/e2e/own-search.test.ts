import { hashOfPassword, PASSWORD, type Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillLogin } from './account-owner.ts';
import { isFocused, tabSeeing } from './keys.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** The search of a straight man from Germany: its start, its wider steps, and its memory. */
let stage: Stage;
let passwordHash: string;

beforeAll(async () => {
  [stage, passwordHash] = await Promise.all([openStage(), hashOfPassword()]);
  const bavaria = { country: 'DE', region: 'BY', gender: 'female', sexuality: 'hetero' } as const;
  await stage.world.people(
    { name: 'Anna', profile: bavaria },
    { name: 'Berta', profile: { ...bavaria, sexuality: 'bi' } },
    { name: 'Clara', profile: { ...bavaria, region: 'HH' } },
    { name: 'Dora', profile: { ...bavaria, country: 'NL', region: 'NH' } },
    { name: 'Eva', profile: { ...bavaria, sexuality: 'lesbian' } },
    { name: 'Falk', profile: { ...bavaria, gender: 'male' } },
    { name: 'Gero', profile: { ...bavaria, gender: 'male', sexuality: 'gay' } },
    { name: 'Hanne', profile: { ...bavaria, dateOfBirth: '1940-06-15' } },
  );
});
afterAll(() => stage?.close());

async function ben(): Promise<Person> {
  const [person] = await stage.world.people({
    name: 'Ben',
    account: { passwordHash },
    profile: { country: 'DE', region: 'BY', gender: 'male', sexuality: 'hetero' },
  });
  return person;
}

/** Timeout for a busy machine. */
const SOON = { timeout: 20_000 };

const namesIn = (page: Page, articles: string) =>
  page
    .locator(articles)
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => (link.getAttribute('aria-label') ?? '').split(',')[0] ?? '').sort(),
    );
/** Names of the results, without close matches. */
const names = (page: Page) => namesIn(page, 'article:not(section article)');
const close = (page: Page) => namesIn(page, 'section article');
const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

const WORDS = {
  en: {
    women: 'Women',
    germany: 'Germany',
    fits: 'Could like you back',
    widen: 'Look in the whole country (1 more)',
    remove: (filter: string) => `Remove filter: ${filter}`,
    filters: 'Filters',
    only: 'Only people who could like you back',
    show: /^Show \d+ members$/,
    account: 'Ben’s account',
    logOut: 'Logout',
  },
  de: {
    women: 'Frauen',
    germany: 'Deutschland',
    fits: 'Könnte dich auch mögen',
    widen: 'Im ganzen Land suchen (+1)',
    remove: (filter: string) => `Filter entfernen: ${filter}`,
    filters: 'Filter',
    only: 'Nur Menschen, die auch dich mögen könnten',
    show: /Mitglieder/,
    account: 'Konto von Ben',
    logOut: 'Ausloggen',
  },
};

describe.each(['en', 'de'] as const)('in %s', (locale) => {
  const words = WORDS[locale];

  it('starts with women nearby who could like him back, and widens by one press', async () => {
    const page = await stage.signedIn(await ben(), { locale });
    await expect.poll(() => names(page), SOON).toEqual(['Anna', 'Berta']);
    expect(parametersOf(page)).toMatchObject({ gender: 'female', country: 'DE', countryregion: 'BY' });
    for (const filter of [words.women, words.germany, words.fits]) {
      await page.getByRole('button', { name: words.remove(filter), exact: true }).waitFor();
    }
    await expect.poll(() => close(page), SOON).toEqual(['Clara']);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: words.widen }).first().click();
    await expect.poll(() => names(page), SOON).toEqual(['Anna', 'Berta', 'Clara']);
    await page.goBack();
    await expect.poll(() => names(page), SOON).toEqual(['Anna', 'Berta']);
    await page.context().close();
  });

  it('finds others too once he asks for them, in the sheet of a phone', async () => {
    const page = await stage.signedIn(await ben(), { locale, width: 360, height: 740 });
    await page.getByRole('button', { name: words.filters, exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('switch', { name: words.only }).uncheck();
    await sheet.getByText(locale === 'de' ? 'Alle' : 'Everyone', { exact: true }).click();
    await sheet.getByRole('button', { name: words.show }).click();
    const others = async () => (await names(page)).filter((name) => name !== 'Ben');
    await expect.poll(others, SOON).toEqual(['Anna', 'Berta', 'Eva', 'Falk', 'Gero']);
    expect(parametersOf(page)['fits']).toBe('any');
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('keeps his filters over other pages, a log-out and a second device', async () => {
    const person = await ben();
    const page = await stage.signedIn(person, { locale });
    await page.getByRole('button', { name: words.widen }).first().click();
    const widened = ['Anna', 'Berta', 'Clara'];
    await expect.poll(() => names(page), SOON).toEqual(widened);
    for (const way of ['/members', '/']) {
      await page.locator('header a[href="/chats"]').first().click();
      await page.waitForURL('**/chats');
      await page.locator(`header a[href="${way}"]`).first().click();
      await expect.poll(() => names(page), SOON).toEqual(widened);
    }
    const phone = await stage.signedIn(person, { locale, width: 360, height: 740 });
    await expect.poll(() => names(phone), SOON).toEqual(widened);
    await phone.context().close();
    await page.getByRole('button', { name: words.account }).click();
    await page.getByRole('menuitem', { name: words.logOut }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('signed-in')), SOON).toBeNull();
    await page.goto(`${new URL(page.url()).origin}/login`);
    await fillLogin(page, person.email, PASSWORD);
    await page.waitForURL('**/members*');
    await expect.poll(() => names(page), SOON).toEqual(widened);
    await page.context().close();
  });
});

it('sorts by the menu and resets to the start, by keyboard', async () => {
  const page = await stage.signedIn(await ben());
  await expect.poll(() => names(page), SOON).toEqual(['Anna', 'Berta']);
  await tabSeeing(page, page.getByRole('button', { name: 'Sort by: Recently active' }));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Recently active', checked: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sort by: New here' }).waitFor();
  expect(parametersOf(page)['sort']).toBe('new');
  await tabSeeing(page, page.getByRole('button', { name: 'Remove filter: Women' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => parametersOf(page)['gender'], SOON).toBeUndefined();
  await tabSeeing(page, page.getByRole('button', { name: 'Reset' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => parametersOf(page)['gender'], SOON).toBe('female');
  expect(parametersOf(page)['sort']).toBeUndefined();
  expect(await isFocused(page.getByRole('heading', { level: 1 }))).toBe(true);
  await page.context().close();
});

it('keeps a link from somebody else apart from his own search', async () => {
  const person = await ben();
  const page = await stage.signedIn(person, { path: '/members?gender=female&country=NL' });
  await expect.poll(() => names(page), SOON).toEqual(['Dora']);
  await page.locator('header a[href="/chats"]').first().click();
  await page.waitForURL('**/chats');
  await page.locator('header a[href="/members"]').first().click();
  await expect.poll(() => names(page), SOON).toEqual(['Anna', 'Berta']);
  await page.context().close();
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
