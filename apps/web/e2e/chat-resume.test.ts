import { randomUUID } from 'node:crypto';
import { postMessage } from '@heartline/contracts';
import { addConversation, type Person } from '@heartline/testing';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFocused } from './keys.ts';
import { frames, restingBox, talk, untilStill, write } from './member-page.ts';
import { openStage, type Stage } from './stage.ts';

/** A chat keeps its scroll position, draft, focus and open sheet. */
let stage: Stage;
let mara: Person;
let jonas: Person;
let ines: Person;
let page: Page;
let conversation: string;

beforeAll(async () => {
  stage = await openStage();
  [mara, jonas, ines] = await stage.world.people(
    { name: 'Mara', credits: 50, premium: true },
    { name: 'Jonas', credits: 200, premium: true },
    { name: 'Ines' },
  );
  const { mongo, core } = stage.world.inside;
  const messages = Array.from({ length: 40 }, (_, at) => ({
    text: `Long ago ${at}`,
    at: Date.now() - (50 - at) * 3_600_000,
  }));
  conversation = await addConversation(mongo, core, { sides: [jonas.id, mara.id], messages });
  page = await stage.signedIn(mara, { icebreakers: true });
});
afterAll(() => stage?.close());

const origin = () => mara.http.gateway.origin;
const field = () => page.getByRole('textbox', { name: /^Message to/ });
const fromJonas = (text: string) =>
  jonas.http.call(postMessage, { clientId: randomUUID(), profile: mara.id, text, credits: 1 });
const belowEnd = (of = page) =>
  talk(of).evaluate((list) => Math.round(list.scrollHeight - list.clientHeight - list.scrollTop));

