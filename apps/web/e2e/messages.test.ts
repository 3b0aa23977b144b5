import type { Person } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escape, isFocused } from './keys.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Two people on two gateways and in two languages use messages. One story in order. */
let stage: Stage;
let anna: Person;
let joris: Person;
let english: Page;
let dutch: Page;
const LATE = { timeout: 30_000 };

beforeAll(async () => {
  stage = await openStage();
  [anna, joris] = await stage.world.people(
    { name: 'Anna', credits: 30, premium: true },
    { name: 'Joris', credits: 30, premium: true },
  );
  english = await stage.signedIn(anna);
  dutch = await stage.signedIn(joris, { locale: 'nl', colorScheme: 'dark', icebreakers: true });
});
afterAll(() => stage?.close());

const field = (page: Page) => page.getByRole('textbox', { name: /^(Message to|Bericht aan)/ });
const talk = (page: Page) => page.getByLabel(/^(Chat with|Chat met)/);
const message = (page: Page, text: string) => talk(page).locator('[data-bubble]', { hasText: text });

async function write(page: Page, text: string) {
  await field(page).fill(text);
  await page.keyboard.press('Enter');
}

/** Opens the menu of a message by right click. */
async function menuOf(page: Page, text: string): Promise<Locator> {
  await message(page, text)
    .first()
    .click({ button: 'right', position: { x: 6, y: 6 } });
  const menu = page.getByRole('menu').last();
  await menu.waitFor();
  return menu;
}

