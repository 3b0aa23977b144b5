import { randomUUID } from 'node:crypto';
import { getGifts, getSettings, postMessage } from '@heartline/contracts';
import { drawPicture, type Person } from '@heartline/testing';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escape, isFocused } from './keys.ts';
import { userOf } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Photos and gifts between two people, one in English on a wide screen, one in German on a phone. */
let stage: Stage;
let anna: Person;
let ben: Person;
let hers: Page;
let his: Page;

beforeAll(async () => {
  stage = await openStage();
  [anna, ben] = await stage.world.people(
    { name: 'Anna', credits: 30, premium: true },
    { name: 'Ben', credits: 10, premium: true },
  );
  const first = { clientId: randomUUID(), profile: anna.id, text: 'Zeig mir dein Rad', credits: 1 };
  await ben.http.call(postMessage, first);
  hers = await stage.signedIn(anna, { path: `/members/${ben.id}/chat` });
  const narrow = { width: 360, height: 740, locale: 'de', colorScheme: 'dark' } as const;
  his = await stage.signedIn(ben, { ...narrow, path: `/members/${anna.id}/chat` });
});
afterAll(() => stage?.close());

async function choosePhoto(colour: string, words = ''): Promise<void> {
  const buffer = await drawPicture(colour, { width: 800, height: 600 });
  await hers.getByLabel('Send a photo').and(hers.locator('input')).setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer,
  });
  const sheet = hers.getByRole('dialog', { name: 'Send a photo to Ben' });
  await sheet.getByRole('img', { name: 'Your photo' }).waitFor();
  if (words) await sheet.getByRole('textbox').fill(words);
}
const talk = (page: Page) => page.locator('[data-conversation]');
const sendNow = () => hers.getByRole('dialog').getByRole('button', { name: 'Send · 2 credits' }).click();
/** The size of the place of a photo, before and after it has loaded. */
const placeOf = (page: Page) =>
  page
    .locator('[data-photo]')
    .last()
    .evaluate((place) => {
      const { width, height } = place.getBoundingClientRect();
      return `${Math.round(width)} ${Math.round(height)}`;
    });

