import { randomUUID } from 'node:crypto';
import { blockProfile, type Locale, likeProfile, postMessage, reportProfile } from '@heartline/contracts';
import type { MemberWish, Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clippedContentOn } from './clipped-content.ts';
import { untilStill } from './member-page.ts';
import { openStage, type Stage } from './stage.ts';

/** Every screen with the longest possible names, places and texts: nothing overflows or is clipped. */
let stage: Stage;
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
  stage = await openStage();
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
afterAll(() => stage?.close());

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
