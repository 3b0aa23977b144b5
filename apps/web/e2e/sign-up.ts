import { until } from '@heartline/testing';
import type { Page } from 'playwright-core';
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
export async function fillSignUp(page: Page, newcomer: Newcomer): Promise<void> {
  const form = page.locator('form[data-step]');
  await form.waitFor();
  while ((await form.count()) > 0) {
    await answerScreen(page, newcomer);
    const screen = await screenOf(page);
    await form.locator('button[type=submit]').click();
    await until(
      () => screenOf(page),
      (now) => now !== screen,
    );
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
export async function answerScreen(page: Page, newcomer: Newcomer): Promise<void> {
  const answers: readonly [string, () => Promise<unknown>][] = [
    ['[name=email]', () => page.locator('form[data-step] [name=email]').fill(newcomer.email)],
    ['[name=name]', () => page.locator('[name=name]').fill(newcomer.name)],
    ['[name=password]', () => page.locator('form[data-step] [name=password]').fill(newcomer.password)],
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

/** The activation link that arrived for an address. */
export async function activationLink(stage: Stage, email: string): Promise<string> {
  const mail = await stage.world.neighbours?.mailbox.waitFor(email, 30_000);
  const link = /https?:\/\/\S+activate\S+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error(`no link in the mail to ${email}`);
  return link;
}
