import { randomUUID } from 'node:crypto';
import { postMessage, recallChatPhoto, unsendMessage } from '@heartline/contracts';
import { addConversation, drawPicture, type Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { talk, workerRuns, write } from './member-page.ts';
import { openStage, type Stage, textsFrom } from './stage.ts';

/** Edge cases of a chat: slow connections, lost answers, changes under open menus. */
let stage: Stage;
let mara: Person;
let jonas: Person;
let nele: Person;
let fia: Person;

beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  const rich = { credits: 50, premium: true };
  [mara, jonas, nele, fia] = await stage.world.people(
    { name: 'Mara', ...rich },
    { name: 'Jonas', ...rich },
    { name: 'Nele', ...rich },
    { name: 'Fia', fictional: true },
  );
});
afterAll(() => stage?.close());

const say = (from: Person, to: Person, text: string, more = {}) =>
  from.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text, credits: 1, ...more });
const rowOf = (page: Page, name: string) => page.locator('[data-chat]').filter({ hasText: name });
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });

/** Opens the chat with Jonas on Mara's page and waits until it is complete. */
async function openChat(): Promise<Page> {
  const page = await stage.signedIn(mara, { path: `/members/${jonas.id}/chat` });
  await field(page).waitFor();
  await page.getByText('Online').or(page.getByText('Active today')).first().waitFor();
  return page;
}

describe('a lost or slow connection', () => {
  it('a message received while offline restores a removed conversation', async () => {
    await say(jonas, mara, 'Seen long ago');
    const page = await stage.signedIn(mara, { path: '/chats' });
    await rowOf(page, 'Jonas').hover();
    await rowOf(page, 'Jonas').getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Remove chat' }).click();
    await page.getByText('Chat with Jonas removed').waitFor();
    await page.context().setOffline(true);
    await say(jonas, mara, 'Are you still coming tonight?');
    await page.context().setOffline(false);
    await rowOf(page, 'Jonas').getByText('Are you still coming tonight?').waitFor({ timeout: 20_000 });
    // The conversation also stays when the time to undo is over.
    await page.getByText('Chat with Jonas removed').waitFor({ state: 'detached', timeout: 20_000 });
    expect(await textsFrom(stage, jonas, mara)).toContain('Are you still coming tonight?');
    await page.context().close();
  });

  it('shows a message once when the fetch was faster than its event', async () => {
    const { mongo, core } = stage.world.inside;
    const now = Date.now();
    const messages = Array.from({ length: 200 }, (_, index) => ({
      text: `Note ${index + 1}.`,
      at: now - (200 - index) * 60_000,
    }));
    await addConversation(mongo, core, { sides: [nele.id, mara.id], messages });
    const page = await stage.signedIn(mara, { path: '/members' });
    // As on a train: events are late, calls get through.
    let isLate = false;
    const late: (() => void)[] = [];
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (isLate) late.push(() => socket.send(message));
        else socket.send(message);
      });
    });
    await page.goto(new URL(`/members/${nele.id}/chat`, page.url()).href);
    await talk(page).getByText('Note 200.').waitFor();
    await page.keyboard.press('Control+f');
    const find = async (words: string) => {
      await page.getByRole('searchbox', { name: 'Search in chat' }).fill(words);
      await talk(page).getByText(`${words}.`).waitFor();
    };
    await find('Note 40');
    isLate = true;
    await say(nele, mara, 'Late on the line');
    await find('Note 198');
    const row = talk(page).locator('[data-row]').filter({ hasText: 'Late on the line' });
    await row.first().waitFor();
    isLate = false;
    for (const send of late.splice(0)) send();
    // This message comes over the same connection after the late one.
    await say(nele, mara, 'And in time');
    await talk(page).getByText('And in time').first().waitFor();
    expect(await row.count()).toBe(1);
    await page.context().close();
  });

  it('keeps an own message on screen while older messages are still missing', async () => {
    await say(jonas, mara, 'Heard before');
    const page = await openChat();
    // The page gets no events and no answers; its sends get through.
    await page.routeWebSocket(/socket\.io/, (line) => line.close());
    await page.reload();
    await talk(page).locator('[data-row]').last().waitFor();
    await page.route(/\/api\/(messages|chats)\.php/, () => {});
    await say(jonas, mara, 'Not heard yet');
    const words = 'Written by who has not heard it';
    await write(page, words);
    const row = talk(page).locator('[data-row]').filter({ hasText: words });
    await row.getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
    await page.unroute(/\/api\/(messages|chats)\.php/);
    await page.reload();
    await talk(page).getByText('Not heard yet').waitFor();
    expect(await row.count()).toBe(1);
    await page.context().close();
  });

  it('the search field of a conversation has room for words on a German phone', async () => {
    const look = { width: 360, height: 740, locale: 'de', path: `/members/${nele.id}/chat` } as const;
    const page = await stage.signedIn(mara, look);
    await page.locator('#messages').getByText('Note 200.').waitFor();
    await page.keyboard.press('Control+f');
    const find = page.getByRole('searchbox', { name: 'Im Chat suchen' });
    await find.fill('note');
    await page.getByRole('status').filter({ hasText: '1 von 30+' }).waitFor();
    expect((await find.boundingBox())?.width).toBeGreaterThan(125);
    await page.context().close();
  });

  it('undo gives the text back although its answer is lost', async () => {
    const page = await openChat();
    let times = 0;
    await page.route('**/api/message.php', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      times += 1;
      if (times > 1) return route.fallback();
      await mara.http.call(unsendMessage, route.request().postDataJSON());
      return route.abort('connectionreset');
    });
    const words = 'A long thought nobody likes to write twice';
    await write(page, words);
    const row = page.locator('[data-row]').filter({ hasText: words });
    await row.getByRole('button', { name: 'Undo sending' }).click();
    await expect.poll(() => field(page).inputValue(), { timeout: 10_000 }).toBe(words);
    expect(times).toBeGreaterThan(0);
    await page.context().close();
  });

  it('removes a reaction that did not reach the server', async () => {
    await say(jonas, mara, 'Look at this');
    const page = await openChat();
    await talk(page).getByText('Look at this').first().waitFor();
    await workerRuns(page);
    await page.context().setOffline(true);
    await talk(page).locator('[data-row]').last().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio').first().click();
    await page.getByRole('alertdialog').waitFor();
    await expect
      .poll(() =>
        talk(page)
          .getByRole('button', { name: /from you/ })
          .count(),
      )
      .toBe(0);
    await page.context().close();
  });
});

