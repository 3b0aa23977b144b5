import { randomUUID } from 'node:crypto';
import { postMessage, setInvisible } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storedIn } from './browser-storage.ts';
import { isFocused } from './keys.ts';
import { frames, talk, untilStill, write } from './member-page.ts';
import { openStage, type Stage, textsFrom } from './stage.ts';

/** Lazy components and answers that arrive after the member has acted. */
let stage: Stage;
let mara: Person;
let jonas: Person;
let fia: Person;

beforeAll(async () => {
  stage = await openStage();
  const rich = { credits: 50, premium: true };
  [mara, jonas, fia] = await stage.world.people(
    { name: 'Mara', ...rich },
    { name: 'Jonas', ...rich },
    { name: 'Fia', fictional: true },
  );
  await jonas.http.call(postMessage, { clientId: randomUUID(), profile: mara.id, text: 'Hello', credits: 1 });
});
afterAll(() => stage?.close());

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });

/** Holds responses of these URLs back until the returned function is called. */
async function held(page: Page, addresses: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

it('shows and sends a message written before the sending code has loaded', async () => {
  const page = await stage.signedIn(mara);
  const letGo = await held(page, /\/assets\/member-services/);
  await page.goto(`${mara.http.gateway.origin}/members/${jonas.id}/chat`);
  await field(page).waitFor();
  await write(page, 'Early bird');
  await talk(page).getByText('Early bird').waitFor();
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    void dialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toBe(1);
  letGo();
  await expect.poll(() => textsFrom(stage, mara, jonas)).toEqual(['Early bird']);
  expect(await talk(page).getByText('Early bird').count()).toBe(1);
  await page.context().close();
});

it('an open chat fills a phone from the first frame', async () => {
  const page = await stage.signedIn(mara, { width: 360, height: 740 });
  await page.addInitScript(() => {
    const tops = new Set<number>();
    const look = () => {
      const head = document.querySelector('[data-conversation] header');
      if (head) tops.add(head.getBoundingClientRect().top);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { tops });
  });
  await page.goto(`${mara.http.gateway.origin}/members/${jonas.id}/chat`);
  await field(page).waitFor();
  await page.locator('header.top-bar').waitFor({ state: 'attached' });
  expect(await page.evaluate('[...tops]')).toEqual([0]);
  await page.context().close();
});

it('keeps what is typed while the first-message question loads', async () => {
  const page = await stage.signedIn(mara);
  const letGo = await held(page, /\/assets\/fictional-dialog/);
  await page.goto(`${mara.http.gateway.origin}/members/${fia.id}/chat`);
  await field(page).waitFor();
  await write(page, 'Hello');
  await field(page).press('End');
  await page.keyboard.type(' and good evening');
  letGo();
  await page.getByRole('button', { name: 'I understand, send it' }).click();
  await expect.poll(() => textsFrom(stage, mara, fia)).toEqual(['Hello']);
  expect(await field(page).inputValue()).toBe('and good evening');
  await page.context().close();
});

it('asks the first-message question offline and queues the message', async () => {
  // A member who has confirmed nothing, on a device without cached app files.
  const [nele] = await stage.world.people({ name: 'Nele', credits: 5 });
  const page = await stage.signedIn(nele);
  const question = page.waitForResponse(/\/assets\/fictional-dialog/);
  await page.goto(`${nele.http.gateway.origin}/members/${fia.id}/chat`);
  await field(page).waitFor();
  await (await question).finished();
  await page.context().setOffline(true);
  await write(page, 'Into the tunnel');
  await page.getByRole('button', { name: 'I understand, send it' }).click();
  await page.getByText('1 message waiting to be sent').waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => textsFrom(stage, nele, fia)).toEqual(['Into the tunnel']);
  await page.context().close();
});

it('a dialog that fails to load leaves the page and opens on the next press', async () => {
  const page = await stage.signedIn(mara, { path: `/members/${jonas.id}/chat` });
  await field(page).fill('Half a sentence');
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  // A network without internet: the browser reports online.
  const isAway = (url: URL) => url.pathname === '/' || url.pathname.includes('gift-sheet');
  await page.route(isAway, (route) => route.abort());
  const gift = page.getByRole('button', { name: 'Send a gift' });
  await gift.click();
  await page.getByText('This didn’t load. Open it again once you’re connected.').waitFor();
  await page.unroute(isAway);
  await gift.click();
  await page.getByRole('dialog', { name: /gift/i }).waitFor();
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  await page.context().close();
});

