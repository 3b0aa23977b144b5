import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userOf } from './member-page.ts';
import { openStage, type Stage } from './stage.ts';

/** The welcome discount, and every outcome of a payment. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const HOUR_MS = 3_600_000;
const banner = (page: Page) => page.getByRole('link', { name: /25% off your first credits/ });
const countdown = (page: Page) => banner(page).getByRole('timer');

/** The page of a member who has just signed up, with the timer a sign-up sets. */
async function newcomer(name: string): Promise<Page> {
  const now = Date.now();
  const [person] = await stage.world.people({ name, account: { createdAt: now } });
  await stage.world.inside.core.payments.scheduleBonusEnd(person.id, now);
  return stage.signedIn(person);
}

/** The packs at the price of this member. */
function packagesOf(page: Page): Promise<{ priceCents: number; fullPriceCents: number }[]> {
  return page.evaluate(async () => (await (await fetch('/api/packages.php')).json()).packages);
}

/** Opens a payment in the shop and presses a button of the provider’s page. */
async function pay(page: Page, button: string | RegExp): Promise<void> {
  await page.goto(new URL('/credits', page.url()).href);
  await payHere(page, button);
}

/** The same on the open page of the shop. */
async function payHere(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL('**/transactions/*');
}

/** Ways to pay that the page of a failed payment offers. */
const waysAgain = (page: Page) => page.getByRole('region', { name: 'Try another method' }).getByRole('link');

/**
 * Evaluates an expression in a page that the driver does not follow into the browser’s page cache and out of it. An
 * expression that leaves the page runs in its own task, after the answer.
 */
async function asker(page: Page): Promise<<T>(expression: string) => Promise<T>> {
  const session = await page.context().newCDPSession(page);
  return async <T>(expression: string) =>
    (await session.send('Runtime.evaluate', { expression, returnByValue: true })).result.value as T;
}

