import { randomUUID } from 'node:crypto';
import { changePassword, deleteAccount, endSession, postMessage } from '@heartline/contracts';
import { PASSWORD, type Person, until } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  close,
  DAY_MS,
  field,
  fillLogin,
  linkIn,
  NEXT,
  type Owner,
  originOf,
  owner,
  submit,
  unconfirmed,
} from './account-owner.ts';
import { outboxOf, storedIn } from './browser-storage.ts';
import { overflowOf, talk, userOf } from './member-page.ts';
import { openStage, type Stage, seriousFindings, signIn, textsFrom } from './stage.ts';

/** Activation, deletion and restoration of accounts, and what a session leaves behind when it ends. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** Activation in another browser, and what members see who cannot log in. */
describe('activation and closed accounts', () => {
  const ACTIVATION = /https?:\/\/\S+activate\S+/;
  const WAY_BACK = /https?:\/\/[^/\s]+\/[\w-]{43}(?=\s)/;

  it('activates in a second browser with the password; the first continues by itself', async () => {
    const made = await unconfirmed(stage, 'en');
    const first = await stage.signedIn(made, { path: '/complete-signup' });
    await first.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor();
    const second = await stage.visitor(1);
    await second.goto(await linkIn(stage, made.email, ACTIVATION));
    await second.getByRole('heading', { level: 1, name: 'Is this your account?' }).waitFor();
    await field(second, 'password').fill('not this one');
    await submit(second);
    await second.getByText('Check your password.', { exact: true }).waitFor();
    await field(second, 'password').fill(PASSWORD);
    await submit(second);
    await second.waitForURL('**/activate/done');
    expect(await userOf(second)).toMatchObject({ status: 'active', email: made.email });
    await first.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await first.waitForURL('**/activate/done');
    await close(first);
    await close(second);
  });

  it('setting a new password signs out the stranger who signed up with this address', async () => {
    const stranger = await unconfirmed(stage, 'en');
    const theirs = await stage.signedIn(stranger, { path: '/complete-signup' });
    await theirs.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor();
    const mine = await stage.visitor(1);
    await mine.goto(await linkIn(stage, stranger.email, ACTIVATION));
    await mine.getByRole('button', { name: 'Set a new password instead' }).click();
    await field(mine, 'new-password').fill(NEXT);
    await field(mine, 'repeat-password').fill(NEXT);
    await submit(mine);
    await mine.waitForURL('**/activate/done');
    expect(await userOf(mine)).toMatchObject({ status: 'active', email: stranger.email });
    await expect.poll(() => userOf(theirs), { timeout: 20_000 }).toBeUndefined();
    await theirs.goto(`${originOf(theirs)}/login`);
    await fillLogin(theirs, stranger.email, PASSWORD);
    await theirs.getByText('Login failed, please try again', { exact: true }).waitFor();
    await close(theirs);
    await close(mine);
  });

  it('tells a member who is leaving where the restore link is and when to ask again', async () => {
    const someone = await owner(stage);
    await someone.http.call(deleteAccount, { password: PASSWORD });
    await linkIn(stage, someone.email, WAY_BACK);
    const page = await stage.visitor(0, { path: '/login' });
    await fillLogin(page, someone.email, PASSWORD);
    await page.getByText('We’ve e-mailed you that link.').waitFor();
    await page.getByRole('button', { name: /^Send again in \d+ s$/ }).waitFor();
    await stage.world.inside.mongo.connection.collection('mailTurns').deleteMany({});
    await page.goto(`${originOf(page)}/reset-password`);
    await field(page, 'email').fill(someone.email);
    await submit(page);
    await page.getByText('We’ve e-mailed you that link.').waitFor();
    await close(page);
  });

  it('does not show the closed or failed-activation page to an active member', async () => {
    const someone = await owner(stage);
    const page = await stage.signedIn(someone, { path: '/account-deleted' });
    await page.waitForURL('**/members*');
    await page.goto(`${originOf(page)}/activate/error`);
    await page.getByRole('heading', { level: 1, name: 'Your account is already active' }).waitFor();
    await close(page);
  });
});