it('shows a notice once the code that shows it has loaded', async () => {
  const page = await stage.signedIn(mara);
  // From the start: a moment later the page would have prefetched it.
  const isAway = (url: URL) => url.pathname === '/' || url.pathname.includes('toast-region');
  await page.route(isAway, (route) => route.abort());
  await page.goto(`${mara.http.gateway.origin}/members/${jonas.id}/chat`);
  await field(page).waitFor();
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('toast-region'));
  await page.getByRole('button', { name: 'Send a gift' }).click();
  await failed;
  await page.unroute(isAway);
  await page.context().setOffline(false);
  await page.getByText('This didn’t load. Open it again once you’re connected.').waitFor();
  await page.context().close();
});

it('loads the code of notices right after the first screen', async () => {
  const page = await stage.signedIn(mara, { path: '/credits' });
  const order: string[] = [];
  page.on('request', (request) => {
    const [part] = /toast-region|member-services/.exec(request.url()) ?? [];
    if (part) order.push(part);
  });
  await page.goto(`${mara.http.gateway.origin}/chats`);
  // The second is requested at the moment the screen stands.
  await expect.poll(() => order, { timeout: 30_000 }).toEqual(['toast-region', 'member-services']);
  await page.context().close();
});

it('opens one gift sheet although its button is pressed twice while it loads', async () => {
  const page = await stage.signedIn(mara, { path: `/members/${jonas.id}/chat` });
  await field(page).waitFor();
  const letGo = await held(page, /\/assets\/gift-sheet/);
  const gift = page.getByRole('button', { name: 'Send a gift' });
  await gift.click();
  await gift.click();
  letGo();
  const sheet = page.getByRole('dialog', { name: /gift/i });
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await untilStill(page);
  expect(await sheet.count()).toBe(0);
  await page.context().close();
});

it('does not send search text typed while the search bar loads', async () => {
  const page = await stage.signedIn(mara, { path: `/members/${jonas.id}/chat` });
  await talk(page).getByText('Hello').waitFor();
  const letGo = await held(page, /\/assets\/find-bar/);
  await field(page).press('Control+f');
  await page.keyboard.type('bird');
  await page.keyboard.press('Enter');
  letGo();
  const search = page.getByRole('searchbox', { name: 'Search in chat' });
  await expect.poll(() => isFocused(search)).toBe(true);
  expect(await field(page).inputValue()).toBe('');
  await search.press('Escape');
  await search.waitFor({ state: 'detached' });
  // Messages go out in order: the search text would arrive before this one.
  await write(page, 'Sent later');
  await expect.poll(() => textsFrom(stage, mara, jonas)).toContain('Sent later');
  expect(await textsFrom(stage, mara, jonas)).not.toContain('bird');
  await page.context().close();
});

it('a chat that loads late does not take the focus from another field', async () => {
  const [ines] = await stage.world.people({ name: 'Ines' });
  const page = await stage.signedIn(mara, { path: '/chats' });
  const letGo = await held(page, /api\/member\.php/);
  await page.goto(`${mara.http.gateway.origin}/members/${ines.id}/chat`);
  const search = page.getByRole('searchbox', { name: 'Search names and messages' });
  await search.click();
  await page.keyboard.type('Jo');
  letGo();
  await field(page).waitFor();
  await page.keyboard.type('nas');
  expect(await search.inputValue()).toBe('Jonas');
  expect(await field(page).inputValue()).toBe('');
  await page.context().close();
});

it('reserves room for a newer message and does not jump when it arrives', async () => {
  const chat = `${mara.http.gateway.origin}/chats/${stage.world.inside.core.messaging.conversationOf(jonas.id, mara.id)}`;
  const page = await stage.signedIn(mara);
  await page.goto(chat);
  await talk(page).getByText('Hello').waitFor();
  const stored = async () => JSON.stringify((await storedIn(page)).map(({ value }) => value));
  await expect.poll(stored, { timeout: 60_000 }).toContain('Hello');
  await page.goto('about:blank');
  const late = { clientId: randomUUID(), profile: mara.id, text: 'Quoted already', credits: 1 };
  await jonas.http.call(postMessage, late);
  const letGo = await held(page, /api\/messages\.php/);
  await page.goto(chat);
  const coming = page.getByText('Loading newer messages');
  await coming.waitFor({ state: 'attached' });
  const belowEnd = () =>
    talk(page).evaluate((list) => Math.round(list.scrollHeight - list.clientHeight - list.scrollTop));
  await expect.poll(belowEnd).toBe(0);
  expect(await talk(page).getByText('Hello').isVisible()).toBe(true);
  letGo();
  await talk(page).getByText('Quoted already').waitFor();
  await coming.waitFor({ state: 'detached' });
  await expect.poll(belowEnd).toBe(0);
  await page.context().close();
});

