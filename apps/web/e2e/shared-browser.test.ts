import { randomUUID } from 'node:crypto';
import {
  deleteAccount,
  endSession,
  getChats,
  logIn,
  logOut,
  postMessage,
  requestPasswordReset,
} from '@heartline/contracts';
import { PASSWORD, type Person } from '@heartline/testing';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  close,
  field,
  fillLogin,
  linkIn,
  NEXT,
  type Owner,
  owner,
  submit,
  unconfirmed,
} from './account-owner.ts';
import { storedIn, untilAnswerStored } from './browser-storage.ts';
import { frames, talk, untilStill, userOf } from './member-page.ts';
import { openStage, type Stage, signIn, textsFrom } from './stage.ts';

/** Several members use one browser in turn: no data or session of one reaches the next. */
let stage: Stage;
let jonas: Person;
let mara: Person;
let nele: Person;
let first: Owner;

beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  const rich = { credits: 50, premium: true };
  // Mara and Nele are on the first gateway: they share a host and so a cookie.
  [mara, jonas, nele] = await stage.world.people(
    { name: 'Mara', ...rich },
    { name: 'Jonas', ...rich },
    { name: 'Nele', ...rich },
  );
  first = await owner(stage);
});
afterAll(() => stage?.close());

const accountOf = (page: Page, { name }: Owner) => page.getByRole('button', { name: `${name}’s account` });

/** Signs the member in on another browser. */
async function elsewhere({ email }: Owner) {
  const http = stage.world.browser();
  await http.call(logIn, { email, password: PASSWORD });
  return http;
}

describe('a log-out', () => {
  it('right after removing a conversation still removes it', async () => {
    const someone = await owner(stage);
    await jonas.http.call(postMessage, {
      clientId: randomUUID(),
      profile: someone.id,
      text: 'Nobody is to see this',
      credits: 1,
    });
    const page = await stage.signedIn(someone, { path: '/chats' });
    const row = page.locator('[data-chat]').filter({ hasText: 'Jonas' });
    await row.hover();
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Remove chat' }).click();
    await page.getByText('Chat with Jonas removed').waitFor();
    await accountOf(page, someone).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
    const there = await elsewhere(someone);
    await expect.poll(async () => (await there.call(getChats, {})).chats).toEqual([]);
    await untilStill(page);
    expect(await page.getByText('Jonas').count()).toBe(0);
    await close(page);
  });

  it('with a slow answer keeps the cookie of a log-in in another tab', async () => {
    const someone = await owner(stage);
    const page = await stage.signedIn(someone);
    const tab = await page.context().newPage();
    const { promise: signedIn, resolve: isIn } = Promise.withResolvers<void>();
    const { promise: answered, resolve: isAnswered } = Promise.withResolvers<void>();
    await page.route(`**${logOut.path}`, async (route) => {
      await signedIn;
      const headers = { 'set-cookie': '__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax' };
      // The page may have given up the call.
      await route.fulfill({ json: {}, headers }).catch(() => undefined);
      isAnswered();
    });
    await accountOf(page, someone).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL(`${someone.http.gateway.origin}/`);
    const next = await owner(stage);
    await tab.goto(`${someone.http.gateway.origin}/login`);
    await fillLogin(tab, next.email, PASSWORD);
    await accountOf(tab, next).waitFor();
    isIn();
    await answered;
    await frames(tab);
    expect((await userOf(tab))['email']).toBe(next.email);
    await page.unrouteAll();
    await close(page);
  });

  it('leaves no open dialog to the next member on the page', async () => {
    const someone = await owner(stage);
    const page = await stage.signedIn(someone, { path: `/members/${jonas.id}` });
    await page.getByRole('button', { name: 'More options for Jonas' }).click();
    await page.getByRole('menuitem', { name: 'Block Jonas' }).click();
    await page.getByRole('alertdialog', { name: 'Block Jonas?' }).waitFor();
    const there = await elsewhere(someone);
    await there.call(endSession, {});
    await page.waitForURL('**/login*');
    const next = await owner(stage);
    await fillLogin(page, next.email, PASSWORD);
    await accountOf(page, next).waitFor();
    await fixedWait(3_000, 'no event says that a page opens no dialog');
    expect(await page.getByText('Block Jonas?').count()).toBe(0);
    await close(page);
  });
});