it('writes, reads and changes conversation with a full browser store', async () => {
  await say(nele, mara, 'From Nele');
  await say(jonas, mara, 'Before it was full');
  const page = await openChat();
  await talk(page).getByText('Before it was full').waitFor();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await say(jonas, mara, 'Read in a full browser');
  await talk(page).getByText('Read in a full browser').waitFor();
  await write(page, 'Written in a full browser');
  await talk(page).getByText('Written in a full browser').waitFor();
  await field(page).fill('A draft');
  await rowOf(page, 'Nele').getByRole('link').first().click();
  await talk(page).getByText('From Nele').waitFor();
  await expect
    .poll(() => textsFrom(stage, mara, jonas), { timeout: 20_000 })
    .toContain('Written in a full browser');
  const { messaging } = stage.world.inside.core;
  await expect.poll(() => messaging.unreadTotal(mara.id), { timeout: 20_000 }).toBe(0);
  expect(stage.errors).toEqual([]);
  await page.context().close();
});

describe('changes under an open menu or dialog', () => {
  it('an operator’s report is about the conversation it was opened in', async () => {
    const free = { credits: 0, fictionalConfirmed: true };
    const { message } = await say(mara, fia, 'I am fifteen', free);
    await say(nele, fia, 'Good evening', free);
    const password = await stage.world.inside.core.accounts.operators.add('default', 'ana');
    const inbox = await stage.visitor(0, { width: 1280, path: '/operator' });
    await inbox.getByLabel('Name').fill('ana');
    await inbox.getByLabel('Password', { exact: true }).fill(password as string);
    await inbox.getByRole('button', { name: 'Log in' }).click();
    await inbox.getByRole('button').filter({ hasText: 'Good evening' }).waitFor();
    await inbox.keyboard.press('Alt+KeyN');
    const hers = inbox.getByLabel('Chat between Mara and Fia');
    await hers.getByText('I am fifteen').waitFor();
    await hers.getByRole('button', { name: 'Report this message' }).click();
    const dialog = inbox.getByRole('dialog', { name: 'Report this message' });
    await dialog.getByLabel('Reason').selectOption('wrong_age');
    await inbox.keyboard.press('Alt+KeyN');
    await inbox.getByLabel('Chat between Nele and Fia').waitFor({ state: 'attached' });
    const asked = inbox.waitForRequest((request) => request.postData()?.includes('"reason"') ?? false);
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    expect((await asked).postDataJSON()).toMatchObject({ conversation: message.conversation });
    await inbox.context().close();
  });

  /** Jonas sends Mara a photo, which he may take back at any time. */
  const sayPhoto = async (text: string) => {
    const bytes = await drawPicture('#2f6f8f', { width: 800, height: 600 });
    const path = `/api/chat-photo.php?key=${randomUUID()}`;
    const { body } = await jonas.http.send('POST', path, bytes, { 'content-type': 'image/jpeg' });
    const { message } = await say(jonas, mara, text, { credits: 2, photo: (body as { id: string }).id });
    return message;
  };

  it.each(['here', 'cut off'])(
    'the reply strip drops a photo taken back while the tab is %s',
    async (where) => {
      const message = await sayPhoto(`Only for your eyes, ${where}`);
      const page = await openChat();
      await talk(page).getByText(message.text).waitFor();
      await talk(page).locator('[data-row]').last().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Reply' }).click();
      const strip = page.getByRole('group', { name: 'Replying to' });
      await strip.getByText(message.text).waitFor();
      if (where === 'cut off') await page.context().setOffline(true);
      await jonas.http.call(recallChatPhoto, { conversation: message.conversation, seq: message.seq });
      await page.context().setOffline(false);
      await strip.waitFor({ state: 'detached' });
      await page.context().close();
    },
  );

  it('closes the menu of a message that is taken back', async () => {
    const message = await sayPhoto('Seen for a moment');
    const page = await openChat();
    const row = talk(page).locator(`[data-row="${message.seq}"]`);
    await row.getByText('Seen for a moment').waitFor();
    await row.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Reply' }).waitFor();
    await jonas.http.call(recallChatPhoto, { conversation: message.conversation, seq: message.seq });
    // It counts as a message while it is unread.
    await row.getByText(/took this (photo|message) back/).waitFor();
    await expect.poll(() => page.getByRole('menu').filter({ hasText: 'Reply' }).count()).toBe(0);
    expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it('announces each message once, also when a later one is taken back', async () => {
    await say(jonas, mara, 'Read before');
    const page = await openChat();
    await talk(page).getByText('Read before').last().waitFor();
    await page.evaluate(() => {
      const received: string[] = [];
      const note = ({ addedNodes }: MutationRecord) => {
        for (const node of addedNodes) received.push(node.textContent ?? '');
      };
      const log = document.querySelector('[role=log]') as Element;
      new MutationObserver((records) => records.forEach(note)).observe(log, { childList: true });
      Object.assign(globalThis, { received });
    });
    const received = () => page.evaluate(() => (globalThis as unknown as { received: string[] }).received);
    const texts = ['First', 'Second', 'Third'];
    for (const [index, text] of texts.entries()) {
      await say(jonas, mara, text);
      await expect.poll(received).toHaveLength(index + 1);
    }
    const { conversation, seq } = await sayPhoto('Fourth');
    const all = [...texts, 'Photo: Fourth'].map((text) => `Jonas: ${text}`);
    await expect.poll(received).toEqual(all);
    await jonas.http.call(recallChatPhoto, { conversation, seq });
    await talk(page).getByText('Fourth').waitFor({ state: 'detached' });
    await say(jonas, mara, 'Fifth');
    await expect.poll(received).toEqual([...all, 'Jonas: Fifth']);
    await page.context().close();
  });
});

it('the narrowest list shows a fictional name uncut beside label and time', async () => {
  const { mongo, core } = stage.world.inside;
  const [juliette] = await stage.world.people({ name: 'Juliette', fictional: true });
  const at = new Date().setHours(0, 0, 0, 0);
  await addConversation(mongo, core, { sides: [juliette.id, nele.id], messages: [{ text: 'Hello', at }] });
  const tablet = await stage.signedIn(nele, { width: 768, path: '/chats' });
  const row = tablet.locator('[data-chat]').filter({ hasText: 'Juliette' });
  await row.getByText('Fictional', { exact: true }).waitFor();
  const name = row.getByText('Juliette', { exact: true }).locator('..');
  expect(await name.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0);
  await tablet.context().close();
});

it.each([
  [360, 20],
  [768, 20],
  [1280, 30],
])('at %i px a text of %i letters gets its own line above the buttons', async (width, letters) => {
  const page = await stage.signedIn(mara, { width, path: `/members/${jonas.id}/chat` });
  const widthOf = async (words: string) => {
    await field(page).fill(words);
    return (await field(page).boundingBox())?.width ?? 0;
  };
  const beside = await widthOf('Hi');
  expect(await widthOf('x'.repeat(letters))).toBeGreaterThan(beside * 1.5);
  expect(await widthOf('Hi')).toBe(beside);
  await page.context().close();
});