it('a page that subscribes late shows what changed since it was drawn', async () => {
  const page = await stage.signedIn(mara);
  const lists = await held(page, /api\/(chats|likes)\.php/);
  const services = await held(page, /\/assets\/member-services/);
  await page.goto(`${mara.http.gateway.origin}/notifications`);
  const invisible = page.getByRole('switch', { name: 'Invisible mode' });
  await invisible.waitFor();
  await mara.http.call(setInvisible, { invisible: true });
  // The page asks for the member again 5 s after the start.
  const again = page.waitForResponse(/api\/user\.php/);
  lists();
  await (await again).finished();
  await frames(page);
  services();
  await expect.poll(() => invisible.isChecked()).toBe(true);
  await mara.http.call(setInvisible, { invisible: false });
  await page.context().close();
});

it('counts a visitor’s likes left right when answers come out of order', async () => {
  await stage.world.people({ name: 'Ada' }, { name: 'Bea' }, { name: 'Cleo' });
  const visitor = await stage.visitor(0);
  await visitor.addInitScript(() => {
    const ask = globalThis.fetch;
    let isFirst = true;
    globalThis.fetch = async (address, init) => {
      const isLate =
        isFirst && init?.method === 'POST' && typeof address === 'string' && address.includes('swipe-game');
      if (isLate) isFirst = false;
      const answer = await ask(address, init);
      if (isLate) {
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        setTimeout(() => Object.assign(globalThis, { isLateAnswered: true }), 500);
      }
      return answer;
    };
  });
  await visitor.goto(`${stage.world.gateways[0].origin}/swipe-game`);
  const like = visitor.getByRole('button', { name: /^Like ./ });
  const left = async () => Number.parseInt(await visitor.getByText(/left today/).innerText(), 10);
  const before = await left();
  await like.click();
  await like.click();
  await visitor.waitForFunction(() => 'isLateAnswered' in globalThis);
  await expect.poll(left).toBe(before - 2);
  await visitor.context().close();
});

it('removes all filters that are removed in quick succession', async () => {
  const page = await stage.signedIn(mara, {
    path: '/members?country=NL&min_age=20&interests=music,cooking',
  });
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button');
  // The last one is “Could like you back”.
  await expect.poll(() => chips.count()).toBe(5);
  // Too fast for a frame in between.
  await chips.evaluateAll((all: HTMLElement[]) => all.forEach((chip) => chip.click()));
  await expect.poll(() => new URL(page.url()).search).toBe('?fits=any');
  await page.context().close();
});

it('keeps two deck filters set before the first was drawn', async () => {
  const visitor = await stage.visitor(0, { path: '/swipe-game' });
  await visitor.getByRole('button', { name: 'Filters' }).click();
  const sheet = visitor.getByRole('dialog', { name: 'Filters' });
  const women = sheet.getByRole('radiogroup', { name: 'Show me' }).locator('[type=radio][value=female]');
  const filters = women.or(sheet.locator('[role=switch]'));
  await expect.poll(() => filters.count()).toBe(2);
  await filters.evaluateAll((both: HTMLElement[]) => both.forEach((one) => one.click()));
  await sheet.getByRole('button', { name: 'Show people' }).click();
  await expect.poll(() => new URL(visitor.url()).search).toBe('?gender=female&fictional=no');
  await visitor.context().close();
});

it('keeps a limit typed while another is being saved', async () => {
  const page = await stage.signedIn(mara, { path: '/credits/limits' });
  const [day, week] = ['day', 'week'].map((period) => page.getByLabel(`Credits per ${period}`));
  await day?.fill('5');
  const letGo = await held(page, /api\/spending\.php/);
  const asked = page.waitForRequest((request) => request.method() !== 'GET');
  await day?.press('Enter');
  await asked;
  await week?.fill('20');
  const read = page.waitForResponse(
    (response) => response.request().method() === 'GET' && /spending/.test(response.url()),
  );
  letGo();
  await (await read).finished();
  await untilStill(page);
  expect([await day?.inputValue(), await week?.inputValue()]).toEqual(['5', '20']);
  await page.context().close();
});

it('a slow block does not close another conversation', async () => {
  const [nele] = await stage.world.people({ name: 'Nele', credits: 5, premium: true });
  await nele.http.call(postMessage, { clientId: randomUUID(), profile: mara.id, text: 'Hey', credits: 1 });
  const { conversationOf } = stage.world.inside.core.messaging;
  const page = await stage.signedIn(mara, { path: `/chats/${conversationOf(nele.id, mara.id)}` });
  await page.getByRole('button', { name: 'Chat options' }).click();
  await page.getByRole('menuitem', { name: 'Block Nele' }).click();
  const letGo = await held(page, /api\/block\.php/);
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.locator('[data-chat]').filter({ hasText: 'Jonas' }).getByRole('link').click();
  await talk(page).getByText('Hello').waitFor();
  letGo();
  await page.getByText('Nele is blocked').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/chats/${conversationOf(jonas.id, mara.id)}`);
  await page.context().close();
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
