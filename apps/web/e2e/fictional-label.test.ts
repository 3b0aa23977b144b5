import { randomUUID } from 'node:crypto';
import { likeProfile, postMessage, searchMembers } from '@heartline/contracts';
import { type Person, until } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escape } from './keys.ts';
import { overflowOf, talk, workerRuns } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** The fictional label is visible and announced wherever Fia is shown or named. */
let stage: Stage;
let marek: Person;
let fia: Person;

beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
});
afterAll(() => stage?.close());

/** Two new people: Marek has written to Fia, and she likes him. A block ends both. */
async function meet() {
  const profile = { photos: [{ id: randomUUID().replaceAll('-', '').slice(0, 24), key: 'no-such' }] };
  [marek, fia] = await stage.world.people(
    { name: 'Marek', profile: { gender: 'male', sexuality: 'hetero' } },
    { name: 'Fia', fictional: true, profile },
  );
  const first = { clientId: randomUUID(), profile: fia.id, text: 'Who are you?', credits: 0 };
  await marek.http.call(postMessage, { ...first, fictionalConfirmed: true });
  await fia.http.call(likeProfile, { profile: marek.id });
}

/** True if the text is not clipped and nothing covers its ends. */
function isWholeAndFree(words: HTMLElement): boolean {
  const { left, right, top, bottom } = words.getBoundingClientRect();
  const at = (x: number) => words.contains(document.elementFromPoint(x, (top + bottom) / 2));
  return words.scrollWidth <= words.clientWidth && at(left + 1) && at(right - 1);
}

describe.each([
  ['a wide light', { width: 1280, height: 860, colorScheme: 'light' }],
  ['a narrow dark', { width: 360, height: 740, colorScheme: 'dark' }],
] as const)('on %s screen', (_, look) => {
  let page: Page;
  beforeAll(async () => {
    await meet();
    page = await stage.signedIn(marek, look);
    // Searches find new people a few seconds later.
    const found = async () => (await marek.http.call(searchMembers, { gender: 'female' })).results;
    await until(found, (results) => results.some(({ id }) => id === fia.id));
  });
  const at = (path: string) => page.goto(`${marek.http.gateway.origin}${path}`);
  const label = (within: Pick<Page, 'getByText'>) =>
    within.getByText('Fictional', { exact: true }).filter({ visible: true }).first();
  const fits = async () => {
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  };

  it('labels cards in search, match finder and likes', async () => {
    for (const path of ['/members', '/likes/received', `/likes/m/${fia.id}`]) {
      await at(path);
      await page
        .getByRole('link', { name: /^Fia, \d+, Fictional$/ })
        .first()
        .waitFor();
      await label(page.getByRole('article').filter({ hasText: 'Fia' })).waitFor();
      await fits();
    }
    await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?Fia \(Fictional\)/);
    await at('/match-finder');
    await label(page.getByRole('article', { name: /^Fia \(Fictional\), \d+$/ })).waitFor();
    await fits();
  });

  it('labels the match dialog', async () => {
    await at(`/members/${fia.id}`);
    await label(page.getByRole('main')).waitFor();
    await expect.poll(() => page.title()).toMatch(/Fia \(Fictional\), \d+/);
    // A card has no text on its button: another Fia may be among the related.
    await page.getByRole('button', { name: 'Like Fia', exact: true }).filter({ hasText: 'Like' }).click();
    const match = page.getByRole('dialog', { name: /Match/ });
    await label(match.getByRole('button', { name: /^Fia \(Fictional\), \d+$/ })).waitFor();
    await fits();
    await escape(match);
  });

  it('labels the conversation list, the conversation and its dialogs', async () => {
    await at('/chats');
    await page.getByRole('link', { name: /Fia.*Fictional/ }).waitFor();
    await fits();
    await page.getByRole('link', { name: /Fia.*Fictional/ }).click();
    await talk(page).getByText('Who are you?').waitFor();
    await label(page.getByRole('main')).waitFor();
    await expect.poll(() => page.title()).toMatch(/Fia \(Fictional\)/);
    await fits();
    // It is uncut and uncovered on the narrowest phone too.
    await page.setViewportSize({ width: 320, height: 740 });
    const inBar = page.getByRole('link', { name: /^Fia, \d+/ }).getByText('Fictional', { exact: true });
    await expect.poll(() => inBar.evaluate(isWholeAndFree)).toBe(true);
    await page.setViewportSize(look);
    for (const asked of ['Report Fia', 'Block Fia']) {
      await page.getByRole('button', { name: 'Chat options' }).click();
      await page.getByRole('menuitem', { name: asked }).click();
      const dialog = page.getByRole(asked === 'Block Fia' ? 'alertdialog' : 'dialog', { name: asked });
      await label(dialog).waitFor();
      await fits();
      await escape(dialog);
    }
  });

  it('labels messages waiting to be sent', async () => {
    await at(`/members/${fia.id}/chat`);
    await talk(page).getByText('Who are you?').waitFor();
    // The service worker holds the dialog, which no page has opened before.
    await workerRuns(page);
    await page.context().setOffline(true);
    await page.getByRole('textbox').last().fill('Still there?');
    await page.keyboard.press('Enter');
    const confirm = page.getByRole('button', { name: /^I understand/ });
    const row = page.getByRole('button', { name: /waiting to be sent/ });
    await confirm.or(row).first().waitFor();
    if (await confirm.isVisible()) await confirm.click();
    await row.first().click();
    const sheet = page.getByRole('dialog', { name: 'Waiting to be sent' });
    await label(sheet.getByRole('heading', { name: /Fia/ })).waitFor();
    await fits();
    await sheet.getByRole('button', { name: 'Delete' }).click();
    await page.context().setOffline(false);
  });

  it('labels the block, the blocked list and the unblock notice', async () => {
    await at(`/members/${fia.id}`);
    await page.getByRole('button', { name: 'More options for Fia' }).click();
    await page.getByRole('menuitem', { name: 'Block Fia' }).click();
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByText('Fia (Fictional) is blocked').waitFor();
    await at('/blocked');
    await label(page.getByRole('listitem').filter({ hasText: 'Fia' })).waitFor();
    await fits();
    await page.getByRole('button', { name: 'Unblock Fia' }).click();
    await page.getByText('Fia (Fictional) is no longer blocked').waitFor();
  });
});
