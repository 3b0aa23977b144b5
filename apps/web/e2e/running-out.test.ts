import { randomUUID } from 'node:crypto';
import { type Locale, postMessage } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userOf } from './member-page.ts';
import { readScreenTexts, type ScreenTexts } from './screen-texts.ts';
import { openStage, type Stage, seriousFindings, textsFrom } from './stage.ts';

/** Writing without credits: the sheet over the chat, paying, and the message that is sent by itself. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ payments: 'all' });
});
afterAll(() => stage?.close());

const HELLO = 'Shall we see the lighthouse?';
const ANSWER = 'Yes, Sunday sounds lovely!';

/** A member without credits to whom Mara wrote, with the chat open. */
async function outOfCredits(
  look: object,
  country = 'NL',
): Promise<{ tom: Person; mara: Person; page: Page }> {
  const [tom, mara] = await stage.world.people(
    { name: 'Tom', credits: 0, premium: true, account: { country }, profile: { country } },
    { name: 'Mara', credits: 5, premium: true },
  );
  // Premium came with a pack, whose credits are spent.
  const { credits } = await stage.world.inside.core.credits.balanceOf(tom.id);
  if (credits > 0) await take(tom, credits);
  await mara.http.call(postMessage, { clientId: randomUUID(), profile: tom.id, text: HELLO, credits: 1 });
  const page = await stage.signedIn(tom, look);
  await page.goto(new URL(`/members/${mara.id}/chat`, page.url()).href);
  await page.getByText(HELLO).last().waitFor();
  return { tom, mara, page };
}

const take = (member: Person, credits: number) =>
  stage.world.inside.core.credits.adjust(member.id, { key: randomUUID(), credits: -credits, reason: 'test' });

const field = (page: Page) => page.getByRole('textbox').last();
const sheet = (page: Page) => page.getByRole('dialog');
const pay = (page: Page) => sheet(page).getByRole('button', { name: /\d[.,]\d\d/ });

/** Writes, and opens the sheet by the button that sends. */
async function writeShort(page: Page, text = ANSWER): Promise<void> {
  await field(page).fill(text);
  await page.locator('form button[type=submit]').click();
  await pay(page).waitFor();
}

const onProviderPage = (page: Page) => page.waitForURL(/\/pay\//);

describe.each<[Locale, object]>([
  ['en', { width: 1280 }],
  ['de', { width: 360, height: 640, isPhone: true }],
])('running out of credits in %s', (locale, look) => {
  let texts: ScreenTexts;
  beforeAll(async () => {
    texts = await readScreenTexts(locale);
  });

  it('buys over the chat; the message is then sent by itself, once, and paid once', async () => {
    const { tom, mara, page } = await outOfCredits({ ...look, locale });
    const hers = await stage.signedIn(mara);
    await hers.goto(new URL(`/members/${tom.id}/chat`, hers.url()).href);
    await writeShort(page);
    expect(await seriousFindings(page)).toEqual([]);
    // The text is still in the field behind the sheet.
    expect(await field(page).inputValue()).toBe(ANSWER);
    await pay(page).dblclick();
    await onProviderPage(page);
    await page.getByRole('button', { name: /^Pay \D*\d/ }).click();
    await page.waitForURL(`**/members/${mara.id}/chat**`);
    await hers.getByText(ANSWER).last().waitFor();
    await expect.poll(() => userOf(page)).toMatchObject({ credits: 59 });
    expect(await textsFrom(stage, tom, mara)).toEqual([ANSWER]);
    expect(await field(page).inputValue()).toBe('');
    await page.reload();
    await page.getByText(ANSWER).last().waitFor();
    expect(await page.getByText(texts.translate('Will be sent once your credits arrive.')).count()).toBe(0);
    await Promise.all([page, hers].map((one) => one.context().close()));
  });
});

/** Opens a payment over the chat and comes back without paying, as by the browser's back button. */
async function leaveUnpaid(page: Page): Promise<string> {
  const chat = page.url();
  await writeShort(page);
  await pay(page).click();
  await onProviderPage(page);
  await page.goto(chat);
  await page.getByText('Will be sent once your credits arrive.').waitFor();
  const [newest] = stage.world.stubs.payments.list();
  return newest?.id ?? '';
}

describe('a message left waiting for credits', () => {
  it('is sent once when the money arrives late, with two tabs open', async () => {
    const { tom, mara, page } = await outOfCredits({});
    const payment = await leaveUnpaid(page);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByText('Will be sent once your credits arrive.').waitFor();
    stage.world.stubs.payments.act(payment, 'pay');
    for (const tab of [page, second]) {
      await tab.getByText('Will be sent once your credits arrive.').waitFor({ state: 'detached' });
      await tab.getByText(ANSWER).last().waitFor();
    }
    await expect.poll(() => userOf(page)).toMatchObject({ credits: 59 });
    expect(await textsFrom(stage, tom, mara)).toEqual([ANSWER]);
    await page.context().close();
  });

  it('is not sent once cancelled, and Edit puts it back into the field', async () => {
    const { tom, mara, page } = await outOfCredits({ isPhone: true });
    const payment = await leaveUnpaid(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect.poll(() => field(page).inputValue()).toBe(ANSWER);
    await field(page).fill('');
    stage.world.stubs.payments.act(payment, 'pay');
    await expect.poll(() => userOf(page), { timeout: 20_000 }).toMatchObject({ credits: 60 });
    await page.getByText(/You have 60 credits/).waitFor();
    await fixedWait(1_000, 'longer than the outbox takes to send what the new credits cover');
    expect(await textsFrom(stage, tom, mara)).toEqual([]);
    await page.context().close();
  });

  it('waits on after a payment that was cancelled, and the result leads back', async () => {
    const { tom, mara, page } = await outOfCredits({});
    await writeShort(page);
    await pay(page).click();
    await onProviderPage(page);
    await page.locator('button[value=cancel]').click();
    await page.getByText('Payment failed or has been cancelled.').waitFor();
    await page.getByRole('link', { name: 'Back to Mara' }).click();
    await page.getByText('Will be sent once your credits arrive.').waitFor();
    // By keyboard: the sheet opens again for the same message, and Escape closes it.
    await page.getByRole('button', { name: 'Get credits', exact: true }).first().press('Enter');
    await pay(page).waitFor();
    await page.keyboard.press('Escape');
    await pay(page).waitFor({ state: 'detached' });
    expect(await textsFrom(stage, tom, mara)).toEqual([]);
    await page.context().close();
  });
});
