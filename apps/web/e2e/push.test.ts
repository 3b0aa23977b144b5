import { randomUUID } from 'node:crypto';
import {
  blockProfile,
  conversationRead,
  messageCreated,
  postMessage,
  removeChat,
} from '@heartline/contracts';
import { PUSH_TEXTS } from '@heartline/i18n';
import { type Person, until } from '@heartline/testing';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAround, talk, untilNotified, userOf } from './member-page.ts';
import { allowPush, type DeliveringBrowser, deliveringBrowser } from './push-in-browser.ts';
import { openStage, type Stage } from './stage.ts';

/** Web push to a member who closed the page; a press on the notification opens the chat. */
let stage: Stage;
let mara: Person;
let jonas: Person;
let page: Page;
let browser: DeliveringBrowser;
const DEVICE = 'phone of Mara';
const SLOW_MS = 60_000;

type Message = { conversation: string; seq: number };

/** Less than the tick of 25 s that repairs what a page missed: what comes by then came live. */
const SOON_MS = 15_000;
const origin = () => mara.http.gateway.origin;
const push = () => {
  if (!stage.world.stubs) throw new Error('this world has no push service');
  return stage.world.stubs.push;
};

beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  [mara, jonas] = await stage.world.people({ name: 'Mara' }, { name: 'Jonas', credits: 20, premium: true });
  page = await stage.signedIn(mara);
});
afterAll(() => stage?.close());

/** Waits until no job is left that asks whether to push this message. */
async function askedAbout({ conversation, seq }: Message): Promise<void> {
  const queue = stage.world.inside.queues.queue('notify');
  const left = async () => {
    const jobs = await queue.getJobs(['waiting', 'delayed', 'active']);
    // Jobs that watch the queue have no items.
    const items = jobs.flatMap((job) => (job.data as { items?: Message[] }).items ?? []);
    return items.some((item) => item.conversation === conversation && item.seq === seq);
  };
  await expect.poll(left, { timeout: SLOW_MS }).toBe(false);
}

const writeTo = (to: Person, text: string, from = jonas) =>
  from.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text, credits: 1 });

