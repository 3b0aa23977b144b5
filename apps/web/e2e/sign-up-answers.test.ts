import { until } from '@heartline/testing';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFocused } from './keys.ts';
import { overflowOf, userOf } from './member-page.ts';
import {
  answerScreen,
  endSignUp,
  formOf,
  goOn,
  goOnFrom,
  goToStep,
  NARROW,
  newcomer,
  screenOf,
  stepOf,
  WIDE,
} from './sign-up.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Validation and accessibility of the sign-up. */
let stage: Stage;
let origin: string;

beforeAll(async () => {
  stage = await openStage();
  origin = stage.world.gateways[0].origin;
});
afterAll(() => stage?.close());

it('focuses the missing answer, and keeps the question when a phone is turned', async () => {
  const page = await stage.visitor(0, { ...NARROW, path: '/signup' });
  const person = newcomer();
  const narrow = page.viewportSize();
  if (!narrow) throw new Error('no window');
  await formOf(page).waitFor();
  for (const question of ['[name=email]', '[name=name]', '[name=password]']) {
    await page.locator(question).waitFor();
    await answerScreen(page, person);
    await goOn(page);
  }
  await page.locator('[name=gender]').first().waitFor({ state: 'attached' });
  await page.setViewportSize({ width: 844, height: 390 });
  // The whole step with its answers.
  await expect.poll(() => page.locator('[name=email]').inputValue()).toBe(person.email);
  expect(await stepOf(page)).toBe(0);
  await page.setViewportSize(narrow);
  await expect.poll(() => page.locator('[name=email]').count()).toBe(0);
  await page.locator('[name=gender]').first().waitFor({ state: 'attached' });
  await page.setViewportSize({ width: 844, height: 390 });
  await answerScreen(page, person);
  await goOn(page);
  await expect.poll(() => stepOf(page)).toBe(1);
  await goOn(page);
  await page.locator('select[name=country]').selectOption('NL');
  await goOn(page);
  await expect.poll(() => isFocused(page.locator('select[name=region]'))).toBe(true);
  await page.context().close();
});

