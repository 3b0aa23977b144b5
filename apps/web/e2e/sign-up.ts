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
 * Walks the whole sign-up: answers what each screen asks, leaves open what may stay open, sends it, says no to push, and
 * ends at the complete step.
 */
export async function fillSignUp(page: Page, person: Newcomer): Promise<void> {
  await formOf(page).waitFor();
  while ((await formOf(page).count()) > 0) {
    await answerScreen(page, person);
    await goOnFrom(page, await screenOf(page));
  }
  await endSignUp(page);
}

/** What comes after the questions: sending, and the push prompt where this browser can be asked. */
export async function endSignUp(page: Page): Promise<void> {
  const phase = page.locator('[data-phase=push], [data-phase=complete]');
  await phase.waitFor();
  if ((await phase.getAttribute('data-phase')) === 'push') await phase.locator('button').last().click();
  await page.locator('[data-phase=complete]').waitFor();
}

/** The screen of the sign-up that is shown, by its step and question; empty when there is none. */
export async function screenOf(page: Page): Promise<string> {
  const form = page.locator('form[data-step]');
  if ((await form.count()) === 0) return '';
  const [step, title] = await form
    .evaluate((node) => [node.getAttribute('data-step'), node.querySelector('h1, h3')?.textContent])
    .catch(() => ['', '']);
  return step ? `${step} ${title}` : '';
}

/** Answers the questions on the screen that have to be answered. */
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

/** Somebody nobody has seen yet. */
export function newcomer(): Newcomer {
  last += 1;
  return { email: `newcomer${last}@mail.example`, name: 'Noor', password: 'mauve tractor 41' };
}
let last = 0;

export const WIDE = { width: 1280, height: 860, reducedMotion: 'reduce' } as const;
export const NARROW = { width: 360, height: 740, reducedMotion: 'reduce' } as const;

/** The questions of the sign-up, as a page or in its dialog. */
export function formOf(page: Page): Locator {
  return page.locator('form[data-step]');
}

/** Presses the button that goes on. */
export function goOn(page: Page): Promise<void> {
  return formOf(page).locator('button[type=submit]').click();
}

/** The step that is shown, 0 to 4. */
export async function stepOf(page: Page): Promise<number> {
  return Number(await formOf(page).getAttribute('data-step'));
}

/** Goes on to another screen, or past the last. */
export async function goOnFrom(page: Page, screen: string): Promise<void> {
  await goOn(page);
  await until(
    () => screenOf(page),
    (now) => now !== screen,
  );
}

/** Answers screens until the one of this step is shown. */
export async function goToStep(page: Page, step: number, person: Newcomer): Promise<void> {
  while ((await stepOf(page)) < step) {
    await answerScreen(page, person);
    await goOnFrom(page, await screenOf(page));
  }
}

/** The activation link that arrived for an address. */
export async function activationLink(stage: Stage, email: string): Promise<string> {
  const mail = await stage.world.stubs?.mailbox.waitFor(email, 30_000);
  const link = /https?:\/\/\S+activate\S+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error(`no link in the mail to ${email}`);
  return link;
}
