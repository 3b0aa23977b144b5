import { randomUUID } from 'node:crypto';
import { endSession, getSessions, type Locale, postMessage } from '@heartline/contracts';
import type { Person, Refused } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outboxOf, storedIn, untilAnswerStored } from './browser-storage.ts';
import { workerRuns, write } from './member-page.ts';
import { openPoorNetwork, type PoorNetwork } from './poor-network.ts';
import { openStage, type Stage, signIn, textsFrom } from './stage.ts';

/**
 * Data of a member stored in a browser: enough to open without a network and to send later, and none after the log-out.
 * Each test has its own people and browser.
 */
const SLOW_MS = 60_000;
const TEST_MS = 180_000;
/** A message of Jonas, a draft of Mara, and a message she wrote offline. */
const RECEIVED = 'Only for the eyes of one';
const DRAFT = 'A thought kept for later';
const UNSENT = 'Written in a tunnel';
/** Entries that belong to the browser: dismissed banners (set by the stage) and scroll positions. */
const NEUTRAL = /^(hide-entry-warning|hide-icebreakers|tsr-scroll-restoration-v1_3)$/;

let stage: Stage;
let line: PoorNetwork;

beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  line = await openPoorNetwork(stage, 0);
});
beforeEach(() => line.wire.enable());
afterAll(async () => {
  await line?.close();
  await stage?.close();
});

interface Scene {
  /** The first of them is behind the line that can be cut. */
  mara: Person;
  jonas: Person;
  page: Page;
}

/** Opens Mara's chat with Jonas and waits until her browser has stored it. */
async function openScene(locale: Locale = 'en'): Promise<Scene> {
  const [mara, jonas] = await stage.world.people(
    { name: 'Mara', credits: 30, premium: true },
    { name: 'Jonas', credits: 30, premium: true },
  );
  await jonas.http.call(postMessage, {
    clientId: randomUUID(),
    profile: mara.id,
    text: RECEIVED,
    credits: 1,
  });
  const page = await stage.signedIn(mara, { browser: line.browser, locale });
  await page.goto(addressOf(mara, `/members/${jonas.id}/chat`));
  await said(page, RECEIVED).waitFor({ timeout: SLOW_MS });
  await untilAnswerStored(page, RECEIVED);
  return { mara, jonas, page };
}

const addressOf = (person: Person, path: string) => `${person.http.gateway.origin}${path}`;
const said = (page: Page, text: string) => page.locator('#messages').getByText(text);

/** True if the element is visible within the message list. */
const isSeen = async (part: Locator) =>
  (await part.count()) > 0 &&
  part.evaluate((element) => {
    const window = element.closest('#messages')?.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return window !== undefined && top >= window.top && bottom <= window.bottom;
  });

/** Takes this browser offline. Returns how to bring it back. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  await line.wire.disable();
  await page.context().setOffline(true);
  return async () => {
    await line.wire.enable();
    await page.context().setOffline(false);
  };
}

/** Mara's messages to Jonas, as the server answers them to him. */
const receivedBy = ({ mara, jonas }: Scene) => textsFrom(stage, mara, jonas);

/** Writes a message offline and waits until it is stored. */
async function writeInTunnel(page: Page): Promise<void> {
  await write(page, UNSENT);
  await expect.poll(async () => (await outboxOf(page)).length, { timeout: SLOW_MS }).toBe(1);
}

/** Types a draft and waits until it is stored. */
async function draft(page: Page): Promise<void> {
  await page.getByRole('textbox').last().fill(DRAFT);
  await expect.poll(async () => JSON.stringify(await storedIn(page)), { timeout: SLOW_MS }).toContain(DRAFT);
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Mara’s account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
};

/** Everything stored in this browser except neutral entries. */
async function leftIn(page: Page): Promise<string[]> {
  const found = (await storedIn(page)).filter(({ name }) => !NEUTRAL.test(name));
  return found.map(({ name, value }) => `${name}: ${value.slice(0, 200)}`);
}

/** Expects a visitor's page and no stored data of the member. */
async function expectNothingLeft(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Log in' }).first().waitFor({ timeout: SLOW_MS });
  await expect.poll(() => leftIn(page), { timeout: SLOW_MS }).toEqual([]);
  expect(await page.getByText(RECEIVED).count()).toBe(0);
}

it('the home page comes from the server when it is reachable', async () => {
  const page = await stage.visitor(0);
  await workerRuns(page);
  await page.reload();
  const answer = await page.reload();
  expect(answer?.fromServiceWorker()).toBe(true);
  // The server writes the site settings into every page.
  expect(await answer?.text()).toContain('id="settings"');
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('You’re offline', { exact: true }).waitFor();
  await page.context().close();
});