describe('web push', () => {
  it('is offered until the member turns it on [S4-052 S7-046]', async () => {
    await allowPush(stage, page, DEVICE);
    const turnOn = page.getByRole('button', { name: 'Turn on notifications' });
    await untilNotified(page, turnOn);
    await turnOn.click();
    await expect.poll(() => userOf(page), { timeout: 15_000 }).toMatchObject({ push_subscribed: true });
    await turnOn.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await lookAround(page);
    expect(await turnOn.count()).toBe(0);
  });

  it('reaches a member who closed the page, once for each message', async () => {
    await page.close();
    const { message } = await writeTo(mara, 'Are you there?');
    const { payload } = await push().waitFor(DEVICE, 30_000);
    const { settings } = await stage.world.inside.core.site.settingsOf('default');
    expect(payload).toEqual({
      kind: 'message',
      title: settings.name,
      body: PUSH_TEXTS.message.message,
      tag: `conversation-${message.conversation}`,
      url: `/chats/${message.conversation}`,
      badge: 1,
      seq: message.seq,
      at: expect.any(Number),
      unread: { [`conversation-${message.conversation}`]: message.seq },
    });
  });

  it('is shown by the service worker [S7-047]', async () => {
    const { payload } = await push().waitFor(DEVICE);
    const { title, body, tag } = payload as { title: string; body: string; tag: string };
    browser = await deliveringBrowser(page.context(), origin());
    await browser.deliver(payload);
    await expect.poll(() => browser.notices(), { timeout: 15_000 }).toEqual([{ title, body, tag }]);
  });

  it('opens the conversation on a press, and reading removes it [S7-048]', async () => {
    page = await page.context().newPage();
    await page.goto(`${origin()}/likes`);
    await page.getByRole('heading', { name: 'Likes', exact: true }).waitFor();
    await browser.tap();
    await page.waitForURL('**/chats/*');
    await talk(page).getByText('Are you there?').waitFor();
    await expect.poll(() => browser.notices(), { timeout: 15_000 }).toEqual([]);
  });

  it('is not sent for a message that was read meanwhile', async () => {
    await page.close();
    const watch = await mara.device();
    const { message } = await writeTo(mara, 'Read on the watch');
    await watch.wait(messageCreated, (created) => created.message.seq === message.seq);
    await watch.send(conversationRead, { conversation: message.conversation, seq: message.seq });
    watch.close();
    // Only the next message may be pushed.
    await until(
      () =>
        stage.world.inside.core.messaging
          .readMarksOf(mara.id, message.conversation)
          .then(({ readSeq }) => readSeq),
      (seq) => seq >= message.seq,
    );
    await askedAbout(message);
    const later = await writeTo(mara, 'Still awake?');
    await until(
      () => push().pushes(DEVICE),
      (pushes) => pushes.length > 1,
    );
    await askedAbout(later.message);
    expect(push().pushes(DEVICE)).toHaveLength(2);
    expect(push().pushes(DEVICE)[0]?.payload).toMatchObject({
      url: `/chats/${later.message.conversation}`,
      badge: 1,
    });
  });

  it('reading on another device clears notification, title and app badge here', async () => {
    const context = page.context();
    await context.addInitScript(() => {
      const keep = async (count = 0) => void Object.assign(globalThis, { appBadge: count });
      Object.assign(navigator, { setAppBadge: keep, clearAppBadge: keep });
    });
    page = await context.newPage();
    await page.goto(`${origin()}/likes`);
    const laptop = await stage.signedIn({ ...mara, http: stage.world.browser(1, mara.session) });
    const { message } = await writeTo(mara, 'Read on the laptop');
    const { conversation } = message;
    const notice = {
      kind: 'message',
      title: 'Heartline',
      body: 'News',
      tag: `conversation-${conversation}`,
      url: `/chats/${conversation}`,
      badge: 1,
      seq: message.seq,
    };
    const shown = () =>
      Promise.all([
        browser.notices().then((notices) => notices.length),
        page.title().then((title) => title.startsWith('(')),
        page.evaluate(() => (globalThis as { appBadge?: number }).appBadge),
      ]);
    await page.getByRole('heading', { name: 'Likes', exact: true }).waitFor();
    await browser.deliver(notice);
    await expect.poll(shown, { timeout: SLOW_MS }).toEqual([1, true, expect.toSatisfy((n) => n > 0)]);

    await openAt(laptop, conversation, 'Read on the laptop');
    await expect.poll(shown, { timeout: SOON_MS }).toEqual([0, false, 0]);

    // A late push for a message that this page knows is read shows nothing.
    await browser.deliver(notice);
    await expect.poll(shown, { timeout: SOON_MS }).toEqual([0, false, 0]);
    // A message this page does not know yet is not known to be read.
    await browser.deliver({ ...notice, seq: message.seq + 1 });
    await expect.poll(() => browser.notices().then((notices) => notices.length)).toBe(1);
    await fixedWait(1_000, 'no event says that the service worker keeps a notification');
    expect(await browser.notices()).toHaveLength(1);

    // Without an open page the notification stays; the next page removes it.
    await page.close();
    await writeTo(mara, 'Read while the phone was away');
    await browser.deliver(notice);
    await expect.poll(async () => (await browser.notices()).length, { timeout: SLOW_MS }).toBe(1);
    await talk(laptop).getByText('Read while the phone was away').waitFor({ timeout: SLOW_MS });
    const unread = () => stage.world.inside.core.messaging.unreadTotal(mara.id);
    await expect.poll(unread, { timeout: SLOW_MS }).toBe(0);
    // A late push shows nothing either: the service worker asks the server first.
    const again = { ...notice, seq: message.seq + 1 };
    await browser.deliver({ ...again, at: Date.now() - 60_000 });
    await expect.poll(() => browser.notices(), { timeout: SOON_MS }).toEqual([]);
    await browser.deliver(again);
    await expect.poll(async () => (await browser.notices()).length, { timeout: SLOW_MS }).toBe(1);
    page = await context.newPage();
    await page.goto(`${origin()}/likes`);
    await expect.poll(() => browser.notices(), { timeout: SLOW_MS }).toEqual([]);
    await laptop.context().close();
  }, 180_000);

  it('removing a conversation or blocking its member removes the notification', async () => {
    const { conversation, seq } = (await writeTo(mara, 'Soon gone')).message;
    const notice = {
      kind: 'message',
      title: 'Jonas',
      body: 'Soon gone',
      tag: `conversation-${conversation}`,
      url: `/chats/${conversation}`,
      badge: 1,
      seq,
    };
    const shown = async () => (await browser.notices()).length;
    const isNews = async () => (await page.title()).startsWith('(');
    await expect.poll(isNews, { timeout: SLOW_MS }).toBe(true);
    await browser.deliver(notice);
    await expect.poll(shown, { timeout: SLOW_MS }).toBe(1);
    await mara.http.call(removeChat, { conversation });
    await expect.poll(shown, { timeout: SOON_MS }).toBe(0);
    await expect.poll(isNews, { timeout: SLOW_MS }).toBe(false);

    // Without an open page it stays; the next page removes it, though it never saw the conversation.
    const context = page.context();
    await page.close();
    const [ada] = await stage.world.people({ name: 'Ada', credits: 1 });
    const unseen = (await writeTo(mara, 'Nobody looks', ada)).message.conversation;
    await browser.deliver({ ...notice, tag: `conversation-${unseen}` });
    await expect.poll(shown, { timeout: SLOW_MS }).toBe(1);
    await mara.http.call(removeChat, { conversation: unseen });
    page = await context.newPage();
    await page.goto(`${origin()}/likes`);
    await expect.poll(shown, { timeout: SOON_MS }).toBe(0);

    const { message: again } = await writeTo(mara, 'Here again');
    await expect.poll(isNews, { timeout: SLOW_MS }).toBe(true);
    // A page that has just opened may still remove notices of what it did not have.
    const deliverAgain = async () => {
      await browser.deliver({ ...notice, seq: again.seq });
      return shown();
    };
    await expect.poll(deliverAgain, { timeout: SLOW_MS, interval: 1_000 }).toBe(1);
    await mara.http.call(blockProfile, { profile: jonas.id });
    await expect.poll(shown, { timeout: SOON_MS }).toBe(0);
  }, 180_000);
});

