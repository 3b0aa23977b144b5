import { randomUUID } from 'node:crypto';
import { blockProfile, type Locale, likeProfile, postMessage, reportProfile } from '@heartline/contracts';
import { LANGUAGES, MAIL_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import type { MemberWish, Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clippedContentOn } from './clipped-content.ts';
import { overflowOf, untilStill, write } from './member-page.ts';
import { readScreenTexts, type ScreenTexts } from './screen-texts.ts';
import { activationLink, fillSignUp } from './sign-up.ts';
import { openStage, type Stage } from './stage.ts';

/** All languages, with the longest names, places and texts. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

let partner: Person;

beforeAll(async () => {
  const [person] = await stage.world.people({ name: 'Jonas' });
  partner = person;
  // The partner's page stays open, so messages to them are delivered.
  await stage.signedIn(partner);
});

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
    await page.getByText(texts.translate('Check your inbox')).waitFor();
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

/** Every screen with the longest possible names, places and texts: nothing overflows or is clipped. */
describe('the longest texts', () => {
  let wide: Person;
  let long: Person;
  let fictional: Person;
  let blocked: Person;
  let path: { case: string };

  const WIDE_NAME = 'W'.repeat(30);
  const LONG_NAME = 'Wolfeschlegelsteinhausenberger';
  const ABOUT = `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, ${'W'.repeat(120)}`;
  const WIDTHS = [320, 360, 768, 1280];

  const lived = (name: string, more: MemberWish = {}): MemberWish => ({
    name,
    credits: 123_456,
    premium: true,
    ...more,
    profile: {
      city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochuu',
      about: ABOUT,
      interests: ['art', 'animals', 'board_games', 'cooking', 'photography', 'museums'],
      ...more.profile,
    },
  });

  beforeAll(async () => {
    [wide, long, fictional, blocked] = await stage.world.people(
      lived(WIDE_NAME),
      lived(LONG_NAME),
      lived('Fiktivwolfeschlegelsteinhausen', { fictional: true }),
      lived('M'.repeat(30)),
    );
    const say = (from: Person, to: Person, text: string) =>
      from.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text, credits: 1 });
    await say(long, wide, ABOUT);
    await say(wide, long, 'W'.repeat(300));
    await long.http.call(likeProfile, { profile: wide.id });
    await wide.http.call(likeProfile, { profile: long.id });
    await wide.http.call(blockProfile, { profile: blocked.id });
    const report = { clientId: randomUUID(), profile: long.id, reason: 'scam', note: ABOUT } as const;
    const { case: id } = await wide.http.call(reportProfile, { ...report, subject: { kind: 'profile' } });
    path = { case: `/cases/${id}` };
  });

  const SCREENS: readonly (readonly [screen: string, path: () => string])[] = [
    ['members', () => '/members'],
    ['profile', () => `/members/${long.id}`],
    ['fictional profile', () => `/members/${fictional.id}`],
    ['chat', () => `/members/${long.id}/chat`],
    ['first message', () => `/members/${fictional.id}/chat`],
    ['chats', () => '/chats'],
    ['likes', () => '/likes'],
    ['likes of one', () => `/likes/m/${long.id}`],
    ['match finder', () => '/match-finder'],
    ['own profile', () => '/profile'],
    ['account', () => '/account'],
    ['account to delete', () => '/account/delete'],
    ['credits', () => '/credits'],
    ['checkout', () => '/credits/p1/creditcard'],
    ['order again', () => '/credits/repeat-order'],
    ['statement', () => '/credits/statement'],
    ['limits', () => '/credits/limits'],
    ['refund', () => '/credits/refund'],
    ['premium', () => '/premium'],
    ['notifications', () => '/notifications'],
    ['blocked', () => '/blocked'],
    ['complaints', () => '/complaints'],
    ['case', () => path.case],
    ['language', () => '/lang-config'],
  ];
  const FOR_VISITORS: typeof SCREENS = [
    ['home', () => '/'],
    ['login', () => '/login'],
    ['sign-up', () => '/signup'],
    ['pricing', () => '/pricing'],
    ['sign-up of one', () => `/members/${long.id}/signup`],
    ['swipe game', () => '/swipe-game'],
  ];

  /** The clipped texts of this screen at each width. */
  async function cutAt(page: Page, screen: string): Promise<string[]> {
    const cut: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      // Parts that depend on the width are drawn again, some of them later.
      await untilStill(page);
      cut.push(...(await clippedContentOn(page)).map((what) => `${screen} at ${width}: ${what}`));
    }
    return cut;
  }

  async function sweep(page: Page, locale: Locale, screens: typeof SCREENS): Promise<string[]> {
    const cut: string[] = [];
    const { origin } = new URL(page.url());
    for (const [screen, pathOf] of screens) {
      await page.goto(`${origin}${pathOf()}`, { waitUntil: 'networkidle' });
      cut.push(...(await cutAt(page, `${screen} ${locale}`)));
    }
    return cut;
  }

  it.each(['de', 'pl'] as const)('cuts no text for members, in %s', async (locale) => {
    const page = await stage.signedIn(wide, { locale, reducedMotion: 'reduce' });
    expect(await sweep(page, locale, SCREENS)).toEqual([]);
    await page.context().close();
  });

  it.each(['de', 'pl'] as const)('cuts no text for visitors, in %s', async (locale) => {
    const page = await stage.visitor(0, { locale, reducedMotion: 'reduce' });
    expect(await sweep(page, locale, FOR_VISITORS)).toEqual([]);
    await page.context().close();
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
