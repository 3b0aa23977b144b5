import { randomUUID } from 'node:crypto';
import { getMessagePrice, postMessage } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxOf } from './browser-storage.ts';
import { talk, userOf, workerRuns, write } from './member-page.ts';
import { openStage, type Stage, textsFrom } from './stage.ts';

/**
 * Messages sent after a change since they were written: no network, a full store, no credits, another price. Also a page
 * from the browser’s page cache. Each test has its own people.
 */
const SLOW_MS = 60_000;
const TEST_MS = 180_000;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
});
afterAll(() => stage?.close());

interface Scene {
  mara: Person;
  jonas: Person;
  page: Page;
}

/** Opens Mara's conversation with Jonas. */
async function openScene(credits: number, browser?: Browser): Promise<Scene> {
  const [mara, jonas] = await stage.world.people(
    { name: 'Mara', credits, premium: true },
    { name: 'Jonas', credits: 9, premium: true },
  );
  await say(jonas, mara, 'Hello Mara');
  const page = await stage.signedIn(mara, browser ? { browser } : {});
  return { mara, jonas, page: await openChat(page, jonas) };
}

const say = (from: Person, to: Person, text: string) =>
  from.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text, credits: 1 });

async function openChat(page: Page, { id }: Person): Promise<Page> {
  await page.goto(new URL(`/members/${id}/chat`, page.url()).href);
  // Everything needed offline is stored.
  await workerRuns(page);
  await talk(page).getByText('Hello Mara').waitFor({ timeout: SLOW_MS });
  return page;
}

const bubbles = (page: Page, text: string) => talk(page).getByText(text);
const field = (page: Page) => page.getByRole('textbox', { name: 'Message to Jonas' });
const offline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline);

/** Mara's messages to Jonas, as the server answers them to him. */
const receivedBy = ({ mara, jonas }: Scene) => textsFrom(stage, mara, jonas);

const creditsOf = async ({ mara }: Scene) =>
  (await stage.world.inside.core.credits.balanceOf(mara.id)).credits;

/** Waits until these arrived in this order and the outbox is empty. */
async function expectSent(scene: Scene, texts: readonly string[]): Promise<void> {
  await expect.poll(() => receivedBy(scene), { timeout: SLOW_MS }).toEqual(texts);
  await expect.poll(() => outboxOf(scene.page), { timeout: SLOW_MS }).toEqual([]);
}

describe('two tabs used offline', () => {
  it(
    'send every message once, in the order written',
    async () => {
      const scene = await openScene(9);
      const { jonas, page } = scene;
      const other = await openChat(await sameBrowser(page), jonas);
      await offline(page, true);
      const written = ['One here', 'Two there', 'Three here', 'Four there'];
      for (const [index, text] of written.entries()) {
        const tab = index % 2 === 0 ? page : other;
        await write(tab, text);
        await expect.poll(async () => (await outboxOf(tab)).length, { timeout: SLOW_MS }).toBe(index + 1);
      }
      await offline(page, false);
      await expectSent(scene, written);
      for (const tab of [page, other]) {
        for (const text of written) {
          await expect.poll(() => bubbles(tab, text).count(), { timeout: SLOW_MS }).toBe(1);
        }
      }
      expect(await creditsOf(scene)).toBe(5);
      await page.context().close();
    },
    TEST_MS,
  );
});

