import type { Person } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chooseOption,
  chooseRadio,
  escape,
  goThrough,
  isFocused,
  tabSeeing,
  troubleOfFocus,
} from './keys.ts';
import { userOf } from './member-page.ts';
import { formOf, newcomer, stepOf, WIDE } from './sign-up.ts';
import { openStage, type Stage } from './stage.ts';

/** Sign-up, search, likes and own profile by keyboard, with a visible focus all the way. */
let stage: Stage;
let paul: Person;

beforeAll(async () => {
  stage = await openStage();
  const at = { country: 'NL', region: 'NH' } as const;
  [paul] = await stage.world.people(
    { name: 'Paul', profile: { ...at, gender: 'male', sexuality: 'hetero' } },
    { name: 'Mia', profile: { ...at, dateOfBirth: '1992-03-04' } },
    { name: 'Nora', profile: { ...at, region: 'UT', dateOfBirth: '1988-03-04' } },
    { name: 'Ines', profile: { country: 'DE', region: 'BY' } },
  );
});
afterAll(() => stage?.close());

/** Timeout for a busy machine. */
const SOON = { timeout: 20_000 };
const names = (page: Page) =>
  page
    .locator('article:not(section article)')
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => (link.getAttribute('aria-label') ?? '').split(',')[0] ?? '').sort(),
    );

