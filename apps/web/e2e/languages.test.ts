import type { Locale } from '@heartline/contracts';
import { LANGUAGES, MAIL_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import type { Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflowOf, write } from './member-page.ts';
import { readScreenTexts, type ScreenTexts } from './screen-texts.ts';
import { activationLink, fillSignUp } from './sign-up.ts';
import { openStage, type Stage } from './stage.ts';

/** Sign-up, mail, activation and first message on a phone, in each language. */
let stage: Stage;
let partner: Person;

beforeAll(async () => {
  stage = await openStage();
  const [person] = await stage.world.people({ name: 'Jonas' });
  partner = person;
  // The partner's page stays open, so messages to them are delivered.
  await stage.signedIn(partner);
});
afterAll(() => stage?.close());

const SPOKEN: readonly (readonly [row: string, locale: Locale])[] = [
  ['S1-029', 'nl'],
  ['S1-030', 'en'],
  ['S1-031', 'de'],
  ['S1-032', 'es'],
  ['S1-033', 'fr'],
  ['S1-034', 'it'],
  ['S1-035', 'pl'],
];

describe('from sign-up to a first message on a phone', () => {
  it.each(SPOKEN)('%s in %s', async (_row, locale) => {
    const texts = await readScreenTexts(locale);
    const newcomer = { email: `${locale}@mail.example`, name: 'Noor', password: 'correct horse battery' };
    const page = await stage.visitor(0, { width: 360, height: 740, locale });
    const origin = new URL(page.url()).origin;
    await expectGoodScreen(page, texts, locale);

    await page.goto(`${origin}/signup`);
    await page.locator('form').waitFor();
    await expectGoodScreen(page, texts, locale);
    await fillSignUp(page, newcomer);
    await page.getByText(texts.translate('Check your mail')).waitFor();
    await expectGoodScreen(page, texts, locale);

    const link = await activationLink(stage, newcomer.email);
    await expectMail(newcomer, locale);
    await page.goto(link);
    await page.getByRole('button', { name: texts.translate('Activate my account') }).click();
    await page.waitForURL('**/activate/done');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectGoodScreen(page, texts, locale);

    await page.goto(`${origin}/members/${partner.id}/chat`);
    await page.getByRole('textbox').waitFor();
    await write(page, LANGUAGES[locale]);
    await page
      .getByText(texts.translate('Delivered'))
      .or(page.getByLabel(texts.translate('Delivered')))
      .first()
      .waitFor({ state: 'attached' });
    await expectGoodScreen(page, texts, locale);
    await page.context().close();
  });

  it('notices texts that were left in English', async () => {
    const page = await stage.visitor(0, { width: 360, locale: 'en' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect((await (await readScreenTexts('nl')).untranslatedOn(page)).length).toBeGreaterThan(3);
  });

  it('no page threw an error', () => expect(stage.errors).toEqual([]));
});

/** The page declares and uses this language, and nothing overflows. */
async function expectGoodScreen(page: Page, texts: ScreenTexts, locale: Locale): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  expect(await texts.untranslatedOn(page), page.url()).toEqual([]);
  expect(await overflowOf(page), page.url()).toBe(0);
}

async function expectMail({ email, name }: { email: string; name: string }, locale: Locale): Promise<void> {
  const mail = await stage.world.stubs?.mailbox.waitFor(email);
  const { settings } = await stage.world.inside.core.site.settingsOf('default');
  const site = settings.name;
  expect(mail?.subject).toBe(serverText(locale, MAIL_TEXTS.activationSubject, { site }));
  expect(mail?.text).toContain(serverText(locale, MAIL_TEXTS.activationTitle, { name }));
  expect(mail?.text).toContain(serverText(locale, MAIL_TEXTS.activationButton));
  expect(mail?.html).toContain(`lang="${locale}"`);
  const english = serverText('en', MAIL_TEXTS.activationSubject, { site });
  expect(mail?.subject === english).toBe(locale === 'en');
}
