import { until } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import type { Stage } from './stage.ts';

/** A visitor's answers. */
export interface Newcomer {
  email: string;
  name: string;
  password: string;
}

/**
 * Fills in the whole sign-up: answers required questions, skips optional ones, submits, declines push, and ends at the
 * complete step.
 */
export async function fillSignUp(page: Page, person: Newcomer): Promise<void> {
  await formOf(page).waitFor();
  while ((await formOf(page).count()) > 0) {
    await answerScreen(page, person);
    await goOnFrom(page, await screenOf(page));
  }
  await endSignUp(page);
}

/** Waits for the submit and declines push if the browser supports it. */
export async function endSignUp(page: Page): Promise<void> {
  const phase = page.locator('[data-phase=push], [data-phase=complete]');
  await phase.waitFor();
  if ((await phase.getAttribute('data-phase')) === 'push') await phase.locator('button').last().click();
  await page.locator('[data-phase=complete]').waitFor();
}

/** Step and question of the current screen; empty if no sign-up is shown. */
export async function screenOf(page: Page): Promise<string> {
  const form = page.locator('form[data-step]');
  if ((await form.count()) === 0) return '';
  const [step, title] = await form
    .evaluate((node) => [node.getAttribute('data-step'), node.querySelector('h1, h3')?.textContent])
    .catch(() => ['', '']);
  return step ? `${step} ${title}` : '';
}

/** Answers the required questions of the current screen. */
export async function answerScreen(page: Page, person: Newcomer): Promise<void> {
  const answers: readonly [string, () => Promise<unknown>][] = [
    ['[name=email]', () => page.locator('form[data-step] [name=email]').fill(person.email)],
    ['[name=name]', () => page.locator('[name=name]').fill(person.name)],
    ['[name=password]', () => page.locator('form[data-step] [name=password]').fill(person.password)],
    ['[name=gender]', () => page.locator('[name=gender][value=female]').check({ force: true })],
    ['[name=sexuality]', () => page.locator('[name=sexuality][value=bi]').check({ force: true })],
    ['[name=date_of_birth-day]', () => fillBirthday(page)],
    ['[name=country]', () => page.locator('select[name=country]').selectOption('NL')],
    ['[name=region]', () => page.locator('select[name=region]').selectOption('NH')],
  ];
  for (const [field, answer] of answers) {
    if ((await page.locator(`form[data-step] ${field}`).count()) > 0) await answer();
  }
}

async function fillBirthday(page: Page): Promise<void> {
  await page.locator('[name=date_of_birth-day]').fill('15');
  await page.locator('[name=date_of_birth-month]').fill('06');
  await page.locator('[name=date_of_birth-year]').fill('1990');
}

/** A visitor with an unused address. */
export function newcomer(): Newcomer {
  last += 1;
  return { email: `newcomer${last}@mail.example`, name: 'Noor', password: 'mauve tractor 41' };
}
let last = 0;

export const WIDE = { width: 1280, height: 860, reducedMotion: 'reduce' } as const;
export const NARROW = { width: 360, height: 740, reducedMotion: 'reduce' } as const;

/** The form of the sign-up, as a page or in its dialog. */
export function formOf(page: Page): Locator {
  return page.locator('form[data-step]');
}

/** Presses the button that submits the screen. */
export function goOn(page: Page): Promise<void> {
  return formOf(page).locator('button[type=submit]').click();
}

/** The current step, 0 to 4. */
export async function stepOf(page: Page): Promise<number> {
  return Number(await formOf(page).getAttribute('data-step'));
}

/** Submits a screen and waits for the next one, or for the end. */
export async function goOnFrom(page: Page, screen: string): Promise<void> {
  await goOn(page);
  await until(
    () => screenOf(page),
    (now) => now !== screen,
  );
}

/** Answers screens until this step is shown. */
export async function goToStep(page: Page, step: number, person: Newcomer): Promise<void> {
  while ((await stepOf(page)) < step) {
    await answerScreen(page, person);
    await goOnFrom(page, await screenOf(page));
  }
}

/** The activation link of the mail to an address. */
export async function activationLink(stage: Stage, email: string): Promise<string> {
  const mail = await stage.world.stubs?.mailbox.waitFor(email, 30_000);
  const link = /https?:\/\/\S+activate\S+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error(`no link in the mail to ${email}`);
  return link;
}
