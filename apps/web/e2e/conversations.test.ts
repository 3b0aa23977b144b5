import { addConversation, type Person } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escape, isFocused, tabTo } from './keys.ts';
import { overflowOf, talk, write } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/**
 * The conversations of one member, in a wide English window and a narrow German one: list, bar, long history, keyboard and
 * screen reader.
 */
let stage: Stage;
let mara: Person;
let jonas: Person;
let ines: Person;
let made: Person;
let wide: Page;
let narrow: Page;
const DAY_MS = 86_400_000;
const LONG = 2_000;

beforeAll(async () => {
  stage = await openStage();
  const rich = { credits: 20, premium: true };
  [mara, jonas, ines] = await stage.world.people(
    { name: 'Mara', ...rich },
    { name: 'Jonas', ...rich },
    { name: 'Ines' },
  );
  const others = await stage.world.people({ name: 'Made', fictional: true }, { name: 'Omar' });
  [made] = others;
  const { mongo, core } = stage.world.inside;
  const now = Date.now();
  const texts = (count: number) => Array.from({ length: count }, (_, index) => `Note ${index + 1}.`);
  await addConversation(mongo, core, {
    sides: [jonas.id, mara.id],
    messages: texts(LONG).map((text, index) => ({ text, at: now - (LONG - index) * 3_600_000 })),
  });
  await addConversation(mongo, core, {
    sides: [ines.id, mara.id],
    messages: [
      { text: 'Far too old to be seen', at: now - 365 * DAY_MS - 60_000 },
      { text: 'Just young enough', at: now - 364 * DAY_MS },
      { text: 'The harbour at noon?', at: now - 60_000 },
    ],
    read: [3, 0],
  });
  for (const other of others) {
    await addConversation(mongo, core, {
      sides: [other.id, mara.id],
      messages: [{ text: `Hello from ${other.name}`, at: now - 2 * DAY_MS }],
    });
  }
  [wide, narrow] = await Promise.all([
    stage.signedIn(mara, { width: 1920 }),
    stage.signedIn(mara, { width: 375, height: 740, locale: 'de', colorScheme: 'dark' }),
  ]);
});
afterAll(() => stage?.close());

const origin = () => mara.http.gateway.origin;
const conversationWith = (other: Person) =>
  stage.world.inside.core.messaging.conversationOf(mara.id, other.id);
const rowOf = (page: Page, other: Person) => page.locator(`[data-chat="${conversationWith(other)}"]`);
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search names and messages' });
const widthOf = async (element: Locator) => (await element.boundingBox())?.width ?? 0;
/** The list, and the column of messages. */
const rail = (page: Page) => page.locator('main > section').first();
const column = (page: Page) => page.locator('#messages > div').last();

/** One of the numbered messages. */
const noteOf = (page: Page, number: number) => page.locator('article', { hasText: `Note ${number}.` });

/** Goes to the day this many days ago in the open conversation. Returns its midnight. */
async function goToDay(page: Page, daysAgo: number): Promise<Date> {
  await page.getByRole('button', { name: 'Chat options' }).click();
  await page.getByRole('menuitem', { name: 'Go to date' }).click();
  const day = new Date(Date.now() - daysAgo * DAY_MS);
  day.setHours(0, 0, 0, 0);
  await page.getByLabel('Day', { exact: true }).fill(day.toLocaleDateString('sv'));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return day;
}

async function expectNote(page: Page, number: number): Promise<void> {
  await expect.poll(() => noteOf(page, number).isVisible(), { timeout: 20_000 }).toBe(true);
}