describe('payments', () => {
  it('says that a payment was refused and offers another try [S2-233 S4-031 S8-009]', async () => {
    const page = await newcomer('Ida');
    await banner(page).click();
    await page.waitForURL('**/credits');
    await pay(page, 'Let it fail');
    await page.getByRole('heading', { name: 'Payment failed or has been cancelled.' }).waitFor();
    await page.getByText('The payment was refused, so nothing was charged.').waitFor();
    expect(await userOf(page)).toMatchObject({ credits: 0, paid_user: false });
    await waysAgain(page).last().click();
    await page.getByRole('button', { name: /^Pay / }).waitFor();
    await page.context().close();
  });

  it('says that a payment was cancelled and offers another try that works [S4-032 S8-009]', async () => {
    const page = await newcomer('Ole');
    await pay(page, 'Cancel');
    await page.getByRole('heading', { name: 'Payment failed or has been cancelled.' }).waitFor();
    await page.getByText('You cancelled the payment. Nothing was charged.').waitFor();
    await waysAgain(page).first().click();
    await page.waitForURL('**/credits/p1/*');
    await payHere(page, /^Pay \D\d/);
    await page.getByRole('heading', { name: 'Your credits are here' }).waitFor();
    await page.context().close();
  });

  it('Back from the provider’s page leads to the same payment again', async () => {
    const browser = await stage.launchWithPageCache();
    const [person] = await stage.world.people({ name: 'Bea' });
    const page = await stage.signedIn(person, { browser, path: '/credits' });
    const ask = await asker(page);
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL(/\/pay\//);
    const first = page.url();
    await ask('setTimeout(() => history.back())');
    // The provider's page, still shown, has a pay button too.
    const isOpen = `location.pathname === '/credits' && [...document.querySelectorAll('button')].some((one) =>
      one.innerText.startsWith('Pay ') && !one.disabled && one.ariaBusy !== 'true')`;
    await expect.poll(() => ask<boolean>(isOpen), { timeout: 15_000 }).toBe(true);
    await ask(
      `[...document.querySelectorAll('button')].find((one) => one.innerText.startsWith('Pay ')).click()`,
    );
    await expect.poll(() => ask<string>('location.href'), { timeout: 15_000 }).toBe(first);
    await browser.close();
  });

  it('Back to the shop after paying opens a new payment', async () => {
    const browser = await stage.launchWithPageCache();
    const [person] = await stage.world.people({ name: 'Bo' });
    const page = await stage.signedIn(person, { browser, path: '/credits' });
    const ask = await asker(page);
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL(/\/pay\//);
    const first = page.url();
    await page.getByRole('button', { name: /^Pay \D\d/ }).click();
    await page.waitForURL('**/transactions/*');
    await page.getByRole('heading', { name: 'Your credits are here' }).waitFor();
    await ask('setTimeout(() => history.go(-2))');
    const button = `[...document.querySelectorAll('button')].find((one) => one.innerText.startsWith('Pay '))`;
    const isShop = `location.pathname === '/credits' && ${button} !== undefined && !${button}.disabled && ${button}.ariaBusy !== 'true'`;
    await expect.poll(() => ask<boolean>(isShop), { timeout: 15_000 }).toBe(true);
    await ask(`${button}.click()`);
    await expect.poll(() => ask<string>('location.href'), { timeout: 15_000 }).toMatch(/\/pay\//);
    expect(await ask<string>('location.href')).not.toBe(first);
    await browser.close();
  });

  it.each([
    ['Pay, webhook five times', 5],
    ['Pay, webhooks in the wrong order', 2],
  ])('%s: credits once', async (button, webhooks) => {
    const page = await newcomer('Ava');
    await pay(page, button);
    await page.getByRole('heading', { name: 'Your credits are here' }).waitFor();
    const [payment] = stage.world.stubs?.payments.list() ?? [];
    await expect
      .poll(() => payment?.webhooks.map(({ status }) => status), { timeout: 15_000 })
      .toEqual(Array(webhooks).fill(200));
    const bought = Number((await page.getByText(/^\+\d+$/).innerText()).slice(1));
    expect(await userOf(page)).toMatchObject({ credits: bought, paid_user: true });
    await page.context().close();
  });

  it('no invariant is violated', async () => expect(await stage.world.violations()).toEqual([]));
});

describe('the welcome discount', () => {
  it('counts down, lowers the price and ends with a payment [S1-040 S1-043 S2-232 S3-163 S4-036 S4-041]', async () => {
    const page = await newcomer('Mia');
    const shown = await countdown(page).innerText();
    expect(shown).toMatch(/^03:5\d:\d\d$/);
    await expect.poll(() => countdown(page).innerText()).not.toBe(shown);
    await page.goto(new URL('/credits', page.url()).href);
    const packages = await packagesOf(page);
    expect(packages).toHaveLength(4);
    for (const { priceCents, fullPriceCents } of packages)
      expect(priceCents / fullPriceCents).toBeCloseTo(0.75, 2);
    await pay(page, /^Pay \D\d/);
    await page.getByRole('heading', { name: 'Your credits are here' }).waitFor();
    await banner(page).waitFor({ state: 'detached' });
    await page.goto(new URL('/members', page.url()).href);
    await page
      .getByRole('link', { name: /^Credits/ })
      .first()
      .waitFor();
    expect(await banner(page).count()).toBe(0);
    await page.context().close();
  });

  it('ends on the open page after 4 hours, and so does the price [S1-042 S4-037 S4-039 S9-009]', async () => {
    const page = await newcomer('Eva');
    await countdown(page).waitFor();
    stage.world.clock.advance(4 * HOUR_MS - 60_000);
    await page.reload();
    await expect.poll(() => countdown(page).innerText(), { timeout: 10_000 }).toMatch(/^00:00:\d\d$/);
    stage.world.clock.advance(60_000);
    await banner(page).waitFor({ state: 'detached', timeout: 60_000 });
    await page.goto(new URL('/credits', page.url()).href);
    await page.getByRole('button', { name: /^Pay / }).waitFor();
    const packages = await packagesOf(page);
    expect(packages).toHaveLength(4);
    for (const { priceCents, fullPriceCents } of packages) expect(priceCents).toBe(fullPriceCents);
    await page.context().close();
  });

  it('no page threw an error', () => expect(stage.errors).toEqual([]));
});
