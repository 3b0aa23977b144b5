import { randomUUID } from 'node:crypto';
import { postMessage } from '@heartline/contracts';
import { drawPicture, type Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leftOverlayStep } from './keys.ts';
import { talk, userOf, write } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Balance, prices, limits, statement and refunds of credits. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const DAY = 86_400_000;

const at = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);
const bar = (page: Page) => page.getByRole('banner');
/** The background colour of the badge around this text. */
const look = (words: Element) => getComputedStyle(words.parentElement ?? words).backgroundColor;
const textbox = (page: Page) => page.getByRole('textbox').last();
const credits = (member: Person) => stage.world.inside.core.credits.balanceOf(member.id);

describe('the top bar', () => {
  it('offers Premium to free members and shows credits from 10 down to paid ones [S2-144 S2-145 S2-146 S2-147 S2-148 S9-029]', async () => {
    const [free] = await stage.world.people({ credits: 3 });
    const page = await stage.signedIn(free);
    await bar(page).getByRole('link', { name: 'Get Premium' }).waitFor();
    expect(
      await bar(page)
        .getByRole('link', { name: /^Credits/ })
        .count(),
    ).toBe(0);
    await page.context().close();

    const [paid] = await stage.world.people({ credits: 0, premium: true });
    await stage.world.inside.core.credits.grant(paid.id, { key: 'gift', credits: 11, reason: 'gift' });
    const rich = await stage.signedIn(paid);
    const link = bar(rich).getByRole('link', { name: /^Credits/ });
    await link.waitFor();
    expect(await bar(rich).getByRole('link', { name: 'Get Premium' }).count()).toBe(0);
    expect(
      await bar(rich)
        .getByText(/credits? left/)
        .count(),
    ).toBe(0);
    const take = (one: number, key: string) =>
      stage.world.inside.core.credits.adjust(paid.id, { key, credits: -one, reason: 'test' });
    const badge = (count: number) =>
      bar(rich).getByText(count === 1 ? '1 credit left' : `${count} credits left`, { exact: true });
    await take(1, 'a');
    await badge(10).waitFor({ state: 'attached' });
    const warning = await badge(10).evaluate(look);
    await take(9, 'b');
    await badge(1).waitFor({ state: 'attached' });
    expect(await badge(1).evaluate(look)).toBe(warning);
    await take(1, 'c');
    await badge(0).waitFor({ state: 'attached' });
    expect(await badge(0).evaluate(look)).not.toBe(warning);
    await rich.context().close();
  });
});