describe('an open chat', () => {
  it('follows new messages after it was opened at unread ones', async () => {
    await fromJonas('One that is new');
    await fromJonas('Another one');
    await page.goto(`${origin()}/chats`);
    await page.locator(`[data-chat="${conversation}"] a`).first().click();
    await talk(page).getByText('Another one').waitFor();
    await expect.poll(() => belowEnd()).toBe(0);
    await fixedWait(
      1_000,
      'the chat may still scroll to the first new message, and no event says when that is over',
    );
    for (const text of ['First after it', 'Second after it', 'Third after it']) {
      await fromJonas(text);
      await talk(page).getByText(text).waitFor();
      await expect.poll(() => belowEnd()).toBe(0);
    }
  });

  it('stays at its end in every frame while messages arrive or grow', async () => {
    await talk(page).evaluate((list) => {
      const below: number[] = [];
      Object.assign(globalThis, { below });
      // A message to the own port arrives right after the frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        // Measured by the container of the rows: a row not yet measured is higher than its room.
        const end = list.lastElementChild?.getBoundingClientRect().bottom ?? 0;
        below.push(Math.round(end - list.getBoundingClientRect().bottom));
        requestAnimationFrame(() => port2.postMessage(null));
      };
      port2.postMessage(null);
    });
    const drawn = () => frames(page, 20);
    for (const text of ['High', 'Higher', 'Highest']) {
      const lines = `${text}\nas a\npoem\nof five\nlines`;
      await fromJonas(lines);
      await talk(page).getByText(text, { exact: false }).last().waitFor();
      await drawn();
    }
    const newest = talk(page).locator('article').last();
    await newest.evaluate((row) => row.style.setProperty('padding-bottom', '70px'));
    await drawn();
    await newest.evaluate((row) => row.style.removeProperty('padding-bottom'));
    await drawn();
    const seen = await page.evaluate(() => (globalThis as unknown as { below: number[] }).below);
    // Three browsers on two cores draw few frames.
    expect(seen.length).toBeGreaterThan(10);
    expect(Math.max(...seen)).toBeLessThanOrEqual(1);
  });

  it('sending in one tab does not scroll another tab that reads further up', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await talk(other).getByText('Third after it').waitFor();
    await talk(other).hover();
    await other.mouse.wheel(0, -900);
    await expect.poll(() => belowEnd(other)).toBeGreaterThan(300);
    const read = talk(other).getByText('Long ago 36');
    await read.waitFor();
    const place = () => read.evaluate((words) => Math.round(words.getBoundingClientRect().top));
    await restingBox(read);
    const before = await place();
    await write(page, 'From the first tab');
    await talk(page).getByText('From the first tab').waitFor();
    await expect.poll(() => belowEnd()).toBe(0);
    // The list beside it shows that the message has arrived.
    await other.locator('[data-chat]').getByText('From the first tab').waitFor();
    await frames(other, 20);
    expect(await place()).toBe(before);
    await other.close();
  });

  it('does not scroll a reader one message further up when a message arrives', async () => {
    await talk(page).hover();
    await page.mouse.wheel(0, -100);
    await expect.poll(() => belowEnd()).toBe(100);
    const read = talk(page).getByText('From the first tab');
    const place = () => read.evaluate((words) => Math.round(words.getBoundingClientRect().top));
    const before = await place();
    await fromJonas('Written meanwhile');
    await expect.poll(() => belowEnd()).toBeGreaterThan(100);
    await restingBox(read);
    expect(await place()).toBe(before);
    await page.mouse.wheel(0, 2_000);
    await expect.poll(() => belowEnd()).toBe(0);
  });

  it('arrow keys go from message to message and show each whole', async () => {
    await talk(page).locator('article').last().focus();
    await page.keyboard.press('Home');
    const at = () =>
      page.evaluate(() => {
        const row = document.activeElement;
        const list = row?.closest('#messages');
        if (!row || !list) return undefined;
        const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
        const isSeen = inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
        return { words: /Long ago \d+$/m.exec((row as HTMLElement).innerText)?.[0], isSeen };
      });
    await expect.poll(at).toEqual({ words: 'Long ago 0', isSeen: true });
    for (let next = 1; next <= 20; next += 1) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(at).toEqual({ words: `Long ago ${next}`, isSeen: true });
    }
    for (let next = 19; next >= 0; next -= 1) {
      await page.keyboard.press('ArrowUp');
      await expect.poll(at).toEqual({ words: `Long ago ${next}`, isSeen: true });
    }
    await page.keyboard.press('End');
    await expect.poll(() => belowEnd()).toBe(0);
  });

  it('opens at its end and fills the window on an iPhone', async () => {
    const phone = await page.context().newPage();
    await phone.addInitScript(() => {
      const agent =
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
      Object.defineProperty(navigator, 'userAgent', { get: () => agent });
    });
    await phone.goto(page.url());
    const isFull = () =>
      talk(phone).evaluate((list) => {
        const { top, height } = list.getBoundingClientRect();
        const rows = [...list.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect());
        const places = [0.1, 0.5, 0.9].map((part) => top + part * height);
        return places.every((y) => rows.some((row) => row.top - 12 <= y && row.bottom + 12 >= y));
      });
    for (const time of ['first', 'again']) {
      await talk(phone).getByText('Written meanwhile').waitFor();
      await untilStill(phone);
      await expect.poll(async () => [time, await isFull(), await belowEnd(phone)]).toEqual([time, true, 0]);
      await phone.getByRole('link', { name: 'Likes' }).first().click();
      await phone.getByRole('heading', { name: 'Likes', exact: true }).waitFor();
      await phone.locator('a[href="/chats"]').first().click();
      await phone.locator(`[data-chat="${conversation}"] a`).first().click();
    }
    await phone.close();
  });

  it('continues a draft at its end', async () => {
    await field().fill('A draft');
    await page.goto(`${origin()}/chats`);
    await page.locator(`[data-chat="${conversation}"] a`).first().click();
    await expect.poll(() => isFocused(field())).toBe(true);
    await page.keyboard.type(' goes on');
    expect(await field().inputValue()).toBe('A draft goes on');
    await field().fill('');
  });

  it('restores a reply with its draft until Escape ends it', async () => {
    const answered = page.getByRole('group', { name: 'Replying to' });
    await talk(page).locator('article').last().press('Enter');
    await page.getByRole('menuitem', { name: 'Reply' }).press('Enter');
    await answered.waitFor();
    await page.reload();
    await answered.waitFor();
    await field().press('Escape');
    await answered.waitFor({ state: 'detached' });
    expect(await isFocused(field())).toBe(true);
    await page.getByText('Reply cancelled').waitFor({ state: 'attached' });
    await page.reload();
    await field().waitFor();
    expect(await answered.count()).toBe(0);
  });

  it('returns the focus to the message after a reaction', async () => {
    const newest = page.locator('article', { hasText: 'Third after it' });
    await newest.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page
      .getByRole('menuitemradio', { name: /^React with/ })
      .first()
      .press('Enter');
    await expect.poll(() => isFocused(newest)).toBe(true);
  });

  it('opens only the gifts by ?gift=1, and not again after closing them', async () => {
    await page.goto(`${origin()}/members/${ines.id}/chat?gift=1`);
    await page.getByRole('dialog', { name: 'A gift for Ines' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await untilStill(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('restores an open sheet with its content on Back', async () => {
    const sheet = page.getByRole('dialog', { name: 'A gift for Jonas' });
    await page.goto(`${origin()}/chats`);
    await page.goto(`${origin()}/members/${jonas.id}/chat?gift=1`);
    await sheet.getByRole('radio').first().check({ force: true });
    await sheet.getByRole('textbox').fill('For your garden');
    // As a link in the sheet would.
    await page
      .getByRole('link', { name: /^Likes/, includeHidden: true })
      .first()
      .dispatchEvent('click');
    await sheet.waitFor({ state: 'detached' });
    await page.goBack();
    await sheet.waitFor();
    expect(await sheet.getByRole('textbox').inputValue()).toBe('For your garden');
    expect(await sheet.getByRole('radio').first().isChecked()).toBe(true);
    // An empty or closed sheet is not restored.
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await sheet.waitFor({ state: 'detached' });
    await untilStill(page);
    expect(await sheet.count()).toBe(0);
    await page.goto(`${origin()}/chats`);
    await page.locator(`[data-chat="${conversation}"] a`).first().click();
    await page.getByRole('button', { name: 'Send a gift' }).click();
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    await page.goForward();
    await field().waitFor();
    await untilStill(page);
    expect(await sheet.count()).toBe(0);
  });

  it('no page threw an error', () => expect(stage.errors).toEqual([]));
});
