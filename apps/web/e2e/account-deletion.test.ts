import { PASSWORD, until } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { close, DAY_MS, field, linkIn, originOf, owner } from './account-owner.ts';
import { overflowOf, userOf } from './member-page.ts';
import { openStage, type Stage, seriousFindings, signIn } from './stage.ts';

/** Deleting and restoring an account, and accessibility of the account screens. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** States of a job that will run or runs. */
const UNFINISHED = new Set(['waiting', 'prioritized', 'delayed', 'active']);

const LEAVE = {
  en: {
    item: 'Delete my account',
    wrong: 'Please check your password.',
    back: 'Bring my account back',
    over: 'Link expired',
  },
  nl: {
    item: 'Mijn account verwijderen',
    wrong: 'Controleer je wachtwoord.',
    back: 'Mijn account terughalen',
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
    await page.waitForURL('**/members');
    expect((await userOf(page))['email']).toBe(someone.email);
    // In the browser it signed in the link works again; in any other browser it has expired.
    await page.goto(link);
    await page.getByRole('button', { name: words.back }).click();
    await page.waitForURL('**/members');
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
      const button = page.getByRole('button', { name: 'Bring my account back' });
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
