import { randomUUID } from 'node:crypto';
import { getSettings, NOTIFICATION_TYPES, postMessage, updateProfile } from '@heartline/contracts';
import { type Person, until } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAround, talk, untilNotified, userOf } from './member-page.ts';
import { allowPush, deliveringBrowser } from './push-in-browser.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** The notification settings of a member. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
});
afterAll(() => stage?.close());

async function member(wish: Parameters<Stage['world']['people']>[0] = {}): Promise<Person> {
  const [person] = await stage.world.people({ name: 'Mara', ...wish });
  return person;
}

async function settingsOf(person: Person, look = {}): Promise<Page> {
  const page = await stage.signedIn(person, { ...look, path: '/notifications' });
  await page.getByRole('table').waitFor();
  return page;
}

describe('the settings page', () => {
  let page: Page;
  beforeAll(async () => {
    const mara = await member();
    page = await stage.signedIn(mara, { path: '/settings' });
  });
  afterAll(() => page?.context().close());

  it('redirects /settings to /notifications [S2-051 S2-108 S2-109]', async () => {
    await page.waitForURL('**/notifications');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await expect
      .poll(() => page.getByRole('table').getByRole('switch').count(), { timeout: 20_000 })
      .toBe(2 * NOTIFICATION_TYPES.length);
  });

  it('saves quiet hours and discreet push, in the time zone of the device', async () => {
    const answered = () =>
      page.waitForResponse((answer) => answer.url().endsWith('/api/notifications.php') && answer.ok());
    for (const press of [
      () => page.getByRole('switch', { name: 'Quiet hours' }).click(),
      () => page.getByLabel('From', { exact: true }).selectOption('23:30'),
      () => page.getByRole('switch', { name: 'Private notifications' }).click(),
    ]) {
      const saved = answered();
      await press();
      await saved;
    }
    await page.reload();
    await page.getByLabel('From', { exact: true }).waitFor();
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('23:30');
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('07:00');
    expect(await page.getByRole('switch', { name: 'Private notifications' }).isChecked()).toBe(false);
  });

  it('is accessible', async () => expect(await seriousFindings(page)).toEqual([]));
});

it('shows that mail is off on a phone, where one banner at a time has room', async () => {
  // A newcomer also has the bonus.
  const mara = await member({ account: { notificationsDisabled: ['bounce'], createdAt: Date.now() } });
  const page = await stage.signedIn(mara, { width: 360, height: 740 });
  await page.getByText('25% off your first credits').waitFor({ state: 'attached' });
  await page.getByText('We only e-mail you about your account').waitFor();
  await page.getByText('An e-mail to you couldn’t be delivered.').waitFor();
  await page.context().close();
});

describe('the offer of push', () => {
  const turnOn = (page: Page) => page.getByRole('button', { name: 'Turn on notifications' });

  it('is made to a member without a subscription, not to a visitor [S4-050 S3-183]', async () => {
    const mara = await member();
    const page = await stage.signedIn(mara);
    await allowPush(stage, page, 'tablet of Mara');
    await untilNotified(page, turnOn(page));
    await page.context().clearCookies();
    await page.goto(mara.http.gateway.origin);
    await page
      .getByRole('button', { name: 'Log in' })
      .or(page.getByRole('link', { name: 'Log in' }))
      .first()
      .waitFor();
    expect(await turnOn(page).count()).toBe(0);
    await page.context().close();
  });

  it('is not made by a browser without push [S4-051]', async () => {
    const mara = await member();
    const page = await stage.signedIn(mara);
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'));
    await allowPush(stage, page, 'old browser');
    await page.goto(`${mara.http.gateway.origin}/notifications`);
    await page.getByText('This browser can’t receive notifications from us.').waitFor();
    await lookAround(page);
    expect(await turnOn(page).count()).toBe(0);
    await page.context().close();
  });

  it('is not made without a public key [S4-053]', async () => {
    const mara = await member();
    const page = await stage.signedIn(mara);
    await allowPush(stage, page, 'keyless');
    await untilNotified(page, turnOn(page));
    await page.context().addInitScript(() => {
      // Removes the key from the settings in the page before the app reads them.
      document.addEventListener('readystatechange', () => {
        const served = document.getElementById('settings');
        if (!served) return;
        const keyless = document.createElement('template');
        keyless.id = 'settings';
        keyless.textContent = served.textContent.replace(/"push_public_key":"[^"]*"/, '"push_public_key":""');
        served.replaceWith(keyless);
      });
    });
    await page.evaluate(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
    });
    await page.goto(`${mara.http.gateway.origin}/notifications`);
    await page.getByText('This browser can’t receive notifications from us.').waitFor();
    await lookAround(page);
    expect(await turnOn(page).count()).toBe(0);
    await page.context().close();
  });

  it('stays dismissed and stores when that was [S3-225]', async () => {
    const page = await stage.signedIn(await member());
    await allowPush(stage, page, 'laptop');
    await untilNotified(page, turnOn(page));
    const before = Date.now();
    await page.getByRole('button', { name: 'Not now' }).first().click();
    await expect.poll(() => turnOn(page).count()).toBe(0);
    const at = await page.evaluate(() => Number(localStorage.getItem('hide-push-notification-alert')));
    expect(at).toBeGreaterThanOrEqual(before);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await lookAround(page);
    expect(await turnOn(page).count()).toBe(0);
    await page.context().close();
  });

  it('stores a refusal as denied and does not ask again [S4-054 S8-037]', async () => {
    const page = await stage.signedIn(await member());
    await allowPush(stage, page, 'shy browser');
    await untilNotified(page, turnOn(page));
    await page.evaluate(() => {
      Notification.requestPermission = async () => 'denied';
    });
    await turnOn(page).click();
    await expect.poll(() => turnOn(page).count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('push-state'))).toBe('denied');
    await page.context().close();
  });

  it('is undone on the settings page, also on the server', async () => {
    const mara = await member();
    const page = await stage.signedIn(mara);
    await allowPush(stage, page, 'desk of Mara');
    await page.goto(`${mara.http.gateway.origin}/notifications`);
    const here = page.getByRole('switch', { name: 'Notifications on this device' });
    await here.click();
    await expect.poll(() => userOf(page), { timeout: 15_000 }).toMatchObject({ push_subscribed: true });
    await expect.poll(() => here.isChecked()).toBe(true);
    await here.click();
    await expect.poll(() => userOf(page), { timeout: 15_000 }).toMatchObject({ push_subscribed: false });
    await page.context().close();
  });
});