describe('the sound of new messages', () => {
  /** Number of notes the page has started: two for each sound. */
  const notes = (tab: Page) => tab.evaluate(() => Number(sessionStorage.getItem('hide-notes')));

  it('plays in one of two tabs once turned on, and not for what is being read', async () => {
    const [ada] = await stage.world.people({ name: 'Ada' });
    const say = (text: string) => writeTo(ada, text);
    const first = await say('Hello');
    const tab = await stage.signedIn(ada, { path: '/members' });
    const other = await tab.context().newPage();
    await tab.context().addInitScript(() => {
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (this: OscillatorNode, at?: number) {
        sessionStorage.setItem('hide-notes', String(Number(sessionStorage.getItem('hide-notes')) + 1));
        start.call(this, at);
      };
    });
    await tab.goto(`${ada.http.gateway.origin}/notifications`);
    await other.goto(`${ada.http.gateway.origin}/likes`);
    const sound = tab.getByRole('switch', { name: 'Sound for new messages' });
    await sound.click();
    await expect.poll(() => notes(tab)).toBe(2);
    // A page may play sound only after a press in it.
    await other.getByRole('heading', { level: 1 }).click();
    await say('Are you there?');
    const both = async () => (await notes(tab)) + (await notes(other));
    await expect.poll(both).toBe(4);
    await fixedWait(
      2_000,
      'longer than the other tab takes to play it: no event says that a tab plays nothing',
    );
    expect(await both()).toBe(4);
    await tab.reload();
    expect(await sound.isChecked()).toBe(true);

    await other.close();
    await tab.goto(`${ada.http.gateway.origin}/chats/${first.message.conversation}`);
    await tab.bringToFront();
    await talk(tab).getByText('Are you there?').click();
    const before = await notes(tab);
    await say('This is read as it comes');
    await talk(tab).getByText('This is read as it comes').waitFor();
    await fixedWait(3_000, 'longer than a tab waits before it plays: no event says that a tab plays nothing');
    expect(await notes(tab)).toBe(before);
    await tab.context().close();
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));

/** Opens a conversation at its last message. */
async function openAt(device: Page, conversation: string, words: string): Promise<void> {
  await device.goto(new URL(`/chats/${conversation}`, device.url()).href);
  await device.bringToFront();
  await talk(device).getByText(words).waitFor({ timeout: SLOW_MS });
}
