import { type Person, until } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFocused } from './keys.ts';
import { overflowOf, userOf } from './member-page.ts';
import {
  answerScreen,
  endSignUp,
  fillSignUp,
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
import { openStage, openWithApp, type Stage, seriousFindings } from './stage.ts';

/** Answers of a sign-up, what follows it, traffic sources, and who may sign up. */
let stage: Stage;
let origin: string;
let jonas: Person;

beforeAll(async () => {
  stage = await openStage();
  origin = stage.world.gateways[0].origin;
  const man = { gender: 'male', sexuality: 'hetero' } as const;
  [jonas] = await stage.world.people({ name: 'Jonas', profile: man }, { name: 'Lena', fictional: true });
});
afterAll(() => stage?.close());

describe('after a sign-up', () => {
  const person = newcomer();
  let page: Page;
  beforeAll(async () => {
    page = await stage.visitor(0, { ...NARROW, path: '/signup' });
    await fillSignUp(page, person);
  });
  afterAll(() => page?.context().close());

  it('shows one page that only asks to confirm the address [S2-033 S2-153 S2-190]', async () => {
    await page.evaluate(() => localStorage.removeItem('hide-entry-warning'));
    await page.goto(`${origin}/complete-signup`);
    await page.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor();
    await page.getByText(person.email).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Send e-mail again' }).click();
    // The sign-up sent a mail a moment ago.
    await page.getByText('We sent you one less than a minute ago.').waitFor();
    await page.getByRole('button', { name: /^Send again in \d+ s$/ }).waitFor();
  });

  it('shows possible matches but opens no profile [S2-032]', async () => {
    await page.getByRole('link', { name: 'See who’s here' }).click();
    await page.waitForURL('**/signup-matches');
    await page.getByRole('link', { name: 'Jonas, 36' }).waitFor();
    expect(await page.getByRole('link', { name: /^Lena/ }).count()).toBe(0);
    await page.goto(`${origin}/members/${jonas.id}`);
    await page.waitForURL('**/complete-signup');
  });

  it.each(['/members', '/chats', '/activate/done', '/signup', '/login'])(
    'hostile 63: %s leads back to it',
    async (path) => {
      await page.goto(`${origin}${path}`);
      await page.waitForURL('**/complete-signup');
      expect((await userOf(page)).status).toBe('not_confirmed');
    },
  );

  it('lets the visitor start again with another address', async () => {
    await page.goto(`${origin}/complete-signup`);
    await page.getByRole('button', { name: 'Log out and start again' }).click();
    await page.waitForURL('**/signup');
    await formOf(page).waitFor();
  });
});

it('api_signup_complete opens the page that completes a sign-up [S2-246]', async () => {
  const page = await stage.visitor(0, { ...NARROW, path: '/?api_signup_complete=1' });
  await page.waitForURL('**/complete-signup');
  await formOf(page).waitFor();
  await fillSignUp(page, newcomer());
  await page.goto(`${origin}/?api_signup_complete=1`);
  await page.waitForURL('**/complete-signup');
  await page.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor();
  await page.context().close();
});

it('a sign-up from a member’s page shows them and stores that entry [S2-011]', async () => {
  const page = await stage.visitor(0, { ...WIDE, path: `/members/${jonas.id}/signup` });
  await page.getByText('Sign up free to meet Jonas.').waitFor();
  const person = newcomer();
  await fillSignUp(page, person);
  expect(await accountOf(person.email)).toMatchObject({ entry: jonas.id });
  await page.goto(`${origin}/signup-matches`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  expect(
    await page
      .getByRole('link', { name: /, \d+$/ })
      .first()
      .getAttribute('aria-label'),
  ).toBe('Jonas, 36');
  await page.context().close();
});

it('stores the traffic source in the network cookie and with the account [S3-065 S3-066 S3-067 S3-068 S3-069 S3-070]', async () => {
  const page = await stage.visitor(0, { ...NARROW, path: '/?network=acme&ref=r-7&sub1=a1&sub2=b2&sub3=c3' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const cookies = await page.context().cookies(origin);
  const tracking = new URLSearchParams(
    decodeURIComponent(cookies.find(({ name }) => name === 'network')?.value ?? ''),
  );
  const record = { network: 'acme', ref: 'r-7', sub1: 'a1', sub2: 'b2', sub3: 'c3' };
  expect(Object.fromEntries(tracking)).toEqual(record);
  await page.goto(`${origin}/signup`);
  const person = newcomer();
  await fillSignUp(page, person);
  expect((await accountOf(person.email))?.['tracking']).toEqual(record);
  await page.context().close();
});

describe('who may sign up', () => {
  const set = async (change: Record<string, unknown>) => {
    const sites = stage.world.inside.mongo.connection.collection<{ _id: string }>('sites');
    await sites.updateOne({ _id: 'default' }, { $set: change }, { upsert: true });
    const http = stage.world.browser();
    const shown = async () =>
      ((await http.send('GET', '/api/settings.php')).body as { settings: Record<string, unknown> }).settings;
    await until(shown, (settings) =>
      Object.entries(change).every(([name, value]) => settings[name] === value),
    );
  };
  afterAll(() => set({ signups: 'all', member_resell: false }));

  const CLOSED = 'Signing up is by invitation only.';

  it('everybody by default [S4-055]', async () => {
    const page = await stage.visitor(0, { ...NARROW, path: '/signup' });
    const person = newcomer();
    await fillSignUp(page, person);
    expect((await accountOf(person.email))?.['tracking']).toEqual({});
    await page.context().close();
  });

  it('only visitors with a traffic source [S4-056]', async () => {
    await set({ signups: 'with_trafficsource' });
    const page = await stage.visitor(0, { ...NARROW, path: '/signup' });
    await page.getByRole('heading', { name: CLOSED }).waitFor();
    await page.goto(`${origin}/signup?network=acme`);
    await formOf(page).waitFor();
    const person = newcomer();
    await fillSignUp(page, person);
    expect((await accountOf(person.email))?.['tracking']).toEqual({ network: 'acme' });
    await page.context().close();
  });

  it('nobody while sign-up is closed [S8-020 S3-130]', async () => {
    await set({ signups: 'closed' });
    const page = await stage.visitor(0, { ...NARROW, path: '/signup?network=acme' });
    await page.getByRole('heading', { name: CLOSED }).waitFor();
    await page.goto(`${origin}/login`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().close();
  });

  it('asks for consent to partner offers where the site has it, unchecked', async () => {
    await set({ signups: 'all', member_resell: true });
    const page = await stage.visitor(0, { ...WIDE, path: '/signup' });
    const [refuses, agrees] = [newcomer(), newcomer()];
    await formOf(page).waitFor();
    await goToStep(page, 4, refuses);
    expect(await page.locator('[name=partner_offers]').isChecked()).toBe(false);
    await fillSignUp(page, refuses);
    expect((await accountOf(refuses.email))?.['partnerOffersAt']).toBeNull();
    await page.getByText('Check your inbox').waitFor();
    await page.context().clearCookies();
    await page.goto(`${origin}/signup`);
    await formOf(page).waitFor();
    await goToStep(page, 4, agrees);
    await page.locator('[name=partner_offers]').check();
    await fillSignUp(page, agrees);
    expect((await accountOf(agrees.email))?.['partnerOffersAt']).toEqual(expect.any(Number));
    await page.context().close();
  });
});

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

describe('a date of birth', () => {
  it.each([
    ['en-US', ['month', 'day', 'year']],
    ['en-GB', ['day', 'month', 'year']],
    ['en-IE', ['day', 'month', 'year']],
    ['nl-NL', ['day', 'month', 'year']],
  ])('is asked in the order of the region of a browser in %s', async (locale, order) => {
    const context = openWithApp(await stage.browser.newContext({ locale }));
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

it('no page threw an error', () => expect(stage.errors).toEqual([]));

/** The stored account. */
function accountOf(email: string) {
  return stage.world.inside.mongo.connection.collection('accounts').findOne({ email });
}
