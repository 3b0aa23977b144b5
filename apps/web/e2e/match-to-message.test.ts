import { likeProfile } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escape, isFocused, leftOverlayStep, tabTo } from './keys.ts';
import { overflowOf, userOf } from './member-page.ts';
import { openStage, type Stage, seriousFindings, textsFrom } from './stage.ts';

/** From a match to the first message, in two windows and two languages. */
let stage: Stage;
let anna: Person;
let ben: Person;
let cleo: Person;
/** Anna's phone, in German. */
let phone: Page;
/** Ben's wide window, in English and dark. */
let wide: Page;

const INTERESTS: string[] = ['coffee', 'dogs'];
const COMMON = { country: 'DE', region: 'BE', city: 'Berlin', interests: INTERESTS } as const;

beforeAll(async () => {
  stage = await openStage();
  [anna, ben, cleo] = await stage.world.people(
    { name: 'Anna', credits: 5, profile: COMMON },
    { name: 'Ben', credits: 5, profile: COMMON },
    { name: 'Cleo', fictional: true, profile: COMMON },
  );
  [phone, wide] = await Promise.all([
    stage.signedIn(anna, { isPhone: true, width: 360, height: 640, locale: 'de', icebreakers: true }),
    stage.signedIn(ben, { colorScheme: 'dark', icebreakers: true }),
  ]);
});
afterAll(() => stage?.close());

const creditsOf = async (page: Page) => (await userOf(page)).credits;