it('signs up from the home page to the confirmation mail', async () => {
  const person = { ...newcomer(), email: 'no-mouse@mail.example' };
  const page = await stage.visitor(0, WIDE);
  await tabSeeing(page, page.getByRole('banner').getByRole('button', { name: 'Sign up' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await formOf(page).waitFor();
  // Before the first answer Escape closes the dialog and returns the focus to its button.
  await escape(dialog);
  await dialog.waitFor({ state: 'detached' });
  const signUp = page.getByRole('banner').getByRole('button', { name: 'Sign up' });
  await expect.poll(() => isFocused(signUp), SOON).toBe(true);
  await page.keyboard.press('Enter');
  await formOf(page).waitFor();

  const type = async (field: Locator, words: string) => {
    await tabSeeing(page, field);
    await page.keyboard.type(words);
  };
  await type(dialog.locator('[name=email]'), person.email);
  await type(dialog.locator('[name=name]'), person.name);
  await type(dialog.locator('[name=password]'), person.password);
  await chooseRadio(page, dialog.getByRole('radiogroup').filter({ has: named(page, 'gender') }), 'female');
  await typeBirthday(page);
  await chooseRadio(page, dialog.getByRole('radiogroup').filter({ has: named(page, 'sexuality') }), 'bi');
  await goOn(page, 1);
  await goOn(page, 2);
  await chooseOption(page, dialog.locator('select[name=country]'), 'NL');
  await chooseOption(page, dialog.locator('select[name=region]'), 'NH');
  await goOn(page, 3);
  await chooseOption(page, dialog.locator('select[name=hair_color]'), 'red');
  await goOn(page, 4);
  await tabSeeing(page, formOf(page).locator('button[type=submit]'));
  await page.keyboard.press('Enter');

  const phase = page.locator('[data-phase=push], [data-phase=complete]');
  await phase.waitFor();
  if ((await phase.getAttribute('data-phase')) === 'push') {
    await tabSeeing(page, phase.locator('button').last());
    await page.keyboard.press('Enter');
  }
  await page.locator('[data-phase=complete]').waitFor();
  expect(await userOf(page)).toMatchObject({ status: 'not_confirmed' });
  expect((await stage.world.stubs?.mailbox.waitFor(person.email, 30_000))?.text).toContain('activate');
  await page.context().close();
});

it('searches by gender, age, country and region, and likes a result', async () => {
  const page = await stage.signedIn(paul, { ...WIDE, path: '/members?fits=both' });
  await expect.poll(() => names(page), SOON).toEqual(['Ines', 'Mia', 'Nora']);
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await chooseRadio(page, filters.getByRole('radiogroup', { name: 'Show me' }), 'female');
  await expect.poll(() => new URL(page.url()).searchParams.get('gender'), SOON).toBe('female');
  await tabSeeing(page, filters.getByRole('slider', { name: 'Youngest' }));
  for (let years = 0; years < 3; years += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => new URL(page.url()).searchParams.get('min_age'), SOON).toBe('21');
  await chooseOption(page, filters.getByLabel('Country'), 'NL');
  await expect.poll(() => names(page), SOON).toEqual(['Mia', 'Nora']);
  await chooseOption(page, filters.getByLabel('Province'), 'NH');
  await expect.poll(() => names(page), SOON).toEqual(['Mia']);

  await tabSeeing(page, page.getByRole('button', { name: 'Like Mia' }));
  await page.keyboard.press('Space');
  const takeBack = page.getByRole('button', { name: 'Like Mia', pressed: true });
  await takeBack.waitFor();
  expect(await isFocused(takeBack)).toBe(true);
  await tabSeeing(page, page.getByRole('button', { name: 'Reset' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('min_age'), SOON).not.toBe('21');
  await expect.poll(() => names(page), SOON).toEqual(['Mia']);
  await page.context().close();
});

it('keeps the focus in the filter sheet of a narrow screen and returns it', async () => {
  const page = await stage.signedIn(paul, { width: 360, height: 740, reducedMotion: 'reduce' });
  const opener = page.getByRole('main').getByRole('button', { name: /^Filters?$/ });
  await tabSeeing(page, opener);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await chooseOption(page, sheet.getByLabel('Country'), 'DE');
  await tabSeeing(page, sheet.getByRole('button', { name: /1 member/ }));
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => names(page), SOON).toEqual(['Ines']);
  await tabSeeing(page, opener, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await sheet.waitFor();
  await escape(sheet);
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(opener), SOON).toBe(true);
  await page.context().close();
});

it('changes every kind of field of the own profile', async () => {
  const page = await stage.signedIn(paul, { ...WIDE, path: '/profile' });
  await page.getByRole('heading', { name: 'Where you live' }).waitFor();
  const main = page.getByRole('main');
  const stored = () =>
    page.evaluate(
      async () => (await (await fetch('/api/profile.php')).json()).profile as Record<string, unknown>,
    );
  await tabSeeing(page, main.getByRole('textbox', { name: 'About me' }));
  await page.keyboard.type('Hands on the keys.');
  await page.keyboard.press('Tab');
  await expect.poll(stored, SOON).toMatchObject({ about: 'Hands on the keys.' });
  await chooseOption(page, main.getByRole('combobox', { name: 'Hair', exact: true }), 'red');
  await page.keyboard.press('Tab');
  await expect.poll(stored, SOON).toMatchObject({ hair_color: 'red' });
  await tabSeeing(page, main.getByRole('checkbox', { name: 'Yoga' }));
  await page.keyboard.press('Space');
  await expect.poll(stored, SOON).toMatchObject({ interests: ['yoga'] });
  const bi = main
    .getByRole('radiogroup')
    .filter({ has: page.getByRole('radio', { name: 'Bi', exact: true }) });
  await chooseRadio(page, bi, 'bi');
  await expect.poll(stored, SOON).toMatchObject({ sexuality: 'bi' });
  await page.context().close();
});

it.each(['/members', '/profile', '/signup', '/'])(
  'Tab and Shift+Tab go through %s and out of it',
  async (path) => {
    const isForMembers = path === '/members' || path === '/profile';
    const look = { ...WIDE, path };
    const page = isForMembers ? await stage.signedIn(paul, look) : await stage.visitor(0, look);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    let there: string[] = [];
    let back: string[] = [];
    // Late content makes one direction longer once; a trap does so every time.
    for (let tries = 0; tries < 3 && (tries === 0 || back.length !== there.length); tries += 1) {
      there = await goThrough(page, 'Tab');
      back = await goThrough(page, 'Shift+Tab');
    }
    expect(there.length).toBeGreaterThan(5);
    const onlyBack = back.filter((stop) => !there.includes(stop));
    expect(back, `as many stops; only on the way back: ${onlyBack.join(' ')}`).toHaveLength(there.length);
    await page.context().close();
  },
);

it('notices a stop without a focus ring, and a keyboard trap', async () => {
  const page = await stage.visitor(0, WIDE);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    const hidden = Object.assign(document.createElement('button'), { textContent: 'No ring', id: 'no-ring' });
    hidden.style.setProperty('outline', 'none', 'important');
    document.querySelector('main')?.prepend(hidden);
  });
  await page.locator('#no-ring').focus();
  expect(await troubleOfFocus(page)).toContain('no ring');
  await page.evaluate(() => {
    const trap = document.querySelector<HTMLElement>('#no-ring');
    trap?.style.removeProperty('outline');
    trap?.addEventListener('keydown', (event) => event.key === 'Tab' && event.preventDefault());
  });
  await expect(goThrough(page, 'Tab')).rejects.toThrow('never gets out');
  await page.context().close();
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));

function named(page: Page, name: string): Locator {
  return page.locator(`input[name=${name}]`);
}

/** Tabs to the submit button, presses it, and waits for the step. */
async function goOn(page: Page, step: number): Promise<void> {
  await tabSeeing(page, formOf(page).locator('button[type=submit]'));
  await page.keyboard.press('Enter');
  await expect.poll(() => stepOf(page), SOON).toBe(step);
}

/** Types day, month and year in the order of the page; a full part moves to the next. */
async function typeBirthday(page: Page): Promise<void> {
  const digits: Record<string, string> = { day: '15', month: '06', year: '1990' };
  await tabSeeing(page, page.locator('form[data-step] [name^=date_of_birth]').first());
  for (let part = 0; part < 3; part += 1) {
    const field = page.locator('form[data-step] [name^=date_of_birth]').nth(part);
    await tabSeeing(page, field);
    const name = (await field.getAttribute('name')) ?? '';
    await page.keyboard.type(digits[name.replace('date_of_birth-', '')] ?? '');
  }
}