describe('signing out', () => {
  it(
    'leaves no data in any tab for the next member',
    async () => {
      const { mara, jonas, page } = await openScene();
      const second = await page.context().newPage();
      await second.goto(page.url());
      await said(second, RECEIVED).waitFor({ timeout: SLOW_MS });
      await draft(page);
      await signOut(page);
      // The draft would be lost, so the app asks.
      await page.getByRole('button', { name: 'Log out anyway' }).click();
      for (const tab of [page, second]) await expectNothingLeft(tab);
      await second.close();

      const [lena] = await stage.world.people({ name: 'Lena' });
      await signIn(page.context(), lena);
      await page.goto(addressOf(lena, '/chats'));
      await page.getByRole('button', { name: 'Lena’s account' }).waitFor({ timeout: SLOW_MS });
      await untilAnswerStored(page, lena.id);
      const everything = JSON.stringify(await storedIn(page));
      for (const words of [mara.id, jonas.id, RECEIVED, DRAFT]) expect(everything).not.toContain(words);
      expect(await page.getByText('Jonas').count()).toBe(0);
      await page.context().close();
    },
    TEST_MS,
  );

  it(
    'offline asks first, never sends what waited, and ends the session later',
    async () => {
      const scene = await openScene();
      const { mara, page } = scene;
      const rejoin = await cutOff(page);
      await writeInTunnel(page);
      await signOut(page);
      const asked = page.getByRole('alertdialog', { name: 'Log out now?' });
      await asked.getByText('still waiting to be sent').waitFor({ timeout: SLOW_MS });
      await asked.getByRole('button', { name: 'Stay logged in' }).click();
      await asked.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Mara’s account' }).waitFor();
      await signOut(page);
      await asked.getByRole('button', { name: 'Log out anyway' }).click();
      await page.getByRole('link', { name: 'Log in' }).first().waitFor({ timeout: SLOW_MS });
      await expect.poll(() => leftIn(page), { timeout: SLOW_MS }).toEqual(['log-out-due: 1']);
      await rejoin();
      await expectNothingLeft(page);
      await page.reload();
      await expectNothingLeft(page);
      const asMara = () => mara.http.call(getSessions, {}).catch((error: Refused) => error.loggedOut);
      await expect.poll(asMara, { timeout: SLOW_MS }).toBe(true);
      expect(await receivedBy(scene)).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  it(
    'from another device while offline: sends nothing and leaves nothing',
    async () => {
      const scene = await openScene();
      const { mara, page } = scene;
      const rejoin = await cutOff(page);
      await writeInTunnel(page);
      await draft(page);
      const { sessions } = await mara.http.call(getSessions, {});
      for (const { id } of sessions) await mara.http.call(endSession, { id });
      await rejoin();
      await expectNothingLeft(page);
      expect(await receivedBy(scene)).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  it(
    'from another device leaves nothing in an open or a closed browser',
    async () => {
      const { mara, page } = await openScene();
      const closed = await stage.signedIn(mara);
      await untilAnswerStored(closed, mara.id);
      await closed.goto('about:blank');
      await draft(page);
      const { sessions } = await mara.http.call(getSessions, {});
      const others = sessions.filter(({ current }) => !current);
      const own = sessions.filter(({ current }) => current);
      for (const { id } of [...others, ...own]) await mara.http.call(endSession, { id });
      await expectNothingLeft(page);
      await closed.goto(addressOf(mara, '/'));
      await expectNothingLeft(closed);
      for (const tab of [page, closed]) await tab.context().close();
    },
    TEST_MS,
  );
});

describe('offline', () => {
  it(
    'a phone shows a line between bar and page that covers nothing',
    async () => {
      const { mara, page } = await openScene();
      await page.setViewportSize({ width: 360, height: 740 });
      for (const path of ['/chats', '/credits/statement']) {
        await page.goto(addressOf(mara, path));
        const heading = page.getByRole('heading', { level: 1 }).first();
        await heading.waitFor();
        const rejoin = await cutOff(page);
        const line = page.locator('p[aria-hidden]').filter({ hasText: 'Offline' });
        await line.waitFor();
        const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { y: Number.NaN, height: 0 };
        const under = async () => {
          const box = await boxOf(line);
          return (await boxOf(heading)).y - (box.y + box.height);
        };
        await expect.poll(under, { timeout: SLOW_MS }).toBeGreaterThan(0);
        expect((await boxOf(line)).height).toBeLessThan(30);
        await rejoin();
        await line.waitFor({ state: 'detached' });
      }
      await page.context().close();
    },
    TEST_MS,
  );

  it.each([
    {
      locale: 'en',
      heading: 'Messages',
      sentence: 'You’re offline. This is how things were at',
      words: 'You’re offline, last updated',
    },
    {
      locale: 'de',
      heading: 'Nachrichten',
      sentence: 'Du bist offline. Du siehst den Stand von',
      words: 'Du bist offline, Stand',
    },
  ] as const)(
    'the app opens with stored data, says how old it is, in $locale',
    async ({ locale, heading, sentence, words }) => {
      const { mara, page } = await openScene(locale);
      const rejoin = await cutOff(page);
      await page.goto(addressOf(mara, '/chats'));
      await page.getByRole('heading', { level: 1, name: heading }).waitFor({ timeout: SLOW_MS });
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      await page.getByRole('status').filter({ hasText: sentence }).waitFor({ state: 'attached' });
      await page.getByRole('link', { name: 'Jonas' }).first().click();
      await said(page, RECEIVED).waitFor({ timeout: SLOW_MS });
      // In an open chat the bar says so instead of who is online; nothing covers the text.
      const bar = page
        .locator('header')
        .filter({ has: page.getByRole('heading', { level: 1, name: /Jonas/ }) });
      await bar.getByText(words).waitFor();
      expect(await bar.getByText('Online').count()).toBe(0);
      expect((await page.getByRole('status').filter({ hasText: sentence }).boundingBox())?.width).toBe(1);
      expect(await page.evaluate(async () => (await fetch('/gifts/rose.svg')).ok)).toBe(true);
      await page.reload();
      await said(page, RECEIVED).waitFor({ timeout: SLOW_MS });
      await rejoin();
      await expect
        .poll(() => page.getByRole('status').filter({ hasText: sentence }).count(), { timeout: SLOW_MS })
        .toBe(0);
      await page.context().close();
    },
    TEST_MS,
  );

  it(
    'queued messages can be undone, edited and deleted; the rest is sent in order',
    async () => {
      const scene = await openScene();
      const { page } = scene;
      const rejoin = await cutOff(page);
      for (const text of ['First words', 'Second words', 'Third words']) {
        await write(page, text);
        await said(page, text).waitFor();
      }
      await expect.poll(async () => (await outboxOf(page)).length, { timeout: SLOW_MS }).toBe(3);
      await write(page, 'Words too soon');
      await said(page, 'Words too soon').waitFor();
      // Undo is offered for a few seconds only.
      await page.getByRole('button', { name: 'Undo sending' }).last().click();
      await said(page, 'Words too soon').waitFor({ state: 'detached' });
      expect(await page.getByRole('textbox').last().inputValue()).toBe('Words too soon');
      await expect.poll(async () => (await outboxOf(page)).length, { timeout: SLOW_MS }).toBe(3);
      await page.reload();
      await page.getByRole('button', { name: '3 messages waiting to be sent' }).click();
      const sheet = page.getByRole('dialog', { name: 'Waiting to be sent' });
      await sheet.getByText('Total: 3 credits').waitFor();
      const item = (text: string) => sheet.getByRole('listitem').filter({ hasText: text });
      await item('Second words').getByRole('button', { name: 'Delete' }).click();
      await sheet.getByText('Total: 2 credits').waitFor();
      await item('Third words').getByRole('button', { name: 'Edit' }).click();
      await sheet.getByRole('textbox').fill('Better words');
      // Changes are not discarded without a question.
      for (const way of [
        () => sheet.getByRole('button', { name: 'Close' }).last().click(),
        () => page.mouse.click(2, 2),
      ]) {
        await way();
        const asked = page.getByRole('alertdialog', { name: 'Close without saving?' });
        await asked.getByRole('button', { name: 'Keep editing' }).click();
        await asked.waitFor({ state: 'detached' });
        expect(await sheet.getByRole('textbox').inputValue()).toBe('Better words');
      }
      await sheet.getByRole('button', { name: 'Save' }).click();
      const edit = item('Better words').getByRole('button', { name: 'Edit' });
      await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      await rejoin();
      await expect
        .poll(() => receivedBy(scene), { timeout: SLOW_MS })
        .toEqual(['First words', 'Better words']);
      await expect.poll(() => outboxOf(page), { timeout: SLOW_MS }).toEqual([]);
      const { balanceOf } = stage.world.inside.core.credits;
      expect(await balanceOf(scene.mara.id)).toMatchObject({ credits: 28 });
      await page.context().close();
    },
    TEST_MS,
  );

  it(
    'reading continues at the first missed message and counts the rest',
    async () => {
      const scene = await openScene();
      const { mara, jonas, page } = scene;
      const rejoin = await cutOff(page);
      for (let count = 1; count <= 25; count += 1) {
        const text = `Missed ${count}.`;
        await jonas.http.call(postMessage, { clientId: randomUUID(), profile: mara.id, text, credits: 1 });
      }
      await rejoin();
      const begin = page.locator('#messages').getByText('New messages');
      await begin.waitFor({ timeout: SLOW_MS });
      await page.getByText('25 new messages', { exact: true }).waitFor({ state: 'attached' });
      await expect.poll(() => isSeen(said(page, 'Missed 1.'))).toBe(true);
      expect(await isSeen(begin)).toBe(true);
      expect(await isSeen(said(page, 'Missed 25.'))).toBe(false);
      await page.getByRole('button', { name: 'Go to newest message' }).click();
      await expect.poll(() => isSeen(said(page, 'Missed 25.'))).toBe(true);
      await page.context().close();
    },
    TEST_MS,
  );
});

describe('at the end', () => {
  it('no page threw an error', () => expect(stage.errors).toEqual([]));

  it('no invariant is violated', async () => expect(await stage.world.violations()).toEqual([]), SLOW_MS);
});