describe('a device with a full store', () => {
  it(
    'says so and sends the unstored message once the network is back',
    async () => {
      const scene = await openScene(9);
      const { mara, page } = scene;
      const session = await page.context().newCDPSession(page);
      const room = (quotaSize?: number) =>
        session.send('Storage.overrideQuotaForOrigin', {
          origin: mara.http.gateway.origin,
          ...(quotaSize === undefined ? {} : { quotaSize }),
        });
      await offline(page, true);
      await write(page, 'Stored in time');
      await expect.poll(async () => (await outboxOf(page)).length, { timeout: SLOW_MS }).toBe(1);
      await room(1);
      // The browser checks its quota now and then.
      await expect.poll(() => page.evaluate(isStoreFull), { timeout: SLOW_MS }).toBe(true);
      await write(page, 'No room for this');
      await bubbles(page, 'No room for this').waitFor();
      await page.getByText('This device couldn’t save it').first().waitFor({ timeout: SLOW_MS });
      expect(await outboxOf(page)).toHaveLength(1);

      const asked = page.waitForEvent('dialog');
      const leaving = page.close({ runBeforeUnload: true });
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      await leaving;

      await offline(page, false);
      await expectSent(scene, ['Stored in time', 'No room for this']);
      expect(await bubbles(page, 'No room for this').count()).toBe(1);
      expect(await creditsOf(scene)).toBe(7);
      await room();
      await page.context().close();
    },
    TEST_MS,
  );
});

describe('credits spent on another device', () => {
  it(
    'hold a message until a pack is bought elsewhere, then send it once',
    async () => {
      const scene = await openScene(1);
      const { mara, jonas, page } = scene;
      const [finn] = await stage.world.people({ name: 'Finn' });
      await offline(page, true);
      await write(page, 'Worth waiting for');
      await bubbles(page, 'Worth waiting for').waitFor();
      const elsewhere = { ...mara, http: stage.world.browser(1, mara.session) };
      await say(elsewhere, finn, 'The last credit');
      await offline(page, false);
      await page.getByText('Will be sent once your credits arrive.').first().waitFor({ timeout: SLOW_MS });
      expect(await receivedBy(scene)).toEqual([]);

      const tablet = await stage.signedIn(elsewhere, { path: '/credits' });
      await tablet.getByRole('button', { name: /^Pay / }).click();
      await tablet.waitForURL(/\/pay\//);
      await tablet.getByRole('button', { name: /^Pay \D\d/ }).click();
      await tablet.getByRole('heading', { name: 'Your credits are here' }).waitFor({ timeout: SLOW_MS });
      const bought = Number((await userOf(tablet))['credits']);

      await expectSent(scene, ['Worth waiting for']);
      await expect.poll(() => bubbles(page, 'Worth waiting for').count()).toBe(1);
      await page.getByText('Will be sent once your credits arrive.').waitFor({ state: 'detached' });
      // The pack, less the message, which may be charged before or after this read.
      expect([bought, bought - 1]).toContain(await creditsOf(scene));
      await talk(await openChat(tablet, jonas))
        .getByText('Worth waiting for')
        .waitFor();
      for (const device of [page, tablet]) await device.context().close();
    },
    TEST_MS,
  );
});

describe('a page restored from the back/forward cache', () => {
  it(
    'reconnects, shows what it missed once, and sends',
    async () => {
      const browser = await stage.launchWithPageCache();
      const scene = await openScene(9, browser);
      const { mara, jonas, page } = scene;
      // Playwright does not follow a page into the back/forward cache, so use the protocol.
      const session = await page.context().newCDPSession(page);
      const ask = async <T>(expression: string) =>
        (await session.send('Runtime.evaluate', { expression, returnByValue: true })).result.value as T;
      const times = (text: string) =>
        ask<number>(
          `document.querySelector('#messages')?.innerText.split(${JSON.stringify(text)}).length - 1`,
        );
      await ask(`globalThis.isSamePage = true`);
      await page.goto(new URL('/icons/icon-192.png', page.url()).href);
      await say(jonas, mara, 'While you were away');
      await ask(`history.back()`);
      await expect.poll(() => times('While you were away'), { timeout: SLOW_MS }).toBe(1);
      expect(await ask(`globalThis.isSamePage`)).toBe(true);
      await say(jonas, mara, 'Now you hear me');
      await expect.poll(() => times('Now you hear me'), { timeout: SLOW_MS }).toBe(1);
      expect(await times('While you were away')).toBe(1);
      expect(await times('Hello Mara')).toBe(1);
      await expect.poll(() => ask(`document.body.innerText.includes('Reconnecting')`)).toBe(false);
      await ask(`document.querySelector('textarea').focus()`);
      await session.send('Input.insertText', { text: 'Back again' });
      await session.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Enter',
        windowsVirtualKeyCode: 13,
      });
      await expect.poll(() => receivedBy(scene), { timeout: SLOW_MS }).toEqual(['Back again']);
      await browser.close();
    },
    TEST_MS,
  );
});