describe('a conversation that is open and focused', () => {
  it('shows no notification, however busy its page is', async () => {
    const [mara, jonas] = await stage.world.people(
      { name: 'Mara' },
      { name: 'Jonas', credits: 20, premium: true },
    );
    const { message } = await jonas.http.call(postMessage, {
      clientId: randomUUID(),
      profile: mara.id,
      text: 'Look up',
      credits: 1,
    });
    const page = await stage.signedIn(mara);
    await page.context().grantPermissions(['notifications'], { origin: mara.http.gateway.origin });
    const browser = await deliveringBrowser(page.context(), mara.http.gateway.origin);
    await page.bringToFront();
    await page.goto(`${mara.http.gateway.origin}/chats/${message.conversation}`);
    await talk(page).getByText('Look up').waitFor();
    const noticeFor = (conversation: string) => ({
      kind: 'message',
      title: 'Heartline',
      body: 'You have a new message',
      tag: `conversation-${conversation}`,
      url: `/chats/${conversation}`,
      badge: 1,
    });
    await knows(page, message.conversation);
    // Longer than a page ever had to answer.
    const busy = page.evaluate(() => {
      const until = performance.now() + 4_000;
      while (performance.now() < until);
    });
    await browser.deliver(noticeFor(message.conversation));
    const other = 'f'.repeat(24);
    await browser.deliver(noticeFor(other));
    const tags = async () => (await browser.notices()).map(({ tag }) => tag);
    await expect.poll(tags, { timeout: 20_000 }).toContain(`conversation-${other}`);
    await busy;
    expect(await tags()).toEqual([`conversation-${other}`]);
    await page.context().close();
  });

  /** Waits until the service worker has stored which conversation this page shows. */
  async function knows(page: Page, conversation: string): Promise<void> {
    const stored = () =>
      page.evaluate(async () => {
        const open = await caches.open('open-conversations');
        const answers = await open.matchAll();
        return Promise.all(answers.map((answer) => answer.text()));
      });
    await expect.poll(stored, { timeout: 15_000 }).toContain(conversation);
  }
});

it('shows changes of profile, settings and consent on another device at once', async () => {
  const { connection } = stage.world.inside.mongo;
  const ask = (member_resell: boolean) =>
    connection
      .collection<{ _id: string }>('sites')
      .updateOne({ _id: 'default' }, { $set: { member_resell } }, { upsert: true });
  await ask(true);
  const mara = await member();
  // Gateways read site settings every few seconds.
  await until(
    async () => (await mara.http.call(getSettings, {})).settings.member_resell,
    (isAsked) => isAsked,
  );
  const [one, other] = [await settingsOf(mara), await settingsOf(mara)];
  const offers = (page: Page) => page.getByRole('switch', { name: 'Partner offers' });
  await offers(other).waitFor();
  await offers(one).click();
  await other.getByText(/You agreed on/).waitFor();
  expect(await offers(other).isChecked()).toBe(true);
  await offers(other).click();
  await expect.poll(() => offers(one).isChecked()).toBe(false);

  await other.goto(`${mara.http.gateway.origin}/profile`);
  const about = other.getByRole('textbox', { name: 'About me' });
  await about.waitFor();
  await mara.http.call(updateProfile, { about: 'Swims in every lake.' });
  await expect.poll(() => about.inputValue()).toBe('Swims in every lake.');
  await ask(false);
  await Promise.all([one, other].map((page) => page.context().close()));
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
