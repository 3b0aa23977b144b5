import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  deleteAccount,
  endSession,
  getChats,
  logIn,
  postMessage,
  requestPasswordReset,
} from '@heartline/contracts';
import { PASSWORD, type Person } from '@heartline/testing';
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
import { userOf } from './member-page.ts';
import { openStage, type Stage } from './stage.ts';

/** Several people at one browser, one after the other: nothing of one is the next one's, or ends by what they do. */
let stage: Stage;
let jonas: Person;
let first: Owner;

beforeAll(async () => {
  stage = await openStage();
  [jonas] = await stage.world.people({ name: 'Jonas', credits: 50, premium: true });
  first = await owner(stage);
});
afterAll(() => stage?.close());

const accountOf = (page: Page, { name }: Owner) => page.getByRole('button', { name: `Account of ${name}` });

/** Another browser of the same member. */
async function elsewhere({ email }: Owner) {
  const http = stage.world.browser();
  await http.call(logIn, { email, password: PASSWORD });
  return http;
}

describe('who logs out', () => {
  it('right after removing a conversation has it removed, and nobody after reads of it', async () => {
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
    await page.getByRole('menuitem', { name: 'Remove conversation' }).click();
    await page.getByText('Conversation with Jonas removed').waitFor();
    await accountOf(page, someone).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
    await sleep(1_000);
    expect(await page.getByText('Jonas').count()).toBe(0);
    const there = await elsewhere(someone);
    expect((await there.call(getChats, {})).chats).toEqual([]);
    await close(page);
  });

  it('leaves no question to who signs in on the same page', async () => {
    const someone = await owner(stage);
    const page = await stage.signedIn(someone, { path: `/members/${jonas.id}` });
    await page.getByRole('button', { name: 'More about Jonas' }).click();
    await page.getByRole('menuitem', { name: 'Block Jonas' }).click();
    await page.getByRole('alertdialog', { name: 'Block Jonas?' }).waitFor();
    const there = await elsewhere(someone);
    await there.call(endSession, {});
    await page.waitForURL('**/login*');
    const next = await owner(stage);
    await fillLogin(page, next.email, PASSWORD);
    await accountOf(page, next).waitFor();
    await sleep(3_000);
    expect(await page.getByText('Block Jonas?').count()).toBe(0);
    await close(page);
  });
});

describe('a link from somebody else’s mail', () => {
  it('that changes their password signs nobody else out', async () => {
    const other = await owner(stage);
    await stage.world.browser().call(requestPasswordReset, { email: other.email });
    const link = await linkIn(stage, other.email, /https?:\/\/\S+\/reset-password\/do\?token=\S+/);
    const page = await stage.signedIn(first, { path: `/members/${jonas.id}/chat` });
    const words = page.getByRole('textbox', { name: /^Message to/ });
    await words.fill('Half a thought');
    await sleep(1_000);
    await page.goto(link);
    await field(page, 'new-password').fill(NEXT);
    await field(page, 'repeat-password').fill(NEXT);
    await submit(page);
    await page.getByRole('heading', { level: 1, name: /saved/ }).waitFor();
    await sleep(2_000);
    await page.goto(`${new URL(page.url()).origin}/members/${jonas.id}/chat`);
    await accountOf(page, first).waitFor();
    await expect.poll(() => words.inputValue()).toBe('Half a thought');
    await close(page);
  });

  it('that activates an account welcomes whose it is', async () => {
    const other = await unconfirmed(stage, 'en');
    const link = await linkIn(stage, other.email, /https?:\/\/\S+activate\S+/);
    const someone = await owner(stage);
    const page = await stage.signedIn(someone);
    await accountOf(page, someone).waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Activate my account' }).click();
    await page.waitForURL('**/activate/done');
    await page.getByRole('heading', { level: 1, name: `Welcome, ${other.name}` }).waitFor();
    await close(page);
  });

  it('that brings an account back leads into it', async () => {
    const other = await owner(stage);
    await other.http.call(deleteAccount, { password: PASSWORD });
    const link = await linkIn(stage, other.email, /https?:\/\/[^/\s]+\/[\w-]{43}(?=\s)/);
    const someone = await owner(stage);
    const page = await stage.signedIn(someone);
    await accountOf(page, someone).waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Bring my account back' }).click();
    await page.waitForURL('**/members');
    await accountOf(page, other).waitFor();
    expect((await userOf(page))['email']).toBe(other.email);
    await close(page);
  });
});

it('nothing threw on the way', () => expect(stage.errors).toEqual([]));
