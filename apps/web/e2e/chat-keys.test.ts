import { randomUUID } from 'node:crypto';
import { postMessage } from '@heartline/contracts';
import { addConversation, type Person } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFocused } from './keys.ts';
import { frames, talk, write } from './member-page.ts';
import { openStage, type Stage } from './stage.ts';

/** A chat with input methods, keyboard only, forced colours and enlarged pages. */
let stage: Stage;
let mara: Person;
let jonas: Person;
let nele: Person;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  const rich = { credits: 50, premium: true };
  [mara, jonas, nele] = await stage.world.people(
    { name: 'Mara', ...rich },
    { name: 'Jonas', ...rich },
    { name: 'Nele', ...rich },
  );
  const { mongo, core } = stage.world.inside;
  const [fia] = await stage.world.people({ name: 'Fia', fictional: true });
  for (const [index, other] of [fia, nele].entries()) {
    const at = Date.now() - (index + 1) * 3_600_000;
    await addConversation(mongo, core, { sides: [other.id, mara.id], messages: [{ text: 'Hello', at }] });
  }
  await say(jonas, mara, 'For the keyboard');
  page = await stage.signedIn(mara, { path: `/members/${jonas.id}/chat` });
  await talk(page).getByText('For the keyboard').first().waitFor();
});
afterAll(() => stage?.close());

const say = (from: Person, to: Person, text: string) =>
  from.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text, credits: 1 });
const rowOf = (name: string) => page.locator('[data-chat]').filter({ hasText: name });
const field = () => page.getByRole('textbox', { name: /^Message to/ });
const focused = () => page.evaluate(() => document.activeElement?.tagName);

it('ends the search of a conversation when the member leaves it', async () => {
  await page.keyboard.press('Control+f');
  const search = page.getByRole('searchbox', { name: 'Search in chat' });
  await search.fill('keyboard');
  await rowOf('Nele').click();
  await page.getByRole('textbox', { name: 'Message to Nele' }).waitFor();
  await rowOf('Jonas').click();
  await expect.poll(() => isFocused(page.getByRole('textbox', { name: 'Message to Jonas' }))).toBe(true);
  expect(await search.count()).toBe(0);
});

it('leaves the open conversation when it is removed and reopens it on undo', async () => {
  await rowOf('Jonas').hover();
  await rowOf('Jonas').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Remove chat' }).click();
  await page.waitForURL('**/chats');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await talk(page).getByText('For the keyboard').first().waitFor();
  await expect.poll(() => isFocused(page.getByRole('textbox', { name: 'Message to Jonas' }))).toBe(true);
});

it('undo of a removal reopens the conversation only from the list', async () => {
  const remove = async () => {
    await page.getByRole('button', { name: 'Chat options' }).click();
    await page.getByRole('menuitem', { name: 'Remove chat' }).click();
    await page.waitForURL('**/chats');
  };
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await remove();
  await undo.click();
  await expect.poll(() => isFocused(page.getByRole('textbox', { name: 'Message to Jonas' }))).toBe(true);
  await remove();
  await rowOf('Nele').click();
  await page.getByRole('textbox', { name: 'Message to Nele' }).waitFor();
  await undo.click();
  await rowOf('Jonas').waitFor();
  expect(await page.getByRole('textbox', { name: 'Message to Nele' }).count()).toBe(1);
  await rowOf('Jonas').click();
  await talk(page).getByText('For the keyboard').first().waitFor();
});

it('the list keeps search, filter and scroll position while chats open and close', async () => {
  const list = await stage.signedIn(mara, { path: '/chats', height: 330 });
  const search = list.locator('[data-chat-search]');
  await search.fill('keyboard');
  await list.getByRole('link', { name: /For the keyboard/ }).click();
  await talk(list).getByText('For the keyboard').first().waitFor();
  expect(await search.inputValue()).toBe('keyboard');
  await list.goBack();
  await list.getByText('Choose a chat').waitFor();
  expect(await search.inputValue()).toBe('keyboard');
  await search.fill('');
  const real = list.getByRole('button', { name: 'Without fictional' });
  await real.click();
  const first = list.locator('[data-chat]').first();
  const place = () => first.evaluate((row) => row.closest('.overflow-y-auto.grow')?.scrollTop);
  await list.locator('[data-chat]').last().hover();
  await list.mouse.wheel(0, 40);
  await expect.poll(place).toBeGreaterThan(0);
  const before = await place();
  // Playwright's click would scroll the row into view first.
  await first.getByRole('link').evaluate((link: HTMLElement) => link.click());
  await list.getByRole('textbox', { name: /^Message to/ }).waitFor();
  expect(await place()).toBe(before);
  expect(await real.getAttribute('aria-pressed')).toBe('true');
  await list.context().close();
});

