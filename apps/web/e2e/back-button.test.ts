import { likeProfile } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilStill } from './member-page.ts';
import { formOf } from './sign-up.ts';
import { openStage, type Stage } from './stage.ts';

/** An overlay is a step of the history: Back closes it and leaves no step behind. */
let stage: Stage;
let mara: Person;
let jonas: Person;

beforeAll(async () => {
  stage = await openStage();
  [mara, jonas] = await stage.world.people(
    { name: 'Mara', credits: 20, premium: true },
    { name: 'Jonas', credits: 20, premium: true },
  );
});
afterAll(() => stage?.close());

const pathOf = (page: Page) => new URL(page.url()).pathname;
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Opens Mara’s phone on the profile of Jonas, reached from the members page. */
async function onProfile(): Promise<Page> {
  return toProfile(await stage.signedIn(mara, { isPhone: true }));
}

async function toProfile(page: Page): Promise<Page> {
  await page.getByRole('link', { name: 'Jonas, 36' }).tap();
  await page.getByRole('heading', { name: 'Jonas, 36' }).waitFor();
  return page;
}

async function openReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More options for Jonas' }).tap();
  await page.getByRole('menuitem', { name: 'Report Jonas' }).tap();
  await dialog(page, 'Report Jonas').waitFor();
}

/** Goes back once, and sees the members: the overlay left no step behind. Closes the window. */
async function expectMembersOneStepBack(page: Page): Promise<void> {
  await goBackToMembers(page);
  await page.context().close();
}

async function goBackToMembers(page: Page): Promise<void> {
  expect(pathOf(page)).toBe(`/members/${jonas.id}`);
  await untilStepLeft(page);
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe('/members');
}

/** The page leaves the step of a closed overlay a moment later, and the browser drops a Back that comes just then. */
async function untilStepLeft(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.overlay)).toBeUndefined();
}

