import { randomUUID } from 'node:crypto';
import { getMessages, postMessage } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxOf, untilAnswerStored } from './browser-storage.ts';
import { halt, talk, userOf, workerRuns, write } from './member-page.ts';
import { openPoorNetwork, type PoorNetwork } from './poor-network.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * One person's devices and the other side, through everything a line can do. A story: each test goes on where the one
 * before it stopped.
 */
const SLOW_MS = 60_000;
const FRIENDS = ['Jonas', 'Finn', 'Oskar', 'Emil'];
/** 200 messages, 50 to each friend. */
const EACH = 50;
const LAST = `Number ${EACH}`;
/** The price of all messages, and a few more. */
const CREDITS = EACH * FRIENDS.length + 30;
const DAY_MS = 86_400_000;

let stage: Stage;
let line: PoorNetwork;
let mara: Person;
let friends: Person[];
let jonas: Person;
/** The device with the failing connection, and two others, one on each gateway. */
let phone: Page;
let laptop: Page;
let tablet: Page;

beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  [mara, ...friends] = await stage.world.people(
    { name: 'Mara', credits: CREDITS, premium: true },
    ...FRIENDS.map((name) => ({ name, credits: 20, premium: true })),
  );
  jonas = friends[0] as Person;
  for (const friend of friends) await say(friend, 'Hello Mara');
  line = await openPoorNetwork(stage, 0);
  phone = await stage.signedIn(mara, { browser: line.browser, width: 360, height: 740 });
  laptop = await stage.signedIn(mara);
  tablet = await openTablet();
});
afterAll(async () => {
  await line?.close();
  await stage?.close();
});

/** Opens a device on the other gateway, with a clock one day ahead. */
async function openTablet(): Promise<Page> {
  const page = await stage.signedIn({ ...mara, http: stage.world.browser(1, mara.session) });
  await page.context().addInitScript((ahead) => {
    const Real = Date;
    const now = () => Real.now() + ahead;
    globalThis.Date = new Proxy(Real, {
      construct: (target, given: [number]) => (given.length > 0 ? new target(...given) : new target(now())),
      get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    });
  }, DAY_MS);
  await page.goto(`${stage.world.gateways[1]?.origin}/chats`);
  return page;
}

const say = (from: Person, text: string) =>
  from.http.call(postMessage, { clientId: randomUUID(), profile: mara.id, text, credits: 1 });
const chatWith = (person: Person) => `/members/${person.id}/chat`;
const goTo = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);
const bubbles = (page: Page, text: string) => talk(page).getByText(text);
const badge = (page: Page) => page.getByRole('link', { name: /Messages/ }).first();
const waiting = (page: Page) => page.getByRole('button', { name: /waiting to be sent/ }).first();

/** Mara's messages to a friend, as the server answers them to that friend. */
async function receivedBy(person: Person): Promise<string[]> {
  const conversation = stage.world.inside.core.messaging.conversationOf(mara.id, person.id);
  const { messages } = await person.http.call(getMessages, { conversation, limit: 100 });
  return messages.filter((message) => message.sender === mara.id).map((message) => message.text);
}

/** Waits until the text has arrived once. */
async function arrives(person: Person, text: string): Promise<void> {
  const times = async () => (await receivedBy(person)).filter((one) => one === text).length;
  await expect.poll(times, { timeout: SLOW_MS }).toBe(1);
}

