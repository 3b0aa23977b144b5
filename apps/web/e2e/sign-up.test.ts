import { logIn } from '@heartline/contracts';
import { drawPicture, outcomeOf, type Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escape } from './keys.ts';
import { userOf } from './member-page.ts';
import { allowPush } from './push-in-browser.ts';
import {
  activationLink,
  answerScreen,
  fillSignUp,
  formOf,
  goOnFrom,
  goToStep,
  NARROW,
  newcomer,
  screenOf,
  stepOf,
  WIDE,
} from './sign-up.ts';
import { openStage, type Stage } from './stage.ts';

/** The sign-up: steps, dialog, page and draft. */
let stage: Stage;
let origin: string;
let jonas: Person;

beforeAll(async () => {
  // The push question needs a service worker.
  stage = await openStage({ serviceWorker: true });
  origin = stage.world.gateways[0].origin;
  const man = { gender: 'male', sexuality: 'hetero' } as const;
  [jonas] = await stage.world.people({ name: 'Jonas', profile: man }, { name: 'Lena', fictional: true });
});
afterAll(() => stage?.close());

describe('the steps', () => {
  const person = { ...newcomer(), name: 'Mirthe' };
  const steps: { step: number; words: string; names: string[] }[] = [];
  let page: Page;
  let progress: string[];
  let sent: Record<string, unknown>;

  beforeAll(async () => {
    page = await stage.visitor(0, WIDE);
    await allowPush(stage, page, 'sign-up');
    await openDialog(page);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seenProgress: seen });
      new MutationObserver(() => {
        const words = document.querySelector('[data-progress]')?.textContent;
        if (words && seen.at(-1) !== words) seen.push(words);
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await page.route('**/api/signup.php', async (route) => {
      sent = route.request().postDataJSON() as Record<string, unknown>;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    while ((await formOf(page).count()) > 0) {
      await answerScreen(page, person);
      steps.push({
        step: await stepOf(page),
        words: await page.getByRole('dialog').innerText(),
        names: await page
          .getByRole('dialog')
          .locator('[name]')
          .evaluateAll((fields) => fields.map((field) => field.getAttribute('name') ?? '')),
      });
      await goOnFrom(page, await screenOf(page));
    }
    await page.locator('[data-phase=push]').waitFor();
    progress = await page.evaluate(() => (globalThis as unknown as { seenProgress: string[] }).seenProgress);
  });
  afterAll(() => page?.context().close());

  it('are 0 to 4 in that order [S2-212 S4-025]', () => {
    expect(steps.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4]);
  });

  it.each([
    [
      'S2-213 asks for the account',
      0,
      ['email', 'name', 'password', 'gender', 'sexuality', 'date_of_birth-day'],
    ],
    ['S2-214 asks for a photo', 1, ['photo']],
    ['S2-215 asks for the location', 2, ['country', 'region', 'city']],
    [
      'S2-216 asks for personal info',
      3,
      ['hair_color', 'eye_color', 'body_type', 'relationship_status', 'tattoos'],
    ],
    ['S2-217 asks for about me', 4, ['signup_message', 'reason']],
  ])('%s in step %i', (_row, step, names) => {
    expect(steps.find((one) => one.step === step)?.names).toEqual(expect.arrayContaining(names));
  });

  it('ask for what the account needs, and for no payment [S1-002 S0-003 S1-003 S1-004 S1-005 S1-006 S1-007 S1-008]', async () => {
    const all = steps.map(({ words }) => words).join('\n');
    expect(all).toContain('Signing up is free.');
    expect(all).not.toMatch(/iban|credit ?card|card number|paypal|expiry/i);
    const account = await accountOf(person.email);
    const profile = await stage.world.inside.core.profiles.profileOf(account?._id as unknown as string);
    expect(account).toMatchObject({ email: person.email, status: 'not_confirmed' });
    expect(profile).toMatchObject({
      name: person.name,
      gender: 'female',
      sexuality: 'bi',
      dateOfBirth: '1990-06-15',
      country: 'NL',
      region: 'NH',
    });
  });

  it('send everything in one call [S3-061 S3-062 S3-063 S3-064 S7-049]', () => {
    expect(sent).toMatchObject({
      email: person.email,
      name: person.name,
      gender: 'female',
      sexuality: 'bi',
      country: 'NL',
      region: 'NH',
      language: 'en',
    });
    expect(sent['key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('show four progress texts in order while sending [S2-220 S2-221 S2-222 S2-223]', () => {
    expect(progress).toEqual([
      'Checking profile',
      'Creating account',
      'Looking for matches',
      'Sending e-mail',
    ]);
  });

  it('ask about push afterwards [S2-218 S4-026]', async () => {
    await page.getByRole('heading', { name: 'Don’t miss a reply' }).waitFor();
    expect(await page.getByRole('button', { name: 'Turn on notifications' }).count()).toBe(1);
  });

  it('end with the request to confirm the e-mail address [S2-219 S4-027]', async () => {
    await page.getByRole('button', { name: 'Turn on notifications' }).click();
    await page.locator('[data-phase=complete]').waitFor();
    await page.getByText(person.email).waitFor();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    const member = (await accountOf(person.email))?._id as unknown as string;
    const subscribed = () =>
      stage.world.inside.mongo.connection.collection('pushSubscriptions').countDocuments({ member });
    await expect.poll(subscribed, { timeout: 10_000 }).toBe(1);
  });

  it('create an unconfirmed account [S4-001 S3-002 S3-001]', async () => {
    expect((await userOf(page)).status).toBe('not_confirmed');
  });

  it('the mailed link activates the account and the waiting page continues [S1-009 S0-004 S4-002]', async () => {
    const link = await activationLink(stage, person.email);
    const other = await page.context().newPage();
    await other.goto(link);
    await other.getByRole('button', { name: 'Activate my account' }).click();
    await other.waitForURL('**/activate/done');
    expect((await userOf(other)).status).toBe('active');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.waitForURL('**/activate/done');
  });
});

describe('dialog and page', () => {
  it('opens a dialog on a wide screen [S2-207 S2-130]', async () => {
    const page = await stage.visitor(0, WIDE);
    await openDialog(page);
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.context().close();
  });

  it('opens the page on a phone, with the address typed at home [S2-208 S2-031]', async () => {
    const page = await stage.visitor(0, NARROW);
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Sign up|Log in/ })
      .first()
      .waitFor();
    await page.locator('main [name=email]').fill('from-home@mail.example');
    await page.getByRole('button', { name: 'Join free' }).click();
    await page.waitForURL(`${origin}/signup`);
    await formOf(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    // The address typed on the home page is not asked again.
    await page.getByRole('heading', { level: 1, name: 'What should we call you?' }).waitFor();
    // A wrong or mistyped one is asked again.
    for (const typed of ['abc', 'a@gmial.com']) {
      await page.goto(`${origin}/`);
      await page.locator('main [name=email]').fill(typed);
      await page.getByRole('button', { name: 'Join free' }).click();
      await page.getByRole('heading', { level: 1, name: 'Where can we reach you?' }).waitFor();
      expect(await page.locator('[name=email]').inputValue()).toBe(typed);
    }
    // A corrected address stays after a reload.
    await page.getByRole('button', { name: 'Did you mean a@gmail.com?' }).click();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'What should we call you?' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'What should we call you?' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.locator('[name=email]').inputValue()).toBe('a@gmail.com');
    await page.context().close();
  });

  it('shows each question on a small phone, wherever the last one was scrolled', async () => {
    const page = await stage.visitor(0, { ...NARROW, height: 480, path: '/signup' });
    await formOf(page).waitFor();
    const person = newcomer();
    while ((await stepOf(page)) < 4) {
      await answerScreen(page, person);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await goOnFrom(page, await screenOf(page));
      const question = await page.getByRole('heading', { level: 1 }).boundingBox();
      // Below the bar.
      expect(question?.y, await screenOf(page)).toBeGreaterThan(56);
    }
    await page.context().close();
  });

  it('does not close on a press outside or Escape once started [S2-210 S2-211]', async () => {
    const page = await stage.visitor(0, WIDE);
    await openDialog(page);
    await goToStep(page, 1, newcomer());
    await page.mouse.click(8, 400);
    await page.keyboard.press('Escape');
    await page.mouse.click(1_270, 850);
    expect(await formOf(page).getAttribute('data-step')).toBe('1');
    // The close button closes it, and nothing is lost.
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openDialog(page);
    expect(await formOf(page).getAttribute('data-step')).toBe('1');
    await page.context().close();
  });

  it('closes by Escape before anything was answered', async () => {
    const page = await stage.visitor(0, WIDE);
    await openDialog(page);
    await escape(page.getByRole('dialog'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('redirects a member to the members page [S2-209]', async () => {
    const page = await stage.signedIn(jonas, { ...WIDE, path: '/signup' });
    await page.waitForURL(`${origin}/members*`);
    expect(await formOf(page).count()).toBe(0);
    await page.context().close();
  });
});

describe('the draft', () => {
  it('survives a reload, except the password [S3-056 S3-057 S3-059 S3-060]', async () => {
    const page = await stage.visitor(0, { ...WIDE, path: '/signup' });
    const person = newcomer();
    await goToStep(page, 4, person);
    await page.locator('[name=signup_message]').fill('I like the sea.');
    await page.reload();
    await formOf(page).waitFor();
    expect(await stepOf(page)).toBe(4);
    expect(await page.locator('[name=signup_message]').inputValue()).toBe('I like the sea.');
    const stored = await page.evaluate(() => localStorage.getItem('signup-draft') ?? '');
    expect(JSON.parse(stored)).toMatchObject({
      email: person.email,
      name: person.name,
      date_of_birth: '1990-06-15',
      signup_message: 'I like the sea.',
    });
    const everything = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(everything).not.toContain('mauve tractor 41');
    // The password is asked for again at the last step.
    await page.locator('[name=password]').fill('mauve tractor 41');
    for (let step = 3; step >= 0; step -= 1) await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.locator('[name=email]').inputValue()).toBe(person.email);
    expect(await page.locator('[name=name]').inputValue()).toBe(person.name);
    expect(await page.locator('[name=date_of_birth-year]').inputValue()).toBe('1990');
    await fillSignUp(page, person);
    expect(await page.evaluate(() => localStorage.getItem('signup-draft'))).toBeNull();
    await expectLogin(person, 'NOT_CONFIRMED');
    await page.context().close();
  });

  it('keeps the password in memory, going back and forth [S3-058]', async () => {
    const page = await stage.visitor(0, { ...WIDE, path: '/signup' });
    await goToStep(page, 2, newcomer());
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.locator('[name=password]').inputValue()).toBe('mauve tractor 41');
    await page.context().close();
  });

  it('keeps the photo over a reload, and uploads it once the account exists', async () => {
    const page = await stage.visitor(0, { ...WIDE, path: '/signup' });
    const person = newcomer();
    await goToStep(page, 1, person);
    const picture = await page.screenshot();
    const file = { name: '../../x.png', mimeType: 'image/png', buffer: picture };
    await page.locator('input[name=photo]').setInputFiles(file);
    await page.getByRole('img', { name: 'Your photo' }).waitFor();
    await page.reload();
    await page.getByRole('img', { name: 'Your photo' }).waitFor();
    await fillSignUp(page, person);
    const member = (await accountOf(person.email))?._id as unknown as string;
    const photos = async () =>
      (await stage.world.inside.mongo.connection.collection('profiles').findOne({ _id: member as never }))?.[
        'photos'
      ] as unknown[];
    await expect.poll(async () => (await photos()).length, { timeout: 20_000 }).toBe(1);
    await page.context().close();
  });

  it('says why a photo is refused before it is sent', async () => {
    const page = await stage.visitor(0, { ...NARROW, path: '/signup' });
    await goToStep(page, 1, newcomer());
    const choose = (mimeType: string, buffer: Buffer) =>
      page.locator('input[name=photo]').setInputFiles({ name: 'a.jpg', mimeType, buffer });
    const unreadable = page.getByText('We couldn’t read this picture.');
    const tooSmall = page.getByText('This photo is too small. Choose one of at least 400 × 400 pixels.');
    const preview = page.getByRole('img', { name: 'Your photo' });
    const timesShown = await countAdded(page, 'img[alt="Your photo"]');
    await choose('application/pdf', Buffer.from('%PDF'));
    await unreadable.waitFor();
    await choose('image/jpeg', await drawPicture('teal', { width: 399, height: 500 }));
    await tooSmall.waitFor();
    await choose('image/jpeg', Buffer.from('<html>'));
    await unreadable.waitFor();
    expect(await timesShown()).toBe(0);
    await choose('image/jpeg', await drawPicture('teal', { width: 400, height: 500 }));
    await preview.waitFor();
    await choose('image/jpeg', Buffer.alloc(12 * 1024 * 1024 + 1));
    await unreadable.waitFor();
    expect(await preview.count()).toBe(1);
    expect(await timesShown()).toBe(1);
    await page.context().close();
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));

/** Opens the sign-up as a dialog over the home page. */
async function openDialog(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign up' }).click();
  await formOf(page).waitFor();
}

/** Counts the elements that are added from now on, however shortly they stay. */
async function countAdded(page: Page, selector: string): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle((wanted) => {
    const seen = new Set<Element>();
    const observer = new MutationObserver(() => {
      for (const element of document.querySelectorAll(wanted)) seen.add(element);
    });
    observer.observe(document, { subtree: true, childList: true });
    return seen;
  }, selector);
  return () => counted.evaluate(({ size }) => size);
}

/** The stored account. */
function accountOf(email: string) {
  return stage.world.inside.mongo.connection.collection('accounts').findOne({ email });
}

/** Expects this answer of a log-in. */
async function expectLogin(
  { email, password }: { email: string; password: string },
  code: string,
): Promise<void> {
  expect(await outcomeOf(stage.world.browser().call(logIn, { email, password }))).toBe(code);
}