describe('Back on a phone', () => {
  it('closes a menu, and then leaves the page', async () => {
    const page = await onProfile();
    await page.getByRole('button', { name: 'More options for Jonas' }).tap();
    await page.getByRole('menuitem').first().waitFor();
    await page.goBack();
    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
    await expectMembersOneStepBack(page);
  });

  it('asks before it discards text in a dialog, and closes that question first', async () => {
    const page = await onProfile();
    await openReport(page);
    const note = page.getByLabel('Anything else we should know?');
    await note.fill('He wants vouchers.');
    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Discard your text?' });
    await question.waitFor();
    await page.goBack();
    await question.waitFor({ state: 'detached' });
    expect(await note.inputValue()).toBe('He wants vouchers.');
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).tap();
    await dialog(page, 'Report Jonas').waitFor({ state: 'detached' });
    await expectMembersOneStepBack(page);
  });

  it('leaves the page after a dialog was closed by its button', async () => {
    const page = await onProfile();
    await openReport(page);
    await page.getByRole('button', { name: 'Close', exact: true }).tap();
    await dialog(page, 'Report Jonas').waitFor({ state: 'detached' });
    await expectMembersOneStepBack(page);
  });

  it('leaves no dialog that Forward opens again', async () => {
    const page = await onProfile();
    await openReport(page);
    await page.goBack();
    await dialog(page, 'Report Jonas').waitFor({ state: 'detached' });
    await page.goForward();
    await untilStill(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectMembersOneStepBack(page);
  });

  it('leaves the page after a reload with a dialog open', async () => {
    const page = await onProfile();
    await openReport(page);
    await page.reload();
    await page.getByRole('heading', { name: 'Jonas, 36' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectMembersOneStepBack(page);
  });

  it('returns from a link in a dialog to the page below the dialog', async () => {
    const page = await onProfile();
    await openReport(page);
    await page.getByLabel('What’s wrong?').selectOption('scam');
    await page.getByRole('button', { name: 'Send report' }).tap();
    await page.getByRole('link', { name: 'View case' }).tap();
    await page.getByRole('heading', { name: 'Your report about Jonas' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Jonas, 36' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectMembersOneStepBack(page);
  });

  it('closes the filters and undoes chosen filters in one step', async () => {
    const page = await stage.signedIn(mara, { isPhone: true, path: '/likes' });
    await page.getByRole('link', { name: 'Search' }).first().tap();
    await page.getByRole('link', { name: 'Jonas, 36' }).waitFor();
    const filters = page.getByRole('button', { name: 'Filters', exact: true });
    await filters.tap();
    await dialog(page, 'Filters').waitFor();
    await page.goBack();
    await dialog(page, 'Filters').waitFor({ state: 'detached' });
    await filters.tap();
    await dialog(page, 'Filters').getByLabel('Country').selectOption('DE');
    await page.getByRole('button', { name: /^Show \d+ member/ }).tap();
    await page.waitForURL('**/members?*country=DE*');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).search).toContain('country=NL');
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/likes');
    await page.context().close();
  });

  it('asks before it discards text of a gift, also after a reload', async () => {
    const page = await stage.signedIn(mara, { isPhone: true });
    await page.goto(`${mara.http.gateway.origin}/members/${jonas.id}/chat`);
    await page.getByRole('button', { name: 'Photo or gift' }).tap();
    await page.getByRole('menuitem', { name: 'Send a gift' }).tap();
    const gift = dialog(page, 'A gift for Jonas');
    await gift.getByRole('textbox').fill('For you');
    await page.reload();
    await expect.poll(() => gift.getByRole('textbox').inputValue()).toBe('For you');
    await page.goBack();
    await page.getByRole('button', { name: 'Keep writing' }).tap();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await gift.getByRole('textbox').inputValue()).toBe('For you');
    await page.goBack();
    await page.getByRole('button', { name: 'Discard' }).tap();
    await gift.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe(`/members/${jonas.id}/chat`);
    await untilStepLeft(page);
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/members');
    await page.context().close();
  });
});

describe('after a dialog closed', () => {
  let page: Page;
  beforeAll(async () => {
    page = await stage.signedIn(mara, { isPhone: true });
  });
  afterAll(() => page?.context().close());

  it.each([0, 10, 20, 22, 25, 30, 50])(
    'follows a link pressed %i ms later, and goes back',
    async (afterMs) => {
      await toProfile(page);
      await openReport(page);
      await page.evaluate((wait) => {
        const of = (name: string) => document.querySelector<HTMLElement>(name);
        const likes = of('a[href="/likes"]');
        of('[role=dialog] header button')?.click();
        setTimeout(() => likes?.click(), wait);
      }, afterMs);
      await page.getByRole('heading', { name: 'Likes', level: 1 }).waitFor();
      await untilStill(page);
      expect(pathOf(page)).toMatch(/^\/likes/);
      await page.goBack();
      await page.getByRole('heading', { name: 'Jonas, 36' }).waitFor();
      await goBackToMembers(page);
    },
  );
});

it('Back closes a match', async () => {
  const [mia, noa] = await stage.world.people({ name: 'Mia' }, { name: 'Noa' });
  await noa.http.call(likeProfile, { profile: mia.id });
  const page = await stage.signedIn(mia, { isPhone: true, path: `/members/${noa.id}` });
  await page.getByRole('button', { name: 'Like Noa' }).first().tap();
  const match = dialog(page, "It's a Match");
  await match.waitFor();
  await page.goBack();
  await match.waitFor({ state: 'detached' });
  expect(pathOf(page)).toBe(`/members/${noa.id}`);
  await page.context().close();
});

it('Back does not close a sign-up that was started [S2-210]', async () => {
  const page = await stage.visitor(0, { path: '/login' });
  await page.getByRole('button', { name: 'Sign up' }).first().click();
  await formOf(page).waitFor();
  await page.locator('form[data-step] [name=email]').fill('mira@heartline.test');
  await page.goBack();
  await untilStill(page);
  expect(await page.locator('form[data-step] [name=email]').inputValue()).toBe('mira@heartline.test');
  expect(pathOf(page)).toBe('/login');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await formOf(page).waitFor({ state: 'detached' });
  await page.context().close();
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