describe('conversations', () => {
  it('is accessible before a conversation is chosen', async () => {
    await wide.goto(`${origin()}/chats`);
    await rowOf(wide, ines).waitFor();
    await wide.getByRole('heading', { name: 'Choose a chat' }).waitFor();
    expect(await seriousFindings(wide)).toEqual([]);
  });

  it('opens a conversation with its bar and menu, marks it read, hides old messages [S2-017 S2-020 S2-021 S2-022 S2-023 S4-019 S9-005]', async () => {
    await rowOf(wide, ines).getByText('1 unread message').waitFor({ state: 'attached' });
    await rowOf(wide, ines).getByRole('link').click();
    await wide.waitForURL(`**/chats/${conversationWith(ines)}`);
    await talk(wide).getByText('Just young enough').waitFor();
    await talk(wide).getByText('Older messages are hidden for privacy.').waitFor();
    expect(await wide.getByText('Far too old to be seen').count()).toBe(0);
    await expect
      .poll(
        () =>
          rowOf(wide, ines)
            .getByText(/unread/)
            .count(),
        { timeout: 20_000 },
      )
      .toBe(0);
    const bar = wide.locator('header', { has: wide.getByRole('heading', { name: /^Ines/ }) });
    expect(await bar.getByRole('link', { name: /Ines/ }).getAttribute('href')).toBe(`/members/${ines.id}`);
    await bar.getByRole('link', { name: /20 credits left/ }).waitFor();
    await bar.getByRole('button', { name: 'Chat options' }).click();
    for (const item of ['Profile of Ines', 'Search in chat', 'Go to date', 'Keyboard shortcuts'])
      await wide.getByRole('menuitem', { name: item }).waitFor();
    // A dialog opened by pointer from a menu has the focus, so Escape closes it.
    const dialog = wide.getByRole('dialog');
    await wide.getByRole('menuitem', { name: 'Go to date' }).click();
    await escape(dialog);
    await dialog.waitFor({ state: 'detached' });
    expect(await seriousFindings(wide)).toEqual([]);
  });

  it('opens the same conversation by the chat page of a member [S2-009]', async () => {
    await wide.goto(`${origin()}/members/${ines.id}/chat`);
    await field(wide).waitFor();
    await talk(wide).getByText('The harbour at noon?').waitFor();
  });

  it('keeps the widths of list and column [S9-062 S9-063 S9-064]', async () => {
    const [list, messages] = await Promise.all([widthOf(rail(wide)), widthOf(column(wide))]);
    expect(list).toBe(400);
    expect(messages).toBeLessThanOrEqual(800);
    expect(messages).toBeGreaterThan(700);
    await wide.setViewportSize({ width: 992, height: 860 });
    expect(await widthOf(rail(wide))).toBeGreaterThanOrEqual(300);
    await wide.setViewportSize({ width: 1280, height: 860 });
    const left = (await rail(wide).boundingBox())?.x ?? Number.NaN;
    expect(left).toBeLessThan((await column(wide).boundingBox())?.x ?? 0);
  });

  it('shows either list or conversation on a narrow screen, in German [S2-019]', async () => {
    await narrow.goto(`${origin()}/chats`);
    await rowOf(narrow, jonas).waitFor();
    await narrow.getByRole('searchbox', { name: 'Namen und Nachrichten suchen' }).waitFor();
    expect(await overflowOf(narrow)).toBe(0);
    expect(await seriousFindings(narrow)).toEqual([]);
    await rowOf(narrow, jonas).getByRole('link').click();
    await noteOf(narrow, LONG).waitFor();
    expect(await rail(narrow).isVisible()).toBe(false);
    expect(await overflowOf(narrow)).toBe(0);
    expect(await seriousFindings(narrow)).toEqual([]);
    await narrow.getByRole('link', { name: 'Alle Nachrichten' }).click();
    await rowOf(narrow, jonas).waitFor();
  });

  it('filters the list, finds people and words, and opens the found message', async () => {
    await wide.goto(`${origin()}/chats`);
    await rowOf(wide, made).waitFor();
    await wide.getByRole('button', { name: 'Without fictional' }).click();
    await expect.poll(() => rowOf(wide, made).count()).toBe(0);
    await wide.getByRole('button', { name: 'All', exact: true }).click();
    await rowOf(wide, made).getByText('Fictional').first().waitFor();
    await search(wide).fill('HARB');
    await wide.locator('mark', { hasText: 'harb' }).waitFor();
    await search(wide).fill('jon');
    await wide.getByRole('heading', { name: 'People' }).waitFor();
    await search(wide).fill('note 321');
    await wide.locator('mark', { hasText: '321' }).first().waitFor();
    await rowOf(wide, jonas).getByRole('link').first().click();
    await wide.waitForURL(`**/chats/${conversationWith(jonas)}`);
    await expectNote(wide, 321);
    await search(wide).fill('');
  });

  it('jumps in a long history to words, a day, and the newest message', async () => {
    await wide.goto(`${origin()}/chats/${conversationWith(jonas)}`);
    await expectNote(wide, LONG);
    await wide.keyboard.press('Control+f');
    const find = wide.getByRole('searchbox', { name: 'Search in chat' });
    await find.fill('note 1200');
    await expectNote(wide, 1_200);
    await wide.locator('mark', { hasText: '1200' }).first().waitFor();
    await find.press('Escape');
    await expect.poll(() => isFocused(field(wide))).toBe(true);
    const day = await goToDay(wide, 40);
    // Keyboard users continue from the chosen day.
    await wide.locator('article:focus').waitFor();
    // Messages are an hour apart, which gives the number of the first one of that day.
    const first = LONG - Math.floor((Date.now() - day.getTime()) / 3_600_000) + 1;
    await expect
      .poll(
        async () => {
          const seen = await wide.locator('article').allInnerTexts();
          return seen.some((text) => Math.abs(Number(/Note (\d+)\./.exec(text)?.[1]) - first) <= 3);
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    await stage.world.inside.core.messaging.sendMessage(
      { member: jonas.id, site: 'default' },
      { clientId: crypto.randomUUID(), profile: mara.id, text: 'Are you still there?', credits: 1 },
    );
    await wide.getByText('1 new message', { exact: true }).waitFor({ state: 'attached' });
    // The focus moves to the message: the button is gone.
    await wide.getByRole('button', { name: 'Go to newest message' }).press('Enter');
    await expect
      .poll(() => wide.locator('article:focus').allInnerTexts(), { timeout: 20_000 })
      .toEqual([expect.stringContaining('Are you still there?')]);
  });

  it('says when nothing was written on the chosen day', async () => {
    await goToDay(wide, LONG / 24 + 10);
    await wide.getByText(/^No messages on .+\. Showing .+\.$/).waitFor();
    await expect.poll(() => isFocused(noteOf(wide, 1))).toBe(true);
    await wide.getByRole('button', { name: 'Go to newest message' }).press('Enter');
    await talk(wide).getByText('Are you still there?').waitFor();
  });

  it('keeps a draft per conversation and shows it in the list', async () => {
    await field(wide).fill('Half a thought');
    await rowOf(wide, ines).getByRole('link').click();
    await wide.waitForURL(`**/chats/${conversationWith(ines)}`);
    await rowOf(wide, jonas).getByText('Half a thought').waitFor();
    await rowOf(wide, jonas).getByRole('link').click();
    await expect.poll(() => field(wide).inputValue()).toBe('Half a thought');
    await field(wide).fill('');
  });

  it('shows that the other person is online', async () => {
    const device = await jonas.device();
    await wide.reload();
    const bar = wide.locator('header', { has: wide.getByRole('heading', { name: /^Jonas/ }) });
    await bar.getByText('Online').first().waitFor({ state: 'attached', timeout: 60_000 });
    device.close();
  });

  it('works by keyboard: list, messages, menu, field and shortcuts', async () => {
    await wide.goto(`${origin()}/chats/${conversationWith(jonas)}`);
    await talk(wide).getByText('Are you still there?').waitFor();
    await search(wide).focus();
    await tabTo(wide, rowOf(wide, jonas).getByRole('link'));
    await wide.keyboard.press('End');
    await expect.poll(() => isFocused(wide.locator('[data-chat] > a').last())).toBe(true);
    await wide.keyboard.press('Home');
    await expect.poll(() => isFocused(wide.locator('[data-chat] > a').first())).toBe(true);
    // Further up the list itself takes the focus, and arrows begin at a visible message.
    await talk(wide).evaluate((list) => list.scrollBy({ top: -2_000, behavior: 'instant' }));
    await wide.getByRole('button', { name: 'Go to newest message' }).waitFor();
    await field(wide).focus();
    await tabTo(wide, talk(wide), 'Shift+Tab');
    await wide.keyboard.press('ArrowUp');
    await expect.poll(() => talk(wide).locator('article:focus').count()).toBe(1);
    await wide.getByRole('button', { name: 'Go to newest message' }).waitFor();
    await wide.keyboard.press('End');
    const newest = wide.locator('article', { hasText: 'Are you still there?' });
    await expect.poll(() => isFocused(newest), { timeout: 20_000 }).toBe(true);
    await field(wide).focus();
    await tabTo(wide, newest, 'Shift+Tab');
    await wide.keyboard.press('ArrowUp');
    await expect.poll(() => isFocused(noteOf(wide, LONG))).toBe(true);
    await wide.keyboard.press('Home');
    const oldest = noteOf(wide, 1);
    await expect.poll(() => isFocused(oldest), { timeout: 20_000 }).toBe(true);
    await wide.keyboard.press('End');
    await expect.poll(() => isFocused(newest), { timeout: 20_000 }).toBe(true);
    await wide.keyboard.press('Enter');
    await wide.getByRole('menuitem', { name: 'Reply' }).waitFor();
    await escape(wide.getByRole('menu'));
    await expect.poll(() => isFocused(newest)).toBe(true);
    await wide.keyboard.press('?');
    const shortcuts = wide.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await shortcuts.waitFor();
    expect(await seriousFindings(wide)).toEqual([]);
    await escape(shortcuts);
    await shortcuts.waitFor({ state: 'detached' });
    await newest.focus();
    await wide.keyboard.press('Escape');
    await expect.poll(() => isFocused(field(wide))).toBe(true);
    // A typed letter goes into the field, unless single-key shortcuts are off.
    await field(wide).fill('');
    await newest.focus();
    await wide.keyboard.type('hi');
    await expect.poll(() => field(wide).inputValue()).toBe('hi');
    await newest.focus();
    await wide.evaluate(() => localStorage.setItem('single-keys', 'off'));
    await wide.keyboard.type('gh');
    expect(await isFocused(newest)).toBe(true);
    await wide.evaluate(() => localStorage.removeItem('single-keys'));
    await write(wide, 'From the keyboard');
    await talk(wide).getByText('From the keyboard').waitFor();
    expect(await isFocused(field(wide))).toBe(true);
  });

  it('names its parts for a screen reader and announces a new message once', async () => {
    const tree = await wide.locator('main').ariaSnapshot();
    for (const part of [
      /region "Chats"/,
      /region "Chat with Jonas"/,
      /heading "Jonas, \d+" \[level=1\]/,
      /textbox "Message to Jonas"/,
      /log/,
    ])
      expect(tree).toMatch(part);
    expect(tree).toMatch(/article "You, [^"]+"/);
    const log = wide.getByRole('log');
    const before = await log.innerText();
    expect(before).not.toContain('From the keyboard');
    await stage.world.inside.core.messaging.sendMessage(
      { member: jonas.id, site: 'default' },
      { clientId: crypto.randomUUID(), profile: mara.id, text: 'Good evening', credits: 1 },
    );
    await expect.poll(() => log.innerText(), { timeout: 20_000 }).toContain('Jonas: Good evening');
    expect((await log.innerText()).match(/Good evening/g)).toHaveLength(1);
    expect(await log.getAttribute('aria-live')).toBe('polite');
  });

  it('removes a row at once, allows undo, then asks the server [S4-020 S4-021 S4-024]', async () => {
    const asked: string[] = [];
    wide.on('request', (request) => {
      if (request.method() === 'DELETE') asked.push(new URL(request.url()).pathname);
    });
    const remove = async (from: Locator) => {
      await from.click();
      await wide.getByRole('menuitem', { name: 'Remove chat' }).click();
    };
    await rowOf(wide, made).hover();
    await remove(rowOf(wide, made).getByRole('button'));
    await expect.poll(() => rowOf(wide, made).count()).toBe(0);
    expect(asked).toEqual([]);
    await wide.getByRole('button', { name: 'Undo', exact: true }).click();
    await rowOf(wide, made).waitFor();
    await wide.goto(`${origin()}/members/${made.id}/chat`);
    await field(wide).waitFor();
    await remove(wide.getByRole('button', { name: 'Chat options' }));
    await wide.waitForURL('**/chats');
    await expect.poll(() => rowOf(wide, made).count()).toBe(0);
    await wide.getByRole('button', { name: 'Undo', exact: true }).click();
    await rowOf(wide, made).waitFor();
    expect(asked).toEqual([]);
    // The profile removes every conversation with the member; there is one.
    await wide.goto(`${origin()}/members/${made.id}`);
    await remove(wide.getByRole('button', { name: `More options for ${made.name}` }));
    await wide
      .getByRole('link', { name: /^Messages/ })
      .first()
      .click();
    await rowOf(wide, ines).waitFor();
    await expect.poll(() => rowOf(wide, made).count()).toBe(0);
    await expect.poll(() => asked, { timeout: 30_000 }).toEqual(['/api/chat.php']);
    await expect.poll(() => rowOf(narrow, made).count(), { timeout: 20_000 }).toBe(0);
  });

  it('no page threw an error', () => expect(stage.errors).toEqual([]));
});