describe('three devices on two gateways', () => {
  it('reading on one device clears badge and title on the others', async () => {
    const others = [laptop, tablet];
    for (const page of [phone, ...others]) {
      await expect.poll(() => page.title(), { timeout: SLOW_MS }).toMatch(/^\(4\) /);
    }
    const { messaging } = stage.world.inside.core;
    for (const [index, friend] of friends.entries()) {
      await goTo(phone, chatWith(friend));
      await bubbles(phone, 'Hello Mara').waitFor();
      await expect
        .poll(() => messaging.unreadTotal(mara.id), { timeout: SLOW_MS })
        .toBe(friends.length - 1 - index);
    }
    for (const page of [phone, ...others]) {
      await expect.poll(() => page.title(), { timeout: SLOW_MS }).not.toMatch(/^\(/);
    }
    // A phone hides the bar in an open conversation.
    for (const page of others) {
      await expect.poll(() => badge(page).innerText(), { timeout: SLOW_MS }).not.toMatch(/\d/);
    }
  });

  it('keeps order and days with a device clock that is a day ahead [F19]', async () => {
    await goTo(tablet, chatWith(jonas));
    await write(tablet, 'From tomorrow');
    await arrives(jonas, 'From tomorrow');
    await say(jonas, 'From today');
    await bubbles(tablet, 'From today').waitFor();
    const words = await talk(tablet).innerText();
    expect(words.indexOf('From tomorrow')).toBeLessThan(words.indexOf('From today'));
    expect(words).toContain('Today');
    expect(words).not.toContain('Yesterday');
  });
});

describe('a failing connection', () => {
  it('delivers 200 of 200 messages once and in order at 50 kbit/s with resets [F15]', async () => {
    const mend = await line.spoil(20_260_815);
    for (const friend of friends) {
      await openInPlace(phone, chatWith(friend));
      for (let n = 1; n <= EACH; n += 1) await write(phone, `Number ${n}`);
    }
    const expected = Array.from({ length: EACH }, (_, index) => `Number ${index + 1}`);
    const numbers = async (friend: Person) =>
      (await receivedBy(friend)).filter((text) => text.startsWith('Number'));
    await expect
      .poll(async () => (await Promise.all(friends.map(numbers))).flat().length, { timeout: 150_000 })
      .toBe(EACH * friends.length);
    await mend();
    for (const friend of friends) expect(await numbers(friend)).toEqual(expected);
    await expect.poll(() => outboxOf(phone), { timeout: SLOW_MS }).toEqual([]);
    expect(await userOf(laptop)).toMatchObject({ credits: 29 });
  }, 240_000);

  it('notices a silent connection, marks nothing as sent, sends once afterwards [F16]', async () => {
    await goTo(phone, chatWith(jonas));
    await bubbles(phone, LAST).waitFor();
    for (const direction of ['upstream', 'downstream'] as const) {
      await line.wire.addToxic({ type: 'timeout', timeout: 0 }, direction);
    }
    await write(phone, 'Into a black hole');
    await phone.getByText('Reconnecting').filter({ visible: true }).first().waitFor({ timeout: SLOW_MS });
    await waiting(phone).waitFor();
    expect(await receivedBy(jonas)).not.toContain('Into a black hole');
    await line.wire.removeToxics();
    await arrives(jonas, 'Into a black hole');
    await expect.poll(() => outboxOf(phone), { timeout: SLOW_MS }).toEqual([]);
    expect(await bubbles(phone, 'Into a black hole').count()).toBe(1);
  }, 120_000);

  it('shows a message of a killed tab offline and keeps it once [F21]', async () => {
    const { context, reopen } = windowOf(phone);
    await untilAnswerStored(phone, LAST);
    await line.wire.addToxic({ type: 'timeout', timeout: 0 }, 'downstream');
    await write(phone, 'Cut off');
    await arrives(jonas, 'Cut off');
    await phone.close();
    await line.wire.removeToxics();
    await line.wire.disable();
    await context.setOffline(true);
    phone = await reopen(chatWith(jonas));
    await bubbles(phone, 'Cut off').waitFor({ timeout: SLOW_MS });
    await bubbles(phone, LAST).waitFor();
    await write(phone, 'And this after it');
    await waiting(phone).waitFor();
    await line.wire.enable();
    await context.setOffline(false);
    await arrives(jonas, 'And this after it');
    expect((await receivedBy(jonas)).slice(-2)).toEqual(['Cut off', 'And this after it']);
    await expect.poll(() => userOf(laptop), { timeout: SLOW_MS }).toMatchObject({ credits: 26 });
    await expect.poll(() => bubbles(phone, 'Cut off').count()).toBe(1);
  }, 120_000);

  it('installs the service worker after its files broke off', async () => {
    const page = await stage.visitor(0, { browser: line.browser });
    const isInstalling = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing != null);
    // Slow enough to be cut off in the middle.
    const end = await line.wire.addToxic({ type: 'bandwidth', rate: 50 }, 'downstream');
    await expect.poll(isInstalling, { interval: 20, timeout: SLOW_MS }).toBe(true);
    await line.wire.disable();
    await expect.poll(isInstalling, { timeout: SLOW_MS }).toBe(false);
    await line.wire.enable();
    await end();
    await workerRuns(page);
    await page.context().close();
  }, 150_000);

  it('another tab sends once when the sending tab froze [F20]', async () => {
    const front = await phone.context().newPage();
    await front.goto(phone.url());
    await front.getByRole('textbox').last().waitFor();
    const goOn = await halt(phone);
    await write(front, 'Past a frozen tab');
    await arrives(jonas, 'Past a frozen tab');
    await goOn();
    await expect.poll(() => bubbles(phone, 'Past a frozen tab').count(), { timeout: SLOW_MS }).toBe(1);
    await arrives(jonas, 'Past a frozen tab');
    await front.close();
  }, 120_000);
});

describe('at the end', () => {
  it('no page threw an error', () => expect(stage.errors).toEqual([]));

  it('no invariant is violated', async () => expect(await stage.world.violations()).toEqual([]), SLOW_MS);
});

function windowOf(page: Page): { context: BrowserContext; reopen: (path: string) => Promise<Page> } {
  const context = page.context();
  return {
    context,
    async reopen(path) {
      const next = await context.newPage();
      await next.goto(`${mara.http.gateway.origin}${path}`);
      return next;
    },
  };
}

/** Navigates without loading the page again. */
async function openInPlace(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // Each entry has its own key, like those of the router.
    history.pushState({ __TSR_key: to }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await bubbles(page, 'Hello Mara').waitFor();
}
