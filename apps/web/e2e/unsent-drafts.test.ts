import { randomUUID } from 'node:crypto';
import { changePassword, endSession, postMessage } from '@heartline/contracts';
import { PASSWORD, type Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillLogin, NEXT, type Owner, originOf, owner } from './account-owner.ts';
import { outboxOf, storedIn } from './browser-storage.ts';
import { talk } from './member-page.ts';
import { openStage, type Stage, textsFrom } from './stage.ts';

/** Unsent messages and drafts of a member whose session ends. */
let stage: Stage;
let jonas: Person;

beforeAll(async () => {
  stage = await openStage();
  [jonas] = await stage.world.people({ name: 'Jonas', credits: 50, premium: true });
});
afterAll(() => stage?.close());

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const account = (page: Page) => page.getByRole('button', { name: /^Account of/ });
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
  await page.waitForURL('**/members');
  return { someone, page };
}

/** Opens the chat with Jonas and waits until it is complete. */
async function openChat(page: Page, by: Owner): Promise<void> {
  await page.goto(`${originOf(page)}${chat()}`);
  await talk(page).getByText(`Hello ${by.name}`).waitFor();
  await page.getByText('Online').or(page.getByText('Here today')).first().waitFor();
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
    await page.getByText('2 unsent messages and drafts are kept on this device').waitFor();
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
    await page.getByText('1 draft that you have not sent will be deleted.').waitFor();
    await page.getByRole('button', { name: 'Log out anyway' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('signed-in'))).toBeNull();
    expect(JSON.stringify(await storedIn(page))).not.toContain(DRAFT);
    await page.context().close();
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