describe('the match dialog', () => {
  const german = () => phone.getByRole('dialog', { name: 'Es ist ein Match' });
  const english = () => wide.getByRole('dialog', { name: "It's a Match" });

  it('opens for both with what they share, and a press on it fills the field', async () => {
    await anna.http.call(likeProfile, { profile: ben.id });
    await ben.http.call(likeProfile, { profile: anna.id });
    await Promise.all([german().waitFor(), english().waitFor()]);
    await german().getByText('Du und Ben mögt euch.').waitFor();
    const coffee = german().getByRole('button', { name: /Lieblingskaffee/ });
    await coffee.waitFor();
    expect(await seriousFindings(phone)).toEqual([]);
    expect(await overflowOf(phone)).toBe(0);
    await coffee.tap();
    const field = german().getByRole('textbox');
    expect(await field.inputValue()).toBe('Wo trinkst du deinen Lieblingskaffee?');
    expect(await creditsOf(phone)).toBe(5);
  });

  it('sends one message for one credit, pressed twice and offline', async () => {
    await phone.context().setOffline(true);
    const send = german().getByRole('button', { name: 'Senden · 1 Credit' });
    await send.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await german().waitFor({ state: 'detached' });
    await phone.getByText('Deine Nachricht an Ben ist unterwegs').waitFor();
    await phone.context().setOffline(false);
    await expect.poll(() => textsFrom(stage, anna, ben), { timeout: 30_000 }).toHaveLength(1);
    await expect.poll(() => creditsOf(phone), { timeout: 20_000 }).toBe(4);
    expect(await textsFrom(stage, anna, ben)).toEqual(['Wo trinkst du deinen Lieblingskaffee?']);
    // The chat does not offer the sent text again.
    const before = phone.url();
    await phone.goto(`${anna.http.gateway.origin}/members/${ben.id}/chat`);
    expect(await phone.getByRole('textbox', { name: 'Nachricht an Ben' }).inputValue()).toBe('');
    await phone.goto(before);
  });

  it('is operated by keyboard, and the next match waits until it closes', async () => {
    const [dana] = await stage.world.people({ name: 'Dana', profile: COMMON });
    await dana.http.call(likeProfile, { profile: ben.id });
    await ben.http.call(likeProfile, { profile: dana.id });
    await english().getByText('You and Anna like each other.').waitFor();
    const looking = english().getByRole('button', { name: 'Keep looking' });
    const stops = [
      english().getByRole('button', { name: 'Anna, 36' }),
      english().getByRole('textbox', { name: 'Message to Anna' }),
      english().getByRole('button', { name: 'Send · 1 credit' }),
      english().getByRole('button', { name: 'Open chat' }),
      looking,
    ];
    for (const stop of stops) await tabTo(wide, stop);
    expect(await seriousFindings(wide)).toEqual([]);
    await wide.keyboard.press('Enter');
    await english().getByText('You and Dana like each other.').waitFor();
    await escape(english());
    await english().waitFor({ state: 'detached' });
    expect(await creditsOf(wide)).toBe(5);
  });

  it('labels a fictional match, and asks before the first message to one', async () => {
    await cleo.http.call(likeProfile, { profile: ben.id });
    await ben.http.call(likeProfile, { profile: cleo.id });
    await english().getByRole('button', { name: 'Cleo (Fictional), 36' }).getByText('Fictional').waitFor();
    const field = english().getByRole('textbox', { name: 'Message to Cleo' });
    await field.fill('Hello Cleo');
    await field.press('Enter');
    const question = wide.getByRole('dialog', { name: 'Cleo is a fictional profile' });
    await question.getByText('There’s no real person behind this profile.').waitFor();
    await question.getByRole('button', { name: 'Not now' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Hello Cleo');
    await english().getByRole('button', { name: 'Keep looking' }).click();
    await leftOverlayStep(wide);
    // The words were not sent, and wait in the chat.
    await wide.goto(`${ben.http.gateway.origin}/members/${cleo.id}/chat`);
    expect(await wide.getByRole('textbox', { name: /^Message/ }).inputValue()).toBe('Hello Cleo');
  });
});

describe('the like popup', () => {
  const popup = () => phone.getByRole('dialog', { name: 'Neues Like!' });
  const badge = () => phone.getByRole('link', { name: /Likes/ }).filter({ visible: true });

  it('waits while the member writes, and returns the like by one press', async () => {
    const [emil] = await stage.world.people({ name: 'Emil', profile: COMMON });
    await emil.http.call(likeProfile, { profile: anna.id });
    await phone.goto(`${anna.http.gateway.origin}/members/${emil.id}/chat`);
    const field = phone.getByRole('textbox', { name: 'Nachricht an Emil' });
    await field.fill('Moment');
    await phone.evaluate(() => history.replaceState(history.state, '', `${location.pathname}?t=0`));
    const answered = phone.waitForResponse('**/api/auto-like.php');
    await phone.reload();
    await field.fill('Moment noch');
    await answered;
    expect(await popup().count()).toBe(0);
    expect(await isFocused(field)).toBe(true);
    await field.fill('');
    await popup().waitFor();
    expect(await seriousFindings(phone)).toEqual([]);
    await popup().getByRole('button', { name: 'Zurückliken' }).tap();
    await phone.getByRole('dialog', { name: 'Es ist ein Match' }).waitFor();
    await popup().waitFor({ state: 'detached' });
    await phone.getByRole('button', { name: 'Weiter umsehen' }).tap();
    await leftOverlayStep(phone);
    await phone.goto(`${anna.http.gateway.origin}/members`);
    await badge().waitFor();
    await expect.poll(() => badge().innerText()).not.toMatch(/\d/);
  });

  it('leaves the like for later with Not now', async () => {
    const [finn] = await stage.world.people({ name: 'Finn' });
    await finn.http.call(likeProfile, { profile: anna.id });
    await phone.goto(`${anna.http.gateway.origin}/likes?t=0`);
    await popup().waitFor();
    await tabTo(phone, popup().getByRole('button', { name: 'Nicht jetzt' }));
    await phone.keyboard.press('Enter');
    await popup().waitFor({ state: 'detached' });
    await expect.poll(() => badge().innerText()).toContain('1');
  });
});

describe('new matches', () => {
  it('stand above the conversations until hidden or written to', async () => {
    const people = await stage.world.people(
      { name: 'Gus', credits: 3, profile: COMMON },
      { name: 'Hana', profile: COMMON },
      { name: 'Iris', profile: COMMON },
    );
    const [gus, ...others] = people;
    for (const { id } of others) await gus.http.call(likeProfile, { profile: id });
    for (const { http } of others) await http.call(likeProfile, { profile: gus.id });
    const page = await stage.signedIn(gus, { isPhone: true, path: '/chats', icebreakers: true });
    const row = page.getByRole('region', { name: 'New matches' });
    const face = (name: string) => row.getByRole('link', { name });
    await face('Hana').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await tabTo(page, face('Iris'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    await face('Hana').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await face('Hana').tap();
    const ideas = page.getByRole('toolbar', { name: 'Ideas for a first message' });
    await ideas.getByRole('button', { name: /favourite coffee/ }).tap();
    await page.getByRole('button', { name: 'Emoji' }).tap();
    await page.getByRole('gridcell').first().tap();
    await page.getByRole('button', { name: 'Keyboard' }).tap();
    await page.getByRole('dialog', { name: 'Emoji' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send · 1 credit' }).tap();
    await page.goto(`${gus.http.gateway.origin}/chats`);
    await face('Iris').waitFor();
    await face('Hana').waitFor({ state: 'detached' });
    await page.context().close();
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
it('no invariant is violated', async () => expect(await stage.world.violations()).toEqual([]));