describe('validation', () => {
  let page: Page;
  beforeAll(async () => {
    page = await stage.visitor(0, { ...WIDE, path: '/signup' });
    await formOf(page).waitFor();
  });
  afterAll(() => page?.context().close());

  const expectWords = (text: string) => formOf(page).getByText(text, { exact: true }).waitFor();
  async function born(day: string, month: string, year: string) {
    await page.locator('[name=date_of_birth-day]').fill(day);
    await page.locator('[name=date_of_birth-month]').fill(month);
    await page.locator('[name=date_of_birth-year]').fill(year);
    await page.locator('[name=email]').focus();
  }

  it('asks for a date of birth with the minimum age [S5-001 S5-002 S5-004]', async () => {
    await goOn(page);
    await expectWords('Enter your date of birth (18+)');
    expect(await stepOf(page)).toBe(0);
  });

  it('refuses a day that does not exist [S5-003]', async () => {
    await born('31', '02', '1990');
    await goOn(page);
    await expectWords('Invalid date of birth.');
  });

  it('refuses a visitor below the minimum age [S1-001 S0-002]', async () => {
    const year = new Date().getFullYear() - 10;
    await born('15', '06', String(year));
    await goOn(page);
    await expectWords('You have to be at least 18 years old to sign up.');
    expect(await stepOf(page)).toBe(0);
  });

  it('refuses an invalid e-mail address [S5-007]', async () => {
    await page.locator('[name=email]').fill('abc');
    await page.locator('[name=name]').focus();
    await expectWords('Invalid email');
  });

  it('suggests a correction of a mistyped e-mail address [S5-008]', async () => {
    await page.locator('[name=email]').fill('a@gmial.com');
    const asked = page.getByRole('button', { name: 'Did you mean a@gmail.com?' });
    const below = async () => (await page.locator('[name=password]').boundingBox())?.y;
    await asked.waitFor();
    const at = await below();
    await asked.click();
    expect(await page.locator('[name=email]').inputValue()).toBe('a@gmail.com');
    await expect.poll(() => asked.count()).toBe(0);
    // Fields below did not move when the question disappeared.
    expect(await below()).toBe(at);
  });

  it('refuses a username that is the address or begins with @ [S5-005 S5-006]', async () => {
    await page.locator('[name=email]').fill('a@b.nl');
    await page.locator('[name=name]').fill('a@b.nl');
    await page.locator('[name=email]').focus();
    await expectWords('Choose a username other than your e-mail address: everybody can see it.');
    await page.locator('[name=name]').fill('@abc');
    await page.locator('[name=email]').focus();
    await expectWords('A username can’t start with @.');
  });

  it('asks for a password of 8 characters and rates it [S5-015]', async () => {
    await page.locator('[name=password]').fill('short 1');
    await page.locator('[name=email]').focus();
    await expectWords('Use at least 8 characters.');
    await page.locator('[name=password]').fill('qwertyuiop');
    await page.locator('[data-strength="0"], [data-strength="1"]').waitFor();
    await page.locator('[name=password]').fill('three blue bicycles at noon');
    await page.locator('[data-strength="4"]').waitFor();
  });

  it('returns to the password field when the server finds it common [S5-015]', async () => {
    const person = { ...newcomer(), password: 'password1' };
    await goToStep(page, 4, person);
    await goOn(page);
    await expect.poll(() => stepOf(page), { timeout: 20_000 }).toBe(0);
    await expectWords('This password is easy to guess. Choose another one.');
    await page.locator('[name=password]').fill('mauve tractor 41');
    await goOn(page);
    // Directly back to the last step: the steps between were valid.
    await expect.poll(() => stepOf(page)).toBe(4);
    await goOn(page);
    await endSignUp(page);
  });
});

describe('known addresses', () => {
  async function tryAgain(email: string): Promise<Page> {
    const page = await stage.visitor(0, { ...WIDE, path: '/signup' });
    await formOf(page).waitFor();
    await answerScreen(page, { ...newcomer(), email });
    await goOn(page);
    return page;
  }

  it('an active account leads to the log-in [S5-009]', async () => {
    const [member] = await stage.world.people({ email: 'active@mail.example' });
    const page = await tryAgain(member.email);
    const alert = formOf(page).getByRole('alert');
    await alert.getByText('This email address already owns an account on this website.').waitFor();
    // Shown before the other four steps.
    expect(await stepOf(page)).toBe(0);
    await alert.getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL('**/login**');
    await page.context().close();
  });

  it('an account that is being deleted cannot sign up again [S5-010]', async () => {
    await stage.world.people({ email: 'leaving@mail.example', status: 'deleted' });
    const page = await tryAgain('leaving@mail.example');
    await formOf(page)
      .getByRole('alert')
      .getByText(/is being deleted/)
      .waitFor();
    await page.context().close();
  });
});

describe('names checked by the server', () => {
  it('refuses a name that looks like staff and continues with another', async () => {
    const page = await stage.visitor(0, { ...NARROW, path: '/signup' });
    await formOf(page).waitFor();
    await answerScreen(page, newcomer());
    await goOnFrom(page, await screenOf(page));
    await page.locator('[name=name]').fill('Klantenservice');
    await goOn(page);
    await formOf(page).getByText('This name could be taken for our team’s. Choose another one.').waitFor();
    await page.locator('[name=name]').fill('evil.com');
    await goOn(page);
    await formOf(page).getByText('A username can’t contain a web address.').waitFor();
    const before = await screenOf(page);
    await page.locator('[name=name]').fill('Mara');
    await goOnFrom(page, before);
    await page.context().close();
  });

  it('are not waited for when the server is unavailable', async () => {
    const page = await stage.visitor(0, { ...NARROW, path: '/signup' });
    await formOf(page).waitFor();
    await page.route('**/api/signup-check.php', (route) => route.fulfill({ status: 503, json: {} }));
    await goToStep(page, 1, newcomer());
    expect(await stepOf(page)).toBe(1);
    await page.context().close();
  });
});