describe('a price that changed after it was shown', () => {
  const setPrice = async (scene: Scene, price: number) => {
    await stage.world.inside.core.site.operate.set('default', 'message_credits', String(price));
    // A gateway caches the settings for a few seconds.
    const currentPrice = () => scene.mara.http.call(getMessagePrice, { profile: scene.jonas.id });
    await expect.poll(async () => (await currentPrice()).message_credits, { timeout: SLOW_MS }).toBe(price);
  };

  it(
    'asks again when it rose and charges less when it fell',
    async () => {
      const scene = await openScene(9);
      const { page } = scene;
      await page.getByRole('button', { name: 'Send · 1 credit' }).waitFor();
      await setPrice(scene, 2);
      await write(page, 'At any price');
      await page.getByText('It used to be 1 credit.').waitFor();
      expect([await receivedBy(scene), await creditsOf(scene)]).toEqual([[], 9]);
      // The button shows the price of the next message.
      await page.getByRole('button', { name: 'Send · 2 credits' }).waitFor({ timeout: SLOW_MS });
      await page.getByRole('button', { name: 'Send for 2 credits' }).click();
      await expectSent(scene, ['At any price']);
      expect(await creditsOf(scene)).toBe(7);

      await setPrice(scene, 3);
      await write(page, 'Not at this one');
      await page.getByText('It used to be 2 credits.').waitFor();
      await field(page).fill('Written since');
      await page.getByRole('button', { name: 'Don’t send' }).click();
      await expect.poll(() => field(page).inputValue()).toBe('Not at this one\nWritten since');
      await expectSent(scene, ['At any price']);
      expect(await bubbles(page, 'Not at this one').count()).toBe(0);
      expect(await creditsOf(scene)).toBe(7);

      await page.getByRole('button', { name: 'Send · 3 credits' }).waitFor({ timeout: SLOW_MS });
      await setPrice(scene, 1);
      await field(page).fill('');
      await write(page, 'All the better');
      await expectSent(scene, ['At any price', 'All the better']);
      expect(await creditsOf(scene)).toBe(6);
      await page.getByRole('button', { name: 'Send · 1 credit', exact: true }).waitFor({ timeout: SLOW_MS });

      await setPrice(scene, 2);
      await write(page, 'When it is cheap');
      await page.getByText('It used to be 1 credit.').waitFor();
      await setPrice(scene, 1);
      // A lower price needs no question: the message goes once the page is visible again.
      const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect
        .poll(() => look().then(() => receivedBy(scene)), { timeout: SLOW_MS })
        .toEqual(['At any price', 'All the better', 'When it is cheap']);
      await page.getByRole('button', { name: 'Don’t send' }).waitFor({ state: 'hidden' });
      expect(await creditsOf(scene)).toBe(5);
      await page.context().close();
    },
    TEST_MS,
  );
});

describe('at the end', () => {
  it('no page threw an error', () => expect(stage.errors).toEqual([]));

  it('no invariant is violated', async () => expect(await stage.world.violations()).toEqual([]), SLOW_MS);
});

/** True if the browser refuses to store more. Runs in the page. */
function isStoreFull(): Promise<boolean> {
  const opening = indexedDB.open('probe');
  return new Promise((resolve) => {
    opening.onupgradeneeded = () => opening.result.createObjectStore('probes', { autoIncrement: true });
    opening.onerror = () => resolve(true);
    opening.onsuccess = () => {
      const writing = opening.result.transaction('probes', 'readwrite');
      writing.objectStore('probes').add('x'.repeat(1_000));
      writing.oncomplete = () => resolve(false);
      writing.onabort = () => resolve(true);
    };
  }).finally(() => opening.result.close()) as Promise<boolean>;
}

/** Opens another tab of the same browser on the same page. */
async function sameBrowser(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  return tab;
}