describe('a conversation', () => {
  it('says the price before the first message; undo and taking back return it [S2-022]', async () => {
    const [mara, jonas] = await stage.world.people(
      { name: 'Mara', credits: 3 },
      { name: 'Jonas', profile: { language: 'fr' } },
    );
    const page = await stage.signedIn(mara);
    await at(page, `/members/${jonas.id}/chat`);
    await page.getByRole('button', { name: 'Send · 1 credit' }).waitFor();
    await page.getByText('You have 3 credits').waitFor();
    await page.getByText('Speaks French').waitFor();
    await page.getByText('You can start 2 more free conversations, including this one.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await write(page, 'Too soon');
    await page.getByRole('button', { name: 'Undo sending' }).click();
    await talk(page).getByText('You took this message back').waitFor();
    await page
      .getByRole('link', { name: 'Jonas' })
      .getByText('You took this message back')
      .waitFor({ state: 'attached' });
    await expect.poll(() => textbox(page).inputValue(), { timeout: 20_000 }).toBe('Too soon');
    await expect.poll(() => credits(mara), { timeout: 20_000 }).toMatchObject({ credits: 3 });

    await write(page, 'Regretted');
    const other = await stage.signedIn(jonas, { locale: 'de' });
    const bubble = talk(page).getByText('Regretted');
    await bubble.waitFor();
    await bubble.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Take back, credits returned' }).click();
    await expect
      .poll(() => talk(page).getByText('You took this message back').count(), { timeout: 20_000 })
      .toBe(2);
    await at(other, '/chats');
    expect(await other.getByText('Regretted').count()).toBe(0);

    await write(page, 'Stays');
    await talk(page).getByText('Stays').waitFor();
    await at(other, `/members/${mara.id}/chat`);
    await other.getByText('Stays').first().waitFor();
    const conversation = stage.world.inside.core.messaging.conversationOf(mara.id, jonas.id);
    await expect
      .poll(
        () =>
          stage.world.inside.core.messaging
            .readMarksOf(jonas.id, conversation)
            .then(({ readSeq }) => readSeq),
        { timeout: 20_000 },
      )
      .toBe(3);
    await talk(page).getByText('Stays').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Take back, credits returned' }).click();
    await page.getByText('That only works until the other person has seen it.').waitFor();
    await expect.poll(() => credits(mara), { timeout: 20_000 }).toMatchObject({ credits: 2 });
    await other.context().close();
    await page.context().close();
  });

  it('says before writing that a member takes no first messages', async () => {
    const [mara, lea] = await stage.world.people({ credits: 3 }, { name: 'Lea' });
    const hers = await stage.signedIn(lea);
    await at(hers, '/notifications');
    await hers.getByRole('switch', { name: 'First messages from everyone' }).click();
    await expect
      .poll(() => stage.world.inside.core.messaging.takesOpeners(lea.id), { timeout: 20_000 })
      .toBe(false);
    const page = await stage.signedIn(mara);
    await at(page, `/members/${lea.id}/chat`);
    await page
      .getByText(/Lea only takes first messages from people they’ve liked/)
      .first()
      .waitFor();
    await Promise.all([hers, page].map((one) => one.context().close()));
  });
});

describe('a gift to a fictional profile', () => {
  it('shows the fictional label and does not call the gift free', async () => {
    const [mara, fia] = await stage.world.people({ credits: 9 }, { name: 'Fia', fictional: true });
    const page = await stage.signedIn(mara);
    await at(page, `/members/${fia.id}/chat?gift=1`);
    await page
      .getByRole('dialog', { name: 'A gift for Fia' })
      .getByText('Fictional', { exact: true })
      .waitFor();
    await page.getByRole('radio', { name: /^Rose/ }).check({ force: true });
    await page.getByRole('button', { name: 'Send · 3 credits' }).click();
    await page.getByText(/no real person behind this profile/).waitFor();
    expect(
      await page
        .getByRole('dialog')
        .getByText(/are free/)
        .count(),
    ).toBe(0);
    await page.getByRole('button', { name: 'I understand, send it · 3 credits' }).click();
    await expect.poll(() => credits(mara), { timeout: 20_000 }).toMatchObject({ credits: 6 });
    await write(page, 'Do you like it?');
    await expect.poll(() => credits(mara), { timeout: 20_000 }).toMatchObject({ credits: 6 });
    const buffer = await drawPicture('#2f6f8f', { width: 80, height: 60 });
    const photo = { name: 'sea.jpg', mimeType: 'image/jpeg', buffer };
    await page.getByLabel('Send a photo').and(page.locator('input')).setInputFiles(photo);
    const sheet = page.getByRole('dialog', { name: 'Send a photo to Fia' });
    await sheet.getByText('Fictional', { exact: true }).waitFor();
    await page.context().close();
  });
});

describe('own spending limits', () => {
  it('refuse a message that would exceed them, and say why', async () => {
    const [mara, jonas] = await stage.world.people({ credits: 9, premium: true }, { name: 'Jonas' });
    const page = await stage.signedIn(mara, { width: 360, height: 740 });
    await at(page, '/credits/limits');
    await page.getByRole('textbox', { name: 'Credits per month' }).fill('1');
    const save = page.getByRole('button', { name: 'Save limits' });
    await save.press('Enter');
    await page.getByRole('row', { name: /This month 0 1/ }).waitFor();
    expect(await save.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await at(page, `/members/${jonas.id}/chat`);
    await write(page, 'One');
    await talk(page).getByText('One').waitFor();
    // The reason is shown before the member writes again.
    const reason = /would take you over your limit of 1 credit/;
    await page.getByText(reason).waitFor();
    // The touch target of the last link once made the page scroll.
    const heights = () => page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    expect(await heights()).toEqual([740, 740]);
    // Buttons beside the long reason keep their height.
    await page.setViewportSize({ width: 768, height: 740 });
    await page.getByRole('button', { name: 'Photo or gift' }).click();
    await page.getByRole('menuitem', { name: 'Send a gift' }).click();
    const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
    await page.getByRole('dialog').getByText(reason).waitFor();
    expect(await cancel.evaluate((button) => (button as HTMLElement).offsetHeight)).toBeLessThan(50);
    await cancel.click();
    await page.getByRole('link', { name: 'View limits' }).click();
    await page.getByRole('row', { name: /This month 1 1/ }).waitFor();
    await page.context().close();
  });
});

describe('a limit and a pause', () => {
  it('do not overwrite each other when saved in quick succession', async () => {
    const [mara] = await stage.world.people({ credits: 9, premium: true });
    const page = await stage.signedIn(mara);
    await at(page, '/credits/limits');
    const limit = page.getByRole('textbox', { name: 'Credits per day' });
    await limit.waitFor();
    const line = Promise.withResolvers<void>();
    await page.route('**/api/spending.php', async (route) => {
      if (route.request().method() === 'GET') await line.promise;
      await route.continue();
    });
    const saved = () =>
      page.waitForResponse(
        (response) => response.url().endsWith('/api/spending.php') && response.request().method() === 'POST',
      );
    await limit.fill('2');
    await Promise.all([saved(), page.getByRole('button', { name: 'Save limits' }).click()]);
    await Promise.all([saved(), page.getByRole('button', { name: 'Take 7 days off' }).click()]);
    await limit.fill('1');
    await Promise.all([saved(), page.getByRole('button', { name: 'Save limits' }).click()]);
    line.resolve();
    const { limits, rises, pausedUntil, pauseEnds } = await stage.world.inside.core.credits.getSpending(
      mara.id,
      'UTC',
    );
    expect([limits.day, rises.day, pauseEnds]).toEqual([1, null, null]);
    expect(pausedUntil).toBeGreaterThan(Date.now() + 6 * DAY);
    await page.getByText(/^On a break until/).waitFor();
    await page.context().close();
  });
});

describe('a spending pause that was ended', () => {
  it('can be extended again before it ends', async () => {
    const [mara] = await stage.world.people({ credits: 9, premium: true });
    const { limitSpending, getSpending } = stage.world.inside.core.credits;
    const now = Date.now();
    for (const pausedUntil of [now + 20 * DAY, null]) await limitSpending(mara.id, { pausedUntil }, 'UTC');
    const page = await stage.signedIn(mara, { path: '/credits/limits' });
    await page.getByText(/^You ended your break/).waitFor();
    await page.getByRole('button', { name: 'Take 7 days off' }).click();
    await expect
      .poll(async () => (await getSpending(mara.id, 'UTC')).pauseEnds?.at ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(now + 7 * DAY);
    const end = new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(now + 7 * DAY);
    await page.getByText(`You ended your break. It lasts until ${end}`).waitFor();
    await page.context().close();
  });
});

describe('the statement and a refund', () => {
  it('buys a pack, spends a credit and refunds the rest, in German [S0-001 S1-018]', async () => {
    const [mara, jonas] = await stage.world.people({ account: { language: 'de' } }, { name: 'Jonas' });
    const page = await stage.signedIn(mara, { locale: 'de' });
    await at(page, '/credits');
    await page.getByRole('button', { name: /kaufen$/ }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole('button', { name: /^Pay \D\d/ }).click();
    await page.waitForURL('**/transactions/*');
    await expect.poll(() => userOf(page), { timeout: 30_000 }).toMatchObject({ paid_user: true });
    const bought = Number((await userOf(page)).credits);
    await at(page, `/members/${jonas.id}/chat`);
    await write(page, 'Hallo');
    await expect.poll(() => userOf(page), { timeout: 30_000 }).toMatchObject({ credits: bought - 1 });

    await at(page, '/credits/statement');
    await page.getByRole('tab', { name: 'Ausgegeben' }).click();
    const line = page.getByRole('listitem').filter({ hasText: 'Jonas' });
    await line.getByText(/im Wert von/).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'gekauft' }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Alles herunterladen (CSV)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('credits.csv');
    // A line links to its message.
    await line.getByRole('link', { name: 'Jonas' }).click();
    await page.waitForURL(/\/chats\/[0-9a-f]{24}\?at=\d+$/);
    await page.getByRole('article').filter({ hasText: 'Hallo' }).waitFor();

    await at(page, '/credits/refund');
    await page.getByRole('button', { name: 'Vertrag widerrufen' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(new RegExp(`${bought - 1} Credits werden sofort abgezogen`)).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Widerruf bestätigen' }).click();
    await page.getByText('Erstattet', { exact: true }).waitFor();
    await expect
      .poll(() => userOf(page), { timeout: 30_000 })
      .toMatchObject({ credits: 0, paid_user: false });
    const subjects = () => (stage.world.stubs?.mailbox.mails(mara.email) ?? []).map(({ subject }) => subject);
    await expect.poll(subjects, { timeout: 30_000 }).toContainEqual(expect.stringContaining('Widerruf'));
    await expect.poll(subjects, { timeout: 30_000 }).toContainEqual(expect.stringContaining('Erstattung'));
    await page.context().close();
  });

  it('shows the words of its lines uncut on a phone', async () => {
    const [mara] = await stage.world.people({ account: { language: 'de' } });
    await stage.world.inside.core.credits.limitSpending(mara.id, { pausedUntil: Date.now() + 60_000 }, 'UTC');
    const look = { width: 360, height: 740, locale: 'de', path: '/credits/statement' } as const;
    const page = await stage.signedIn(mara, look);
    const words = page.getByText('Du hast deine Ausgabenpause geändert');
    await words.waitFor();
    expect(await words.evaluate((line) => line.scrollWidth > line.clientWidth)).toBe(false);
    await page.context().close();
  });

  it('asks again when the amount of a refund changed meanwhile', async () => {
    const [mara, jonas] = await stage.world.people({}, { name: 'Jonas' });
    const page = await stage.signedIn(mara);
    await at(page, '/credits');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole('button', { name: /^Pay \D\d/ }).click();
    await page.waitForURL('**/transactions/*');
    await page.getByText(/and Premium for life/).waitFor();
    await at(page, '/credits/refund');
    const ask = page.getByRole('button', { name: 'Withdraw from contract here' });
    await ask.click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(/^60 credits leave/).waitFor();
    // The message is sent on another device.
    await mara.http.call(postMessage, { clientId: randomUUID(), profile: jonas.id, text: 'Hi', credits: 1 });
    await dialog.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await page.getByText('The refundable amount has changed.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^59 credits left of your payment/).waitFor();
    await ask.click();
    await dialog.getByText(/^59 credits leave/).waitFor();
    await page.context().close();
  });

  it('a fully refunded payment does not promise Premium later', async () => {
    const [mara] = await stage.world.people({});
    const page = await stage.signedIn(mara);
    await at(page, '/credits');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole('button', { name: /^Pay \D\d/ }).click();
    await page.waitForURL('**/transactions/*');
    await page.getByText(/and Premium for life/).waitFor();
    const payment = new URL(page.url()).pathname;
    await at(page, '/credits/refund');
    await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect.poll(() => userOf(page), { timeout: 30_000 }).toMatchObject({ paid_user: false });
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await leftOverlayStep(page);
    await at(page, payment);
    await page.getByText(/You have \d+ credits/).waitFor();
    expect(await page.getByText(/Premium for life/).count()).toBe(0);
    await page.context().close();
  });

  it('finds no invariant violation and no page error', async () => {
    expect(await stage.world.violations()).toEqual([]);
    expect(stage.errors).toEqual([]);
  });
});