it('Escape while composing in the conversation search stays with the input method', async () => {
  await page.keyboard.press('Control+f');
  const search = page.getByRole('searchbox', { name: 'Search in chat' });
  await search.waitFor();
  const isTaken = await search.evaluate((input) => {
    const how = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true };
    return !input.dispatchEvent(new KeyboardEvent('keydown', how));
  });
  expect(isTaken).toBe(false);
  await search.press('Escape');
  await search.waitFor({ state: 'detached' });
});

it('keys while composing stay with the input method in every field', async () => {
  /** Presses a key within a word of an input method, as browsers tell of it; whether the page left it alone. */
  const compose = (at: Locator, how: Record<string, string | number | boolean>) =>
    at.evaluate((element, given) => {
      const init = { isComposing: true, bubbles: true, cancelable: true, ...given };
      return element.dispatchEvent(new KeyboardEvent('keydown', init));
    }, how);
  const here = page.url();
  await field().fill('ni');
  // Safari sends the Enter that ends a composition afterwards, marked only by key code 229.
  for (const how of [
    { key: 'f', ctrlKey: true },
    { key: 'ArrowDown', altKey: true },
    { key: 'Enter' },
    { key: 'Enter', isComposing: false, keyCode: 229 },
  ])
    expect(await compose(field(), how), JSON.stringify(how)).toBe(true);
  expect(page.url()).toBe(here);
  expect(await field().inputValue()).toBe('ni');
  await field().fill('');
  const search = page.getByRole('searchbox', { name: 'Search names and messages' });
  await search.fill('harb');
  await compose(search, { key: 'Escape' });
  expect(await search.inputValue()).toBe('harb');
  await search.fill('');
  await page.getByRole('button', { name: 'Emoji' }).click();
  const emoji = page.getByRole('searchbox', { name: 'Search emoji' });
  await emoji.waitFor();
  await compose(emoji, { key: 'Escape' });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await emoji.isVisible()).toBe(true);
  await emoji.press('Escape');
  await emoji.waitFor({ state: 'detached' });
});

it('Ctrl+F opens the search with Caps Lock on', async () => {
  await field().focus();
  const isTaken = await field().evaluate((element) => {
    const how = { key: 'F', ctrlKey: true, bubbles: true, cancelable: true };
    return !element.dispatchEvent(new KeyboardEvent('keydown', how));
  });
  expect(isTaken).toBe(true);
  const search = page.getByRole('searchbox', { name: 'Search in chat' });
  await search.press('Escape');
  await search.waitFor({ state: 'detached' });
});

it('Enter on a message opens its menu whatever text is selected', async () => {
  const message = page.locator('article', { hasText: 'For the keyboard' }).first();
  await message.getByText('For the keyboard').selectText();
  await message.focus();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.evaluate(() => getSelection()?.empty());
});

it('describes each message and the state of own ones to keyboard users', async () => {
  await write(page, 'Heard in full');
  const own = page.locator('article', { hasText: 'Heard in full' });
  await own.getByText('Heard in full').waitFor();
  const described = () =>
    page.evaluate(() =>
      (document.activeElement?.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    );
  await own.focus();
  // Its name says who wrote it; its description begins with the text.
  await expect.poll(described).toMatch(/^Heard in full.*(Sent|Delivered)/);
  await page.keyboard.press('ArrowUp');
  await expect.poll(described).toContain('For the keyboard');
  expect(await page.locator('article[aria-describedby]').count()).toBe(1);
});

it('cancelling a reply by key returns the focus to the field', async () => {
  await page.locator('article', { hasText: 'For the keyboard' }).first().press('Enter');
  await page.getByRole('menuitem', { name: 'Reply' }).press('Enter');
  await page.getByRole('button', { name: 'Cancel reply' }).press('Enter');
  await expect.poll(() => isFocused(field())).toBe(true);
});

it('Alt+arrow opens the next conversation of the list, filtered or not', async () => {
  const { conversationOf } = stage.world.inside.core.messaging;
  await page.goto(`${mara.http.gateway.origin}/chats/${conversationOf(mara.id, jonas.id)}`);
  await talk(page).getByText('For the keyboard').first().waitFor();
  await page.getByRole('button', { name: 'Without fictional' }).click();
  await rowOf('Fia').waitFor({ state: 'detached' });
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?Nele/);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?Jonas/);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?Fia/);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?Jonas/);
});

