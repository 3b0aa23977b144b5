import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  endSession,
  getChats,
  logIn,
  postMessage,
} from '@heartline/contracts';
import { PASSWORD, type Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  close,
  fillLogin,
  type Owner,
  owner,
} from './account-owner.ts';
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

it('nothing threw on the way', () => expect(stage.errors).toEqual([]));
