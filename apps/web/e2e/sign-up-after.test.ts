import { type Person, until } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userOf } from './member-page.ts';
import { fillSignUp, formOf, goToStep, NARROW, newcomer, WIDE } from './sign-up.ts';
import { openStage, type Stage } from './stage.ts';

/** After a sign-up, traffic sources, and who may sign up. */
let stage: Stage;
let origin: string;
let jonas: Person;

beforeAll(async () => {
  stage = await openStage();
  origin = stage.world.gateways[0].origin;
  const man = { gender: 'male', sexuality: 'hetero' } as const;
  [jonas] = await stage.world.people({ name: 'Jonas', profile: man }, { name: 'Lena', fictional: true });
});
afterAll(() => stage?.close());

describe('after a sign-up', () => {
  const person = newcomer();
  let page: Page;
  beforeAll(async () => {
    page = await stage.visitor(0, { ...NARROW, path: '/signup' });
    await fillSignUp(page, person);
  });
  afterAll(() => page?.context().close());

  it('shows one page that only asks to confirm the address [S2-033 S2-153 S2-190]', async () => {
    await page.evaluate(() => localStorage.removeItem('hide-entry-warning'));
    await page.goto(`${origin}/complete-signup`);
    await page.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor();
    await page.getByText(person.email).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Send the mail again' }).click();
    // The sign-up sent a mail a moment ago.
    await page.getByText('We sent you one less than a minute ago.').waitFor();
    await page.getByRole('button', { name: /^Again in \d+ s$/ }).waitFor();
  });

  it('shows possible matches but opens no profile [S2-032]', async () => {
    await page.getByRole('link', { name: 'See who is here' }).click();
    await page.waitForURL('**/signup-matches');
    await page.getByRole('link', { name: 'Jonas, 36' }).waitFor();
    expect(await page.getByRole('link', { name: /^Lena/ }).count()).toBe(0);
    await page.goto(`${origin}/members/${jonas.id}`);
    await page.waitForURL('**/complete-signup');
  });

  it.each(['/members', '/chats', '/activate/done', '/signup', '/login'])(
    'hostile 63: %s leads back to it',
    async (path) => {
      await page.goto(`${origin}${path}`);
      await page.waitForURL('**/complete-signup');
      expect((await userOf(page)).status).toBe('not_confirmed');
    },
  );

  it('lets the visitor start again with another address', async () => {
    await page.goto(`${origin}/complete-signup`);
    await page.getByRole('button', { name: 'Log out and begin again' }).click();
    await page.waitForURL('**/signup');
    await formOf(page).waitFor();
  });
});

it('api_signup_complete opens the page that completes a sign-up [S2-246]', async () => {
  const page = await stage.visitor(0, { ...NARROW, path: '/?api_signup_complete=1' });
  await page.waitForURL('**/complete-signup');
  await formOf(page).waitFor();
  await fillSignUp(page, newcomer());
  await page.goto(`${origin}/?api_signup_complete=1`);
  await page.waitForURL('**/complete-signup');
  await page.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor();
  await page.context().close();
});

it('a sign-up from a member’s page shows them and stores that entry [S2-011]', async () => {
  const page = await stage.visitor(0, { ...WIDE, path: `/members/${jonas.id}/signup` });
  await page.getByText('Sign up free to meet Jonas.').waitFor();
  const person = newcomer();
  await fillSignUp(page, person);
  expect(await accountOf(person.email)).toMatchObject({ entry: jonas.id });
  await page.goto(`${origin}/signup-matches`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  expect(
    await page
      .getByRole('link', { name: /, \d+$/ })
      .first()
      .getAttribute('aria-label'),
  ).toBe('Jonas, 36');
  await page.context().close();
});

it('stores the traffic source in the network cookie and with the account [S3-065 S3-066 S3-067 S3-068 S3-069 S3-070]', async () => {
  const page = await stage.visitor(0, { ...NARROW, path: '/?network=acme&ref=r-7&sub1=a1&sub2=b2&sub3=c3' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const cookies = await page.context().cookies(origin);
  const tracking = new URLSearchParams(
    decodeURIComponent(cookies.find(({ name }) => name === 'network')?.value ?? ''),
  );
  const record = { network: 'acme', ref: 'r-7', sub1: 'a1', sub2: 'b2', sub3: 'c3' };
  expect(Object.fromEntries(tracking)).toEqual(record);
  await page.goto(`${origin}/signup`);
  const person = newcomer();
  await fillSignUp(page, person);
  expect((await accountOf(person.email))?.['tracking']).toEqual(record);
  await page.context().close();
});

describe('who may sign up', () => {
  const set = async (change: Record<string, unknown>) => {
    const sites = stage.world.inside.mongo.connection.collection<{ _id: string }>('sites');
    await sites.updateOne({ _id: 'default' }, { $set: change }, { upsert: true });
    const http = stage.world.browser();
    const shown = async () =>
      ((await http.send('GET', '/api/settings.php')).body as { settings: Record<string, unknown> }).settings;
    await until(shown, (settings) =>
      Object.entries(change).every(([name, value]) => settings[name] === value),
    );
  };
  afterAll(() => set({ signups: 'all', member_resell: false }));

  const CLOSED = 'Signing up is by invitation only.';

  it('everybody by default [S4-055]', async () => {
    const page = await stage.visitor(0, { ...NARROW, path: '/signup' });
    const person = newcomer();
    await fillSignUp(page, person);
    expect((await accountOf(person.email))?.['tracking']).toEqual({});
    await page.context().close();
  });

  it('only visitors with a traffic source [S4-056]', async () => {
    await set({ signups: 'with_trafficsource' });
    const page = await stage.visitor(0, { ...NARROW, path: '/signup' });
    await page.getByRole('heading', { name: CLOSED }).waitFor();
    await page.goto(`${origin}/signup?network=acme`);
    await formOf(page).waitFor();
    const person = newcomer();
    await fillSignUp(page, person);
    expect((await accountOf(person.email))?.['tracking']).toEqual({ network: 'acme' });
    await page.context().close();
  });

  it('nobody while sign-up is closed [S8-020 S3-130]', async () => {
    await set({ signups: 'closed' });
    const page = await stage.visitor(0, { ...NARROW, path: '/signup?network=acme' });
    await page.getByRole('heading', { name: CLOSED }).waitFor();
    await page.goto(`${origin}/login`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().close();
  });

  it('asks for consent to partner offers where the site has it, unchecked', async () => {
    await set({ signups: 'all', member_resell: true });
    const page = await stage.visitor(0, { ...WIDE, path: '/signup' });
    const [refuses, agrees] = [newcomer(), newcomer()];
    await formOf(page).waitFor();
    await goToStep(page, 4, refuses);
    expect(await page.locator('[name=partner_offers]').isChecked()).toBe(false);
    await fillSignUp(page, refuses);
    expect((await accountOf(refuses.email))?.['partnerOffersAt']).toBeNull();
    await page.getByText('Check your mail').waitFor();
    await page.context().clearCookies();
    await page.goto(`${origin}/signup`);
    await formOf(page).waitFor();
    await goToStep(page, 4, agrees);
    await page.locator('[name=partner_offers]').check();
    await fillSignUp(page, agrees);
    expect((await accountOf(agrees.email))?.['partnerOffersAt']).toEqual(expect.any(Number));
    await page.context().close();
  });
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));

/** The stored account. */
function accountOf(email: string) {
  return stage.world.inside.mongo.connection.collection('accounts').findOne({ email });
}