it('arrow keys stay in the open menu of a list row', async () => {
  await say(nele, mara, 'For the keyboard too');
  await rowOf('Nele').waitFor();
  await rowOf('Nele').getByRole('link').first().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const [profile, mute] = ['Profile of Nele', 'Mute'].map((name) => page.getByRole('menuitem', { name })) as [
    Locator,
    Locator,
  ];
  await expect.poll(() => isFocused(profile)).toBe(true);
  await page.keyboard.press('ArrowDown');
  // The list would take the focus in the next frame.
  await frames(page);
  expect(await isFocused(mute)).toBe(true);
  await page.keyboard.press('Escape');
  await mute.waitFor({ state: 'hidden' });
});

it('removing a conversation by keyboard and undoing it keep the focus in the list', async () => {
  const rows = page.locator('[data-chat]');
  const id = (at: number) => rows.nth(at).getAttribute('data-chat');
  const removed = await rowOf('Fia').getAttribute('data-chat');
  const focusedRow = () =>
    page.evaluate(() => document.activeElement?.closest('[data-chat]')?.getAttribute('data-chat'));
  const order = await Promise.all([0, 1, 2].map(id));
  const beside = order[order.indexOf(removed) + 1] ?? order[order.indexOf(removed) - 1];
  await rowOf('Fia').getByRole('link').first().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const remove = page.getByRole('menuitem', { name: 'Remove chat' });
  await expect.poll(() => isFocused(page.getByRole('menuitem', { name: 'Profile of Fia' }))).toBe(true);
  await page.keyboard.press('End');
  await expect.poll(() => isFocused(remove)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Chat with Fia (Fictional) removed').waitFor();
  await expect.poll(focusedRow).toBe(beside);
  await page.keyboard.press('F6');
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await rowOf('Fia').waitFor();
  await expect.poll(focusedRow).toBe(beside);
});

it('shows what is selected in forced colours', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('button', { name: 'Send a gift' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio').nth(1).check({ force: true });
  const paint = (at: Locator) => at.evaluate((element) => getComputedStyle(element).backgroundColor);
  const tiles = sheet.locator('label', { has: page.getByRole('radio') });
  const areApart = async (one: Locator, other: Locator) => (await paint(one)) !== (await paint(other));
  await expect.poll(() => areApart(tiles.nth(1), tiles.first())).toBe(true);
  const filters = page.getByRole('group', { name: 'Filter chats', includeHidden: true });
  const [all, unread] = ['All', 'Unread'].map((name) =>
    filters.getByRole('button', { name, includeHidden: true }),
  ) as [Locator, Locator];
  await expect.poll(() => areApart(all, unread)).toBe(true);
  // Some browsers paint no background behind text in forced colours, so the text colour must differ.
  const inkOf = (at: Locator) => at.evaluate((element) => getComputedStyle(element).color);
  expect(await inkOf(all)).not.toBe(await inkOf(unread));
  expect(await all.evaluate((element) => getComputedStyle(element).forcedColorAdjust)).toBe('none');
  // The main button and own messages were marked by their fill only; they need a border.
  const edge = (at: Locator) => at.evaluate((element) => getComputedStyle(element).borderTopWidth);
  expect(await edge(sheet.getByRole('button', { name: /^Send/ }))).toBe('1px');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await rowOf('Jonas').click();
  expect(await edge(talk(page).locator('.text-on-pulse', { hasText: 'Heard in full' }))).toBe('1px');
  // The progress line of a loading page is only its fill.
  const line = page.getByRole('progressbar', { includeHidden: true }).locator('.bg-pulse');
  expect(await paint(line)).not.toBe(await paint(page.locator('body')));
  await page.emulateMedia({ forcedColors: 'none' });
});

it('a dialog can be scrolled on a screen enlarged four times', async () => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.getByRole('button', { name: 'Photo or gift' }).click();
  await page.getByRole('menuitem', { name: 'Send a gift' }).click();
  const sheet = page.getByRole('dialog');
  const tile = sheet.locator('label', { has: page.getByRole('radio') }).first();
  await tile.scrollIntoViewIfNeeded();
  const height = await tile.evaluate((element) => element.getBoundingClientRect().height);
  expect((await shareInView(tile)) * height).toBeGreaterThan(120);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 860 });
});

