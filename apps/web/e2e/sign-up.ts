import type { Page } from 'playwright-core';
import type { Stage } from './stage.ts';

/** A visitor's answers. */
export interface Newcomer {
  email: string;
  name: string;
  password: string;
}

/** Fills in every step of the sign-up on the page, however many fields a screen asks for, and sends it. */
export async function fillSignUp(page: Page, newcomer: Newcomer): Promise<void> {
  const answers: readonly [string, () => Promise<unknown>][] = [
    ['[name=email]', () => page.locator('[name=email]').fill(newcomer.email)],
    ['[name=name]', () => page.locator('[name=name]').fill(newcomer.name)],
    ['[name=password]', () => page.locator('[name=password]').fill(newcomer.password)],
    ['[name=gender]', () => page.locator('[name=gender][value=female]').check({ force: true })],
    ['[name=sexuality]', () => page.locator('[name=sexuality][value=bi]').check({ force: true })],
    ['[name=date_of_birth-day]', () => fillBirthday(page)],
    ['[name=country]', () => page.locator('select[name=country]').selectOption('NL')],
    ['[name=region]', () => page.locator('select[name=region]').selectOption('NH')],
  ];
  const asked = new Set<string>();
  while (asked.size < answers.length) {
    for (const [field, answer] of answers) {
      if (asked.has(field) || (await page.locator(field).count()) === 0) continue;
      await answer();
      asked.add(field);
    }
    await page.locator('form button[type=submit]').last().click();
    const next = answers.find(([field]) => !asked.has(field));
    if (next)
      await page
        .locator(
          answers
            .filter(([field]) => !asked.has(field))
            .map(([field]) => field)
            .join(', '),
        )
        .first()
        .waitFor();
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