describe('a link from somebody else’s mail', () => {
  it('that changes their password does not sign out this member', async () => {
    const other = await owner(stage);
    await stage.world.browser().call(requestPasswordReset, { email: other.email });
    const link = await linkIn(stage, other.email, /https?:\/\/\S+\/reset-password\/do\?token=\S+/);
    const page = await stage.signedIn(first, { path: `/members/${jonas.id}/chat` });
    const words = page.getByRole('textbox', { name: /^Message to/ });
    await words.fill('Half a thought');
    await expect.poll(async () => JSON.stringify(await storedIn(page))).toContain('Half a thought');
    await page.goto(link);
    await field(page, 'new-password').fill(NEXT);
    await field(page, 'repeat-password').fill(NEXT);
    await submit(page);
    await page.getByRole('heading', { level: 1, name: /has been changed/ }).waitFor();
    await page.goto(`${new URL(page.url()).origin}/members/${jonas.id}/chat`);
    await accountOf(page, first).waitFor();
    // A sign-out would have arrived before this message.
    const later = { clientId: randomUUID(), profile: first.id, text: 'Still you', credits: 1 };
    await jonas.http.call(postMessage, later);
    await talk(page).getByText('Still you').waitFor();
    await expect.poll(() => words.inputValue()).toBe('Half a thought');
    await close(page);
  });

  it('that activates an account welcomes its owner', async () => {
    const other = await unconfirmed(stage, 'en');
    const link = await linkIn(stage, other.email, /https?:\/\/\S+activate\S+/);
    const someone = await owner(stage);
    const page = await stage.signedIn(someone);
    await accountOf(page, someone).waitFor();
    await page.goto(link);
    // This browser did not sign up.
    await page.getByLabel('Password from your sign-up').fill(PASSWORD);
    await page.getByRole('button', { name: 'Activate my account' }).click();
    await page.waitForURL('**/activate/done');
    await page.getByRole('heading', { level: 1, name: `Welcome, ${other.name}` }).waitFor();
    await close(page);
  });

  it('that restores an account leads into it', async () => {
    const other = await owner(stage);
    await other.http.call(deleteAccount, { password: PASSWORD });
    const link = await linkIn(stage, other.email, /https?:\/\/[^/\s]+\/[\w-]{43}(?=\s)/);
    const someone = await owner(stage);
    const page = await stage.signedIn(someone);
    await accountOf(page, someone).waitFor();
    // The page asks who is signed in 5 s after its start: it learns of the other member first.
    await page.addInitScript(() => {
      const ask = globalThis.fetch;
      globalThis.fetch = async (...asked) => {
        const answer = await ask(...asked);
        if (answer.url.includes('/api/user.php'))
          setTimeout(() => dispatchEvent(new Event('user-answered')), 500);
        if (answer.url.includes('reactivate'))
          await new Promise((late) => addEventListener('user-answered', late, { once: true }));
        return answer;
      };
    });
    await page.goto(link);
    await page.getByRole('button', { name: 'Restore my account' }).click();
    await page.waitForURL('**/members*', { timeout: 60_000 });
    await accountOf(page, other).waitFor();
    expect((await userOf(page))['email']).toBe(other.email);
    await close(page);
  });
});