describe('messages', () => {
  it('a new chat offers openers that fill the field and send nothing [S2-244]', async () => {
    await dutch.goto(`${joris.http.gateway.origin}/members/${anna.id}/chat`);
    const ideas = dutch.getByRole('toolbar', { name: 'Ideeën voor een eerste bericht' });
    await ideas.waitFor();
    expect(await dutch.getByRole('dialog').count()).toBe(0);
    await ideas.getByRole('button', { name: 'Meer ideeën' }).click();
    const dialog = dutch.getByRole('dialog', { name: 'Breek het ijs met Anna' });
    await dialog.waitFor();
    expect(await seriousFindings(dutch)).toEqual([]);
    const opener = dialog.getByRole('listitem').first();
    const words = await opener.innerText();
    await opener.getByRole('button').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await field(dutch).inputValue()).toBe(words);
    expect(await message(dutch, words).count()).toBe(0);
    // Own words need no ideas.
    await field(dutch).fill('Hoi Anna, hoe gaat het?');
    await ideas.waitFor({ state: 'detached' });
  });

  it('the footer has a field and a button, and sends by the documented call [S2-024 S2-026 S3-076 S3-077 S7-059]', async () => {
    const calls: Record<string, unknown>[] = [];
    dutch.on('request', (request) => {
      if (request.url().endsWith('/api/message.php')) calls.push(request.postDataJSON() as never);
    });
    dutch.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        // An event packet of Socket.IO, not a heartbeat.
        const [, event] = /^42\d*(\[.*)$/su.exec(String(payload)) ?? [];
        const [name, input] = JSON.parse(event ?? '[]') as [string, never];
        if (name === 'message:send') calls.push(input);
      }),
    );
    await dutch.reload();
    await expect.poll(() => field(dutch).inputValue(), LATE).toBe('Hoi Anna, hoe gaat het?');
    const footer = await field(dutch).boundingBox();
    const above = await talk(dutch).boundingBox();
    expect(footer?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    await dutch.getByRole('button', { name: /^Verstuur/ }).click();
    await message(dutch, 'Hoi Anna').waitFor();
    await expect.poll(() => calls.length, LATE).toBeGreaterThan(0);
    expect(calls[0]).toEqual({
      clientId: expect.stringMatching(/^[\da-f-]{36}$/),
      profile: anna.id,
      text: 'Hoi Anna, hoe gaat het?',
      credits: 1,
    });
    const last = await dutch.evaluate(() => JSON.parse(sessionStorage.getItem('last-chat') ?? 'null'));
    expect(last).toMatchObject({ name: 'Anna', path: expect.stringContaining(anna.id) });
    expect(Math.abs(last.at - Date.now())).toBeLessThan(600_000);
  });

  it('a reply quotes a message, and a press on the quote shows it', async () => {
    await english.goto(`${anna.http.gateway.origin}/chats`);
    await english.getByText('Hoi Anna, hoe gaat het?').first().click();
    await message(english, 'Hoi Anna').waitFor();
    const menu = await menuOf(english, 'Hoi Anna');
    await menu.getByRole('menuitem', { name: 'Reply' }).click();
    await english.getByRole('group', { name: 'Replying to' }).waitFor();
    await write(english, 'Very well, thank you');
    const quoted = message(dutch, 'Very well').getByRole('button', { name: /Hoi Anna, hoe gaat het/ });
    await quoted.waitFor();
    expect(await english.getByRole('group', { name: 'Replying to' }).count()).toBe(0);
    const shown = dutch.locator('[data-menu].bg-pulse-soft', { hasText: 'Hoi Anna' });
    await Promise.all([shown.waitFor({ state: 'attached' }), quoted.click()]);
  });

  it('a horizontal swipe on a message replies, a vertical one scrolls', async () => {
    const browser = await english.context().newCDPSession(english);
    const touch = (type: string, ...touchPoints: { x: number; y: number }[]) =>
      browser.send('Input.dispatchTouchEvent', { type, touchPoints } as never);
    const box = await message(english, 'Hoi Anna').first().boundingBox();
    const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
    const strip = english.getByRole('group', { name: 'Replying to' });
    for (const [dx, dy] of [
      [2, 90],
      [90, 2],
    ] as const) {
      expect(await strip.count()).toBe(0);
      await touch('touchStart', { x, y });
      for (const part of [0.3, 0.6, 1]) await touch('touchMove', { x: x + dx * part, y: y + dy * part });
      await touch('touchEnd');
    }
    await strip.getByText('Hoi Anna').waitFor();
    expect(await isFocused(field(english))).toBe(true);
    await field(english).press('Escape');
    await strip.waitFor({ state: 'detached' });
  });

  it('shows a reaction on both sides and removes it on a second press', async () => {
    const menu = await menuOf(dutch, 'Very well');
    await menu.getByRole('menuitemradio', { name: 'Reageren met ❤️' }).click();
    const mine = dutch.getByRole('button', { name: '❤️ van jou', exact: true });
    await mine.waitFor();
    const theirs = english.getByRole('button', { name: '❤️ from Joris', exact: true });
    await theirs.waitFor();
    expect(await mine.getAttribute('aria-pressed')).toBe('true');
    await theirs.click();
    await dutch.getByRole('button', { name: '❤️ van jou en Anna', exact: true }).click();
    await english.getByRole('button', { name: '❤️ from you', exact: true }).waitFor();
    await english.reload();
    await english.getByRole('button', { name: '❤️ from you', exact: true }).waitFor();
    expect(await seriousFindings(english)).toEqual([]);
  });

  it('shows that the other person is typing until they send', async () => {
    await field(dutch).fill('Ik ben aan het');
    // A page that connects too late misses the event; further typing sends it again.
    const isSeen = async () => {
      await field(dutch).pressSequentially('.');
      return english.getByText('Joris is typing').count();
    };
    await expect.poll(isSeen, { ...LATE, interval: 500 }).toBeGreaterThan(0);
    await dutch.keyboard.press('Enter');
    await message(english, 'Ik ben aan het').waitFor();
    await expect.poll(() => english.getByText('Joris is typing').count(), LATE).toBe(0);
  });

  it('finds emoji in the member’s language by keyboard, from our own host', async () => {
    const hosts = new Set<string>();
    dutch.on('request', (request) => hosts.add(new URL(request.url()).host));
    await field(dutch).fill('Lekker ');
    await dutch.getByRole('button', { name: 'Emoji' }).click();
    const picker = dutch.getByRole('dialog', { name: 'Emoji' });
    await picker.getByRole('gridcell').first().waitFor();
    expect(await seriousFindings(dutch)).toEqual([]);
    await dutch.keyboard.type('pizza');
    // The first result, and the one the list measures.
    await expect.poll(() => picker.getByRole('gridcell').count(), LATE).toBeLessThan(9);
    await picker.getByRole('gridcell', { name: /pizza/i }).first().waitFor();
    await dutch.keyboard.press('ArrowDown');
    await dutch.keyboard.press('Enter');
    await expect.poll(() => field(dutch).inputValue(), LATE).toBe('Lekker 🍕');
    await dutch.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    // The focus is in the field: Enter sends and does not open the picker again.
    await expect.poll(() => isFocused(field(dutch))).toBe(true);
    expect([...hosts]).toEqual([new URL(joris.http.gateway.origin).host]);
    await field(dutch).fill('');
    // The second time nothing has to be fetched, and the search still has the focus.
    await dutch.getByRole('button', { name: 'Emoji' }).press('Enter');
    await expect.poll(() => isFocused(picker.getByRole('searchbox'))).toBe(true);
    // Recent emoji come after the skin tone.
    for (let stop = 0; stop < 2; stop += 1) await dutch.keyboard.press('Tab');
    const recent = picker.getByRole('toolbar', { name: 'Laatst gebruikt' });
    expect(await isFocused(recent.getByRole('button', { name: '🍕' }))).toBe(true);
    await dutch.keyboard.press('Enter');
    await expect.poll(() => field(dutch).inputValue(), LATE).toBe('🍕');
    await escape(picker);
    await picker.waitFor({ state: 'detached' });
    await field(dutch).fill('');
    await write(dutch, '🍕');
    const large = await message(english, '🍕')
      .locator('span')
      .last()
      .evaluate((one) => getComputedStyle(one).fontSize);
    expect(Number.parseFloat(large)).toBeGreaterThan(40);
  });

  it('keeps the menu of a message off the edges of a narrow window', async () => {
    await english.setViewportSize({ width: 360, height: 740 });
    const menu = await menuOf(english, 'Very well');
    const [end = 0, side = 0] = await menu.evaluate((one) =>
      [one, document.documentElement].map((on) => on.getBoundingClientRect().right),
    );
    expect(side - end).toBeGreaterThanOrEqual(8);
    await escape(menu);
    await menu.waitFor({ state: 'detached' });
    await english.setViewportSize({ width: 1280, height: 860 });
  });

  it('copies the text of a message', async () => {
    await english.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const menu = await menuOf(english, 'Hoi Anna');
    await menu.getByRole('menuitem', { name: 'Copy text' }).click();
    await english.getByText('Copied').waitFor();
    expect(await english.evaluate(() => navigator.clipboard.readText())).toBe('Hoi Anna, hoe gaat het?');
  });

  it('no page threw an error', () => expect(stage.errors).toEqual([]));
});