/** Deleting and restoring an account, and accessibility of the account screens. */
describe('deletion and restoration', () => {
  /** States of a job that will run or runs. */
  const UNFINISHED = new Set(['waiting', 'prioritized', 'delayed', 'active']);

  const LEAVE = {
    en: {
      item: 'Delete my account',
      wrong: 'Check your password.',
      back: 'Restore my account',
      over: 'Link expired',
    },
    nl: {
      item: 'Mijn account verwijderen',
      wrong: 'Controleer je wachtwoord.',
      back: 'Mijn account terugzetten',
      over: 'Link verlopen',
    },
  } as const;

  describe.each(['en', 'nl'] as const)('leaving in %s', (language) => {
    it('closes the account at once; the mailed link restores it [S2-043 S2-044 S2-053 S4-005]', async () => {
      const words = LEAVE[language];
      const someone = await owner(stage, language);
      const page = await stage.signedIn(someone, { locale: language, path: '/notifications' });
      await page.getByRole('link', { name: words.item }).click();
      await page.waitForURL('**/account/delete');
      await field(page, 'password').fill('a guess');
      await page.getByRole('button', { name: words.item }).click();
      await page.getByText(words.wrong, { exact: true }).waitFor();
      await field(page, 'password').fill(PASSWORD);
      await page.getByRole('button', { name: words.item }).click();
      await page.waitForURL('**/account-deleted');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await userOf(page)).toBeUndefined();
      const link = await linkIn(stage, someone.email, /https?:\/\/[^/\s]+\/[\w-]{43}(?=\s)/);
      const answer = await page.goto(link);
      expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
      await page.getByRole('button', { name: words.back }).click();
      await page.waitForURL('**/members*');
      expect((await userOf(page))['email']).toBe(someone.email);
      // In the browser it signed in the link works again; in any other browser it has expired.
      await page.goto(link);
      await page.getByRole('button', { name: words.back }).click();
      await page.waitForURL('**/members*');
      const elsewhere = await stage.visitor(0, { locale: language });
      await elsewhere.goto(link);
      await elsewhere.getByRole('button', { name: words.back }).click();
      await elsewhere.locator('main h1').getByText(words.over).waitFor();
      await close(elsewhere);
      await close(page);
    });
  });

  it('the worker erases the account on day 15 [S4-004]', async () => {
    const someone = await owner(stage);
    const page = await stage.signedIn(someone, { path: '/account/delete' });
    await field(page, 'password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.waitForURL('**/account-deleted');
    const link = await linkIn(stage, someone.email, /https?:\/\/[^/\s]+\/[\w-]{43}(?=\s)/);
    stage.world.clock.advance(14 * DAY_MS + 3_600_000);
    await page.goto(link);
    await until(
      async () => {
        const button = page.getByRole('button', { name: 'Restore my account' });
        if ((await button.count()) > 0) await button.click();
        return page.getByRole('heading', { level: 1 }).innerText();
      },
      (title) => /Link expired|could not be found/.test(title),
    );
    // The schedule would run it in ten minutes.
    const timers = stage.world.inside.queues.queue('timers');
    let asked = 0;
    await until(
      async () => {
        asked += 1;
        const job = await timers.add('sweep-accounts', {}, { jobId: `sweep-accounts-${asked}-now` });
        await until(
          () => job.getState(),
          (state) => !UNFINISHED.has(state),
        );
        return stage.world.inside.mongo.connection
          .collection<{ _id: string }>('accounts')
          .findOne({ _id: someone.id });
      },
      (account) => account === null,
      60_000,
    );
    stage.world.clock.advance(-14 * DAY_MS - 3_600_000);
    await close(page);
  });

  const SCREENS = {
    visitor: [
      '/reset-password',
      '/reset-password/do?token=x',
      '/mail-change/do?token=x',
      '/account-deleted',
      '/login',
    ],
    member: ['/account', '/account/delete', '/activate/done'],
  } as const;

  describe.each([360, 1280])('the screens of accounts at %i px', (width) => {
    it('are accessible in light and dark', async () => {
      const someone = await owner(stage, 'pl');
      const page = await stage.visitor(0, { width, locale: 'pl', reducedMotion: 'reduce' });
      const origin = originOf(page);
      const look = async (path: string) => {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(`${origin}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect([path, await overflowOf(page)]).toEqual([path, 0]);
        expect([path, await seriousFindings(page)]).toEqual([path, []]);
        // Only colours change in the dark.
        await page.emulateMedia({ colorScheme: 'dark' });
        expect([path, await seriousFindings(page, ['color-contrast'])]).toEqual([path, []]);
      };
      for (const path of SCREENS.visitor) await look(path);
      await signIn(page.context(), someone);
      for (const path of SCREENS.member) await look(path);
      await close(page);
    });
  });
});

let jonas: Person;

beforeAll(async () => {
  [jonas] = await stage.world.people({ name: 'Jonas', credits: 50, premium: true });
});

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const account = (page: Page) => page.getByRole('button', { name: /’s account$/ });
const chat = () => `/members/${jonas.id}/chat`;
const WAITING = 'Written in the tunnel';
const DRAFT = 'Half a thought';

/** A member Jonas has written to, logged in by the form. */
async function member(): Promise<{ someone: Owner; page: Page }> {
  const someone = await owner(stage);
  const hello = { clientId: randomUUID(), profile: someone.id, text: `Hello ${someone.name}`, credits: 1 };
  await jonas.http.call(postMessage, hello);
  const page = await stage.visitor(0, { path: '/login' });
  await fillLogin(page, someone.email, PASSWORD);
  await page.waitForURL('**/members*');
  return { someone, page };
}

/** Opens the chat with Jonas and waits until it is complete. */
async function openChat(page: Page, by: Owner): Promise<void> {
  await page.goto(`${originOf(page)}${chat()}`);
  await talk(page).getByText(`Hello ${by.name}`).waitFor();
  await page.getByText('Online').or(page.getByText('Active today')).first().waitFor();
}

/** Writes a message offline and starts another one. */
async function leaveDraft(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await composer(page).fill(WAITING);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await outboxOf(page)).length).toBe(1);
  await composer(page).fill(DRAFT);
  await expect.poll(async () => JSON.stringify(await storedIn(page))).toContain(DRAFT);
}

/** Messages of a member to Jonas, as the server answers them to him. */
const sentBy = async ({ id }: Owner) => textsFrom(stage, { ...jonas, id }, jonas);

describe('unsent messages and drafts', () => {
  it('are kept for the next log-in of the same member only', async () => {
    const { someone: mara, page } = await member();
    const other = await member();
    const hers = await page.context().newPage();
    await hers.goto(`${originOf(page)}/likes`);
    await account(hers).waitFor();
    await openChat(page, mara);
    await leaveDraft(page);
    await mara.http.call(changePassword, { old_password: PASSWORD, password: NEXT });
    await page.context().setOffline(false);
    // Both windows become a visitor's, and one says what is kept.
    await hers.waitForURL('**/login*', { timeout: 90_000 });
    await page.waitForURL('**/login*', { timeout: 90_000 });
    await page.getByText('2 unsent messages and drafts are saved on this device').waitFor();
    expect(await sentBy(mara)).toEqual([]);

    // Another member in this browser sees and sends nothing of it, and logs out unasked.
    await fillLogin(hers, other.someone.email, PASSWORD);
    await account(hers).waitFor();
    await openChat(hers, other.someone);
    expect(await composer(hers).inputValue()).toBe('');
    expect(await hers.getByText(WAITING).count()).toBe(0);
    await account(hers).click();
    await hers.getByRole('menuitem', { name: 'Logout' }).click();
    await expect.poll(() => hers.evaluate(() => localStorage.getItem('signed-in'))).toBeNull();
    expect(await sentBy(other.someone)).toEqual([]);

    await hers.goto(`${originOf(hers)}/login`);
    await fillLogin(hers, mara.email, NEXT);
    await account(hers).waitFor();
    await openChat(hers, mara);
    await expect.poll(() => sentBy(mara), { timeout: 30_000 }).toEqual([WAITING]);
    expect(await composer(hers).inputValue()).toBe(DRAFT);
    await page.context().close();
    await other.page.context().close();
  });

  it('are deleted and counted after a log-out from another device', async () => {
    const { someone: mara, page } = await member();
    await openChat(page, mara);
    await leaveDraft(page);
    await mara.http.call(endSession, {});
    await page.context().setOffline(false);
    await page.waitForURL('**/login*', { timeout: 90_000 });
    await page.getByText('2 unsent messages and drafts were deleted from this device').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('signed-in'))).toBeNull();
    const stored = JSON.stringify(await storedIn(page));
    expect(stored).not.toContain(DRAFT);
    expect(stored).not.toContain(WAITING);
    await fillLogin(page, mara.email, PASSWORD);
    await account(page).waitFor();
    await openChat(page, mara);
    expect(await composer(page).inputValue()).toBe('');
    expect(await sentBy(mara)).toEqual([]);
    await page.context().close();
  });

  it('are counted before an own log-out, which deletes them', async () => {
    const { someone: mara, page } = await member();
    await openChat(page, mara);
    await composer(page).fill(DRAFT);
    await expect.poll(async () => JSON.stringify(await storedIn(page))).toContain(DRAFT);
    await page.goto(`${originOf(page)}/likes`);
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByText('1 draft you haven’t sent will be deleted.').waitFor();
    await page.getByRole('button', { name: 'Log out anyway' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('signed-in'))).toBeNull();
    expect(JSON.stringify(await storedIn(page))).not.toContain(DRAFT);
    await page.context().close();
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
