import { hashOfPassword, type MemberWish, PASSWORD, type Person } from '@heartline/testing';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fillLogin, originOf } from './account-owner.ts';
import { openStage, type Stage } from './stage.ts';

/** The time bonus of new members: its modal after 40 s, and its banner from login to logout. */
let stage: Stage;
let passwordHash: string;

beforeAll(async () => {
  [stage, passwordHash] = await Promise.all([openStage(), hashOfPassword()]);
});
afterEach(() => Promise.all(stage.browser.contexts().map((context) => context.close())));
afterAll(() => stage?.close());

const banner = (page: Page) => page.getByRole('link', { name: /25% off your first credits/ });
const countdown = (page: Page) => banner(page).getByRole('timer');
const modal = (page: Page) => page.getByRole('dialog', { name: 'Your welcome bonus' });
const nowOf = (page: Page) => page.evaluate(() => Date.now());

/** A member who signs up now, by default without credits. */
async function newcomer({ account, ...wish }: MemberWish = {}): Promise<Person> {
  const createdAt = stage.world.clock.now();
  const [person] = await stage.world.people({ account: { createdAt, passwordHash, ...account }, ...wish });
  await stage.world.inside.core.payments.scheduleBonusEnd(person.id, createdAt);
  return person;
}

/** Opens a page whose clock the test moves; returns it with the time at which it was entered. */
async function enter(person: Person, path = '/members') {
  const page = await stage.signedIn(person, { path: '/account' });
  await page.clock.install();
  await page.goto(`${originOf(page)}${path}`);
  const entered = await nowOf(page);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return { page, entered };
}

/** Moves the page's clock by seconds until the modal is there; returns how long after the entry that is. */
async function untilModal(page: Page, entered: number): Promise<number> {
  const afterOneMore = async () => {
    await page.clock.runFor(1_000);
    return modal(page).count();
  };
  await expect.poll(afterOneMore, { interval: 10 }).toBe(1);
  return (await nowOf(page)) - entered;
}

async function expectNoModal(page: Page): Promise<void> {
  await page.clock.runFor(120_000);
  await fixedWait(1_000, 'the modal loads in a chunk of its own');
  expect(await modal(page).count()).toBe(0);
}

describe('the modal', () => {
  it.each<[string, (other: string) => string]>([
    ['/members [S2-115 S4-045 S9-014]', () => '/members'],
    ['/members/{id} [S2-116 S4-045 S9-014]', (other) => `/members/${other}`],
    ['/chats [S2-117 S4-045 S9-014]', () => '/chats'],
    ['/likes [S2-118 S4-045 S9-014]', () => '/likes'],
    ['/likes/m/{id} [S2-119 S4-045 S9-014]', (other) => `/likes/m/${other}`],
    ['/premium [S2-120 S4-045 S9-014]', () => '/premium'],
  ])('opens 40 s after a member without credits entered %s', async (_, pathTo) => {
    const [other] = await stage.world.people({});
    const { page, entered } = await enter(await newcomer(), pathTo(other.id));
    await page.clock.runFor(Math.max(0, 39_000 - ((await nowOf(page)) - entered)));
    expect(await modal(page).count()).toBe(0);
    expect(await untilModal(page, entered)).toBeGreaterThanOrEqual(40_000);
  });

  it('shows the bonus, its end and the way to the packs [S2-224 S2-225 S2-226 S2-227 S2-229 S2-230]', async () => {
    const { page, entered } = await enter(await newcomer());
    await untilModal(page, entered);
    for (const text of [
      '25%',
      'Your welcome bonus',
      'Act fast: it’s yours for 4 hours after you joined, on your first credits.',
      'You receive your credits instantly. One payment, no subscription.',
    ])
      await modal(page).getByText(text, { exact: true }).filter({ visible: true }).last().waitFor();
    await modal(page).getByRole('link', { name: 'Choose your credits' }).click();
    await page.waitForURL('**/credits');
    await page.getByRole('heading', { level: 1, name: 'Credits' }).waitFor();
  });

  it('counts down to the end of the offer [S2-228]', async () => {
    const { page, entered } = await enter(await newcomer());
    await untilModal(page, entered);
    const timer = modal(page).getByRole('timer', { name: 'Offer valid for' });
    const first = await timer.innerText();
    expect(first).toMatch(/^03:5\d:\d\d$/);
    await page.clock.runFor(1_000);
    await expect.poll(() => timer.innerText()).not.toBe(first);
  });

  it('stays away after its dismissal, also after a reload [S3-227 S4-047 S4-048]', async () => {
    const { page, entered } = await enter(await newcomer());
    await untilModal(page, entered);
    const before = await nowOf(page);
    await modal(page).getByRole('button', { name: 'Close' }).click();
    await modal(page).waitFor({ state: 'detached' });
    const stored = () => page.evaluate(() => Number(localStorage.getItem('hide-time-bonus-modal')));
    expect(await stored()).toBeGreaterThanOrEqual(before);
    await page.reload();
    await banner(page).waitFor();
    await expectNoModal(page);
    expect(await stored()).toBeLessThanOrEqual(await nowOf(page));
  });

  it('does not open for a member with one credit [S4-046 S9-015]', async () => {
    const { page } = await enter(await newcomer({ credits: 1 }));
    await banner(page).waitFor();
    await expectNoModal(page);
  });
});

describe('the banner', () => {
  it('keeps its countdown on another page and another load [S4-038 S4-042 S9-010]', async () => {
    const page = await stage.signedIn(await newcomer({ credits: 1 }));
    const secondsLeft = async () => {
      const [hours = 0, minutes = 0, seconds = 0] = (await countdown(page).innerText())
        .split(':')
        .map(Number);
      return hours * 3_600 + minutes * 60 + seconds;
    };
    const first = await secondsLeft();
    await expect.poll(secondsLeft).toBeLessThan(first);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Likes/ })
      .click();
    await page.waitForURL('**/likes*');
    expect(await secondsLeft()).toBeLessThan(first);
    stage.world.clock.advance(600_000);
    await page.reload();
    await expect.poll(secondsLeft).toBeLessThan(first - 600);
    expect(await secondsLeft()).toBeGreaterThan(first - 720);
  });

  it('comes with the login of a new member, without a reload [S4-049]', async () => {
    const { email } = await newcomer();
    const page = await stage.visitor(0, { path: '/login' });
    const loads = await countLoads(page);
    await fillLogin(page, email, PASSWORD);
    await countdown(page).waitFor();
    expect(loads()).toBe(0);
  });

  it('goes at logout, and the next member finds nothing of it [S4-035 S4-040]', async () => {
    const [paid] = await stage.world.people({ premium: true, credits: 5, account: { passwordHash } });
    const { page } = await enter(await newcomer({ name: 'Mia' }));
    await banner(page).waitFor();
    await page.getByRole('button', { name: 'Mia’s account' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
    expect(await banner(page).count()).toBe(0);
    await expectNoModal(page);
    await page.goto(`${originOf(page)}/login`);
    await fillLogin(page, paid.email, PASSWORD);
    await page.waitForURL('**/members*');
    await page.getByRole('button', { name: /’s account$/ }).waitFor();
    await expectNoModal(page);
    expect(await banner(page).count()).toBe(0);
  });
});

/** Counts the documents that a page loads from now on. */
async function countLoads(page: Page): Promise<() => number> {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.waitForLoadState('load');
  return () => loads;
}

it('no page threw an error', () => expect(stage.errors).toEqual([]));