/** The visible share of an element, from 0 to 1. */
const shareInView = (one: Locator) =>
  one.evaluate(
    (element) =>
      new Promise<number>((resolve) =>
        new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(element),
      ),
  );

it('spending notices leave room for messages on a phone with double letters', async () => {
  await say(jonas, nele, 'Room for this');
  const day = 86_400_000;
  const { limitSpending } = stage.world.inside.core.credits;
  await limitSpending(nele.id, { pausedUntil: Date.now() + day }, 'UTC');
  await limitSpending(nele.id, { limits: { day: null, week: null, month: 0 } }, 'UTC');
  const phone = await stage.signedIn(nele, { width: 360, height: 740, path: '/members' });
  const browser = await phone.context().newCDPSession(phone);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await phone.goto(new URL(`/members/${jonas.id}/chat`, phone.url()).href);
  await phone.getByText(/Your spending break .* would take you over your limit/).waitFor();
  expect((await talk(phone).boundingBox())?.height).toBeGreaterThan(220);
  const link = phone.getByRole('link', { name: 'View break' });
  await link.focus();
  await expect.poll(() => shareInView(link)).toBeGreaterThan(0.95);
  await phone.context().close();
});

it('scrolls to the gift chosen with the arrow keys', async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('button', { name: 'Photo or gift' }).click();
  await page.getByRole('menuitem', { name: 'Send a gift' }).click();
  const sheet = page.getByRole('dialog');
  const gifts = sheet.getByRole('radio');
  await gifts.first().focus();
  for (let at = 1; at < (await gifts.count()); at += 1) {
    await page.keyboard.press('ArrowDown');
    const chosen = sheet.locator('label', { has: page.getByRole('radio', { checked: true }) });
    expect(await shareInView(chosen)).toBeGreaterThan(0.95);
  }
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 860 });
});

it('limits the text of a gift by what people count as letters', async () => {
  const gift = page.getByRole('button', { name: 'Send a gift' });
  await gift.click();
  const sheet = page.getByRole('dialog');
  const families = '👨‍👩‍👧‍👦'.repeat(120);
  await sheet.getByRole('textbox').focus();
  await page.keyboard.insertText(families);
  expect(await sheet.getByRole('textbox').inputValue()).toBe(families);
  await page.keyboard.insertText('x'.repeat(1_000));
  await sheet
    .getByText(/too long|at most|1,?000/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await sheet.first().waitFor({ state: 'detached' });
  // Not on the photo button, which comes first.
  await expect.poll(() => isFocused(gift)).toBe(true);
});

it('puts the focus in the field after undo and on the message after a reaction', async () => {
  await write(page, 'To be undone');
  const row = talk(page).locator('[data-row]').filter({ hasText: 'To be undone' });
  await row.getByRole('button', { name: 'Undo sending' }).press('Enter');
  await talk(page).getByText('You took this message back').first().waitFor();
  await expect.poll(() => focused()).toBe('TEXTAREA');
  await field().fill('');
  await talk(page).locator('[data-row]').filter({ hasText: 'For the keyboard' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio').first().click();
  const chip = talk(page).getByRole('button', { name: /from you/ });
  await chip.press('Enter');
  await chip.waitFor({ state: 'detached' });
  await expect.poll(() => focused()).toBe('ARTICLE');
  expect(stage.errors).toEqual([]);
});
