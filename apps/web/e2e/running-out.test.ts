import { randomUUID } from 'node:crypto';
import { type Locale, postMessage } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
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
    // What was written is still in the field behind the sheet.
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