describe('a date of birth', () => {
  it.each([
    ['en-US', ['month', 'day', 'year']],
    ['en-GB', ['day', 'month', 'year']],
    ['en-IE', ['day', 'month', 'year']],
    ['nl-NL', ['day', 'month', 'year']],
  ])('is asked in the order of the region of a browser in %s', async (locale, order) => {
    const context = await stage.browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(`${origin}/signup`);
    await formOf(page).waitFor();
    const names = await page
      .locator('[name^=date_of_birth-]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name')?.split('-')[1]));
    expect(names).toEqual(order);
    await context.close();
  });
});

describe('by sight, ear and keyboard', () => {
  // The languages with the longest words: English has the same screens with shorter ones.
  it.each([
    ['de', NARROW],
    ['pl', WIDE],
  ] as const)('every screen is accessible in %s', async (locale, look) => {
    const page = await stage.visitor(0, { ...look, locale, path: '/signup' });
    await formOf(page).waitFor();
    const person = newcomer();
    while ((await formOf(page).count()) > 0) {
      await expectSound(page);
      await answerScreen(page, person);
      await goOnFrom(page, await screenOf(page));
    }
    await endSignUp(page);
    await expectSound(page);
    await page.goto(`${origin}/signup-matches`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await expectSound(page);
    await page.context().close();
  });

  it('signs up by keyboard alone', async () => {
    const page = await stage.visitor(0, { ...NARROW, path: '/signup' });
    await formOf(page).waitFor();
    const person = newcomer();
    const typed: Record<string, () => Promise<void>> = {
      email: () => page.keyboard.type(person.email),
      name: () => page.keyboard.type(person.name),
      password: () => page.keyboard.type(person.password),
      gender: () => page.keyboard.press('ArrowRight'),
      sexuality: () => page.keyboard.press('ArrowRight'),
      'date_of_birth-month': () => page.keyboard.type('06'),
      'date_of_birth-day': () => page.keyboard.type('15'),
      'date_of_birth-year': () => page.keyboard.type('1990'),
      country: () => page.keyboard.type('Netherlands'),
      region: async () => {
        await page.locator('select[name=region] option').nth(1).waitFor({ state: 'attached' });
        await page.keyboard.type('North');
      },
    };
    while ((await formOf(page).count()) > 0) {
      const screen = await screenOf(page);
      await tabThrough(page, typed);
      await page.keyboard.press('Enter');
      await until(
        () => screenOf(page),
        (now) => now !== screen,
      );
    }
    await endSignUp(page);
    expect((await userOf(page)).email).toBe(person.email);
    await page.context().close();
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));

/** Expects no overflow and no serious finding. */
async function expectSound(page: Page): Promise<void> {
  expect(await overflowOf(page), 'pixels over the edge').toBe(0);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await seriousFindings(page), await screenOf(page)).toEqual([]);
}

/** Tabs through the fields of a screen, answering each, to the submit button. */
async function tabThrough(page: Page, typed: Record<string, () => Promise<void>>): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const node = document.activeElement as HTMLInputElement | null;
      return { name: node?.name ?? '', isEnd: node instanceof HTMLButtonElement && node.type === 'submit' };
    });
  for (let presses = 0; presses < 40; presses += 1) {
    const { name, isEnd } = await focused();
    if (isEnd) return;
    if (name) await typed[name]?.();
    // A full part of a date moves the focus to the next.
    if ((await focused()).name === name) await page.keyboard.press('Tab');
  }
  throw new Error('the Tab key does not lead to the button that goes on');
}