describe('a log-in without a log-out before', () => {
  const say = (to: Person, text: string) =>
    jonas.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text, credits: 1 });
  const rowOf = (page: Page, name: string) => page.locator('[data-chat]').filter({ hasText: name });
  const words = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });

  /** Opens the chat with Jonas on Mara's page and waits until it is complete. */
  async function openChat(): Promise<Page> {
    const page = await stage.signedIn(mara, { path: `/members/${jonas.id}/chat` });
    await words(page).waitFor();
    await page.getByText('Online').or(page.getByText('Active today')).first().waitFor();
    return page;
  }

  const fromNele = () =>
    stage.world.inside.mongo.connection
      .collection('messages')
      .countDocuments({ sender: nele.id, recipient: jonas.id });

  it('shows the next member nothing of the first', async () => {
    await say(mara, 'Only for Mara');
    await say(nele, 'And for Nele');
    const page = await stage.signedIn(mara, { path: '/chats' });
    await rowOf(page, 'Jonas').getByText('Only for Mara').waitFor();
    // As a mailed link in another tab would: a page asks who is signed in after some seconds.
    await signIn(page.context(), nele);
    await page.getByRole('button', { name: 'Nele’s account' }).waitFor({ timeout: 80_000 });
    await page.getByRole('searchbox').waitFor();
    await expect.poll(() => page.getByText('Only for Mara').count()).toBe(0);
    await page.context().close();
  });

  it('updates tabs left open from before at once', async () => {
    await say(mara, 'Left open');
    const page = await openChat();
    // The page asks who is signed in 5 s after its start, and then not for a minute.
    await page.waitForResponse(/user\.php/);
    await signIn(page.context(), nele);
    const hers = await page.context().newPage();
    await hers.goto(`${stage.world.gateways[0].origin}/members`);
    await page.getByRole('button', { name: 'Nele’s account' }).waitFor({ timeout: 20_000 });
    await page.context().close();
  });

  it('does not send what the first member wrote in the name of the next', async () => {
    await say(mara, 'Are you there?');
    const page = await openChat();
    // Without a websocket a message goes over HTTP with the cookie the browser has now.
    await page.routeWebSocket(/socket\.io/, (line) => line.close());
    await page.reload();
    await words(page).fill('From Mara alone');
    await signIn(page.context(), nele);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Nele’s account' }).waitFor({ timeout: 20_000 });
    expect(await fromNele()).toBe(0);
    expect(await textsFrom(stage, mara, jonas)).not.toContain('From Mara alone');
    await page.context().close();
  });

  it('does not send a draft of the first member in the name of the next', async () => {
    await say(mara, 'Still there?');
    const page = await openChat();
    await words(page).fill('Half a thought of Mara');
    await words(page).press('End');
    // Until it reloads the page accepts keys, also while the browser asks before leaving.
    await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
    const asked = page.waitForEvent('dialog', { timeout: 80_000 });
    await signIn(page.context(), nele);
    await (await asked).dismiss();
    await page.keyboard.press('Enter');
    await fixedWait(2_000, 'longer than a send takes: no event says that nothing is sent');
    expect(await fromNele()).toBe(0);
    await page.context().close();
  });

  it('a tab left open stores nothing in the data of the next member', async () => {
    await say(mara, 'Still here?');
    const page = await openChat();
    // The page learns that another member is here but cannot ask who.
    await page.route(/user\.php/, (route) => route.abort());
    await signIn(page.context(), nele);
    const hers = await page.context().newPage();
    await hers.goto(`${stage.world.gateways[0].origin}/chats`);
    await hers.getByRole('button', { name: 'Nele’s account' }).waitFor();
    await untilAnswerStored(hers, 'And for Nele');
    await say(mara, 'Nobody else reads this');
    await talk(page).getByText('Nobody else reads this').waitFor();
    // Each tab stores new messages after a second: this one arrives and is stored later.
    await say(nele, 'Stored later');
    await untilAnswerStored(hers, 'Stored later');
    expect(JSON.stringify(await storedIn(hers))).not.toContain('Nobody else reads this');
    await page.context().close();
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