describe('photos and gifts', () => {
  it('shows the price and progress of a photo, and can stop its upload [S2-025 S3-109]', async () => {
    await choosePhoto('#b34a5a', 'From the tower');
    expect(await seriousFindings(hers)).toEqual([]);
    let held: Route | undefined;
    await hers.route('**/api/chat-photo.php?*', (route) => {
      held = route;
    });
    await sendNow();
    const progress = hers.getByRole('progressbar', { name: 'Sending the photo' });
    await progress.waitFor();
    await expect.poll(() => held !== undefined, { timeout: 20_000 }).toBe(true);
    await hers.getByRole('button', { name: 'Stop sending this photo' }).click();
    await progress.waitFor({ state: 'detached' });
    await expect.poll(() => hers.locator('[data-photo]').count(), { timeout: 20_000 }).toBe(0);
    // The focused button is gone, so the message above has the focus.
    await expect.poll(() => hers.locator('article:focus').count(), { timeout: 20_000 }).toBe(1);
    // The text exists nowhere else.
    const field = hers.getByRole('textbox', { name: /^Message to/ });
    await expect.poll(() => field.inputValue()).toBe('From the tower');
    await field.fill('');
    await hers.unroute('**/api/chat-photo.php?*');
    await held?.abort().catch(() => {});
    expect((await userOf(hers)).credits).toBe(30);
  });

  it('restores a chosen photo with its text after a reload until it is cancelled', async () => {
    await choosePhoto('#6a5a8f', 'From the bridge');
    const sheet = hers.getByRole('dialog', { name: 'Send a photo to Ben' });
    await hers.reload();
    await sheet.getByRole('img', { name: 'Your photo' }).waitFor();
    expect(await sheet.getByRole('textbox').inputValue()).toBe('From the bridge');
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await sheet.waitFor({ state: 'detached' });
    await hers.reload();
    await hers.getByRole('textbox', { name: /^Message to/ }).waitFor();
    await hers.waitForLoadState('networkidle');
    expect(await sheet.count()).toBe(0);
  });

  it('shows a photo covered until it is accepted, in German on a phone', async () => {
    await choosePhoto('#2f6f8f', 'My bike');
    await sendNow();
    await hers.getByRole('button', { name: 'Open your photo' }).waitFor();
    await expect.poll(async () => (await userOf(hers)).credits, { timeout: 20_000 }).toBe(28);
    const covered = his.getByRole('img', { name: 'Verdecktes Foto von Anna' });
    await covered.waitFor();
    const place = await placeOf(his);
    expect(await seriousFindings(his)).toEqual([]);
    await his.getByRole('button', { name: 'Foto zeigen' }).click();
    const photo = his.getByRole('img', { name: 'Foto von Anna', exact: true });
    await expect
      .poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth), { timeout: 20_000 })
      .toBe(800);
    expect(await placeOf(his)).toBe(place);
    await his.getByRole('button', { name: 'Das Foto von Anna öffnen' }).press('Enter');
    const viewer = his.getByRole('dialog', { name: 'Foto von Anna' });
    await viewer.waitFor();
    expect(await seriousFindings(his)).toEqual([]);
    await escape(viewer);
    await viewer.waitFor({ state: 'detached' });
    await expect
      .poll(() => isFocused(his.getByRole('button', { name: 'Das Foto von Anna öffnen' })))
      .toBe(true);
  });

  it('queues a photo offline and sends it once', async () => {
    await hers.context().setOffline(true);
    // A photo sent before the page noticed would be tried, and an undo would wait for its answer.
    await hers.getByText('You’re offline').first().waitFor();
    await choosePhoto('#6b8f2f', 'On my way');
    await sendNow();
    const photos = hers.locator('[data-photo]');
    await expect.poll(() => photos.count(), { timeout: 20_000 }).toBe(2);
    // Undo opens the sheet with photo and text again.
    await hers.getByRole('button', { name: 'Undo sending' }).last().click();
    const sheet = hers.getByRole('dialog', { name: 'Send a photo to Ben' });
    await sheet.getByRole('img', { name: 'Your photo' }).waitFor();
    expect(await sheet.getByRole('textbox').inputValue()).toBe('On my way');
    await expect.poll(() => photos.count(), { timeout: 20_000 }).toBe(1);
    await sendNow();
    await expect.poll(() => photos.count(), { timeout: 20_000 }).toBe(2);
    await hers.context().setOffline(false);
    await expect
      .poll(() => hers.getByRole('button', { name: 'Open your photo' }).count(), { timeout: 40_000 })
      .toBe(2);
    await expect.poll(() => his.locator('[data-photo]').count(), { timeout: 20_000 }).toBe(2);
    await expect.poll(async () => (await userOf(hers)).credits, { timeout: 20_000 }).toBe(26);
  });

  it('removes a photo that is taken back on both sides', async () => {
    const last = hers.locator('[data-menu]', { has: hers.locator('[data-photo]') }).last();
    await last.hover();
    await last.getByRole('button', { name: 'Message options' }).click();
    const ways = hers.getByRole('menuitem', { name: /back/ });
    await ways.first().waitFor();
    // Read receipts are off: the page does not know whether it was read, so the text covers both.
    expect(await ways.allInnerTexts()).toEqual(['Take back photo, credits returned if unread']);
    await ways.click();
    await hers.getByText(/^Photo taken back/).waitFor();
    // The list says so too; on a phone the conversation covers it.
    await talk(hers).getByText('You took this photo back').waitFor();
    // The button that opened the menu is gone with the photo.
    await expect
      .poll(() => hers.locator('article:focus').filter({ hasText: 'You took this' }).count())
      .toBe(1);
    await expect.poll(() => his.locator('[data-photo]').count(), { timeout: 20_000 }).toBe(1);
    await talk(his)
      .getByText(/Anna hat .* zurückgenommen/)
      .waitFor();
  });

  it('sends a gift with its price and shows it on both sides in their languages [S3-110]', async () => {
    const { credits: before } = (await userOf(hers)) as { credits: number };
    await hers.getByRole('button', { name: 'Send a gift' }).click();
    const sheet = hers.getByRole('dialog', { name: 'A gift for Ben' });
    await sheet.getByRole('radio', { name: /^Lantern/ }).check({ force: true });
    await sheet.getByRole('textbox').fill('For the way home');
    expect(await seriousFindings(hers)).toEqual([]);
    await sheet.getByRole('button', { name: 'Send · 7 credits' }).click();
    await hers.getByText('Your gift').waitFor();
    await his.getByText('Ein Geschenk von Anna').waitFor();
    await his.getByText('Laterne').waitFor();
    await expect.poll(async () => (await userOf(hers)).credits, { timeout: 20_000 }).toBe(before - 7);
    expect(await seriousFindings(his)).toEqual([]);
  });

  it('charges nothing for a withdrawn gift and sends another with the same text', async () => {
    const { credits: before } = (await userOf(hers)) as { credits: number };
    await hers.getByRole('button', { name: 'Send a gift' }).click();
    const sheet = hers.getByRole('dialog', { name: 'A gift for Ben' });
    await sheet.getByRole('radio', { name: /^Kite/ }).check({ force: true });
    await sheet.getByRole('textbox').fill('For windy days');
    await stage.world.inside.core.messaging.operateGifts.remove('default', 'kite');
    // A gateway caches the catalogue for a few seconds.
    const isOffered = async () => {
      const { gifts } = await anna.http.call(getGifts, {});
      return gifts.find(({ id }) => id === 'kite')?.offered;
    };
    await expect.poll(isOffered, { timeout: 20_000 }).toBe(false);
    await sheet.getByRole('button', { name: 'Send · 4 credits' }).click();
    await hers.getByRole('button', { name: 'Choose another gift' }).click();
    await expect.poll(() => sheet.getByRole('textbox').inputValue()).toBe('For windy days');
    await sheet.getByRole('radio', { name: /^Kite/ }).waitFor({ state: 'detached' });
    await sheet.getByRole('radio', { name: /^Coffee/ }).check({ force: true });
    await sheet.getByRole('button', { name: 'Send · 3 credits' }).click();
    await his.getByText('Kaffee').waitFor();
    expect(await his.getByText('Drachen').count()).toBe(0);
    expect(await hers.getByRole('button', { name: 'Choose another gift' }).count()).toBe(0);
    await expect.poll(async () => (await userOf(hers)).credits, { timeout: 20_000 }).toBe(before - 3);
  });

  it('shows the current photo price when it fell since the page opened', async () => {
    const { operate } = stage.world.inside.core.site;
    await operate.set('default', 'photo_credits', '1');
    // A gateway caches the settings for a few seconds.
    const photoPrice = async () => (await anna.http.call(getSettings, {})).settings.photo_credits;
    await expect.poll(photoPrice).toBe(1);
    await choosePhoto('#4a7ab3');
    const sheet = hers.getByRole('dialog', { name: 'Send a photo to Ben' });
    await sheet.getByRole('button', { name: 'Send · 1 credit', exact: true }).waitFor();
    await escape(sheet);
    await sheet.waitFor({ state: 'detached' });
    await operate.unset('default', 'photo_credits');
    await expect.poll(photoPrice).toBe(2);
  });

  it('asks a visitor who wants to send a gift to log in [S6-008]', async () => {
    const page = await stage.visitor(0, { path: `/members/${ben.id}/chat?gift=1` });
    await page.waitForURL('**/login?**');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(stage.errors).toEqual([]);
  });
});
