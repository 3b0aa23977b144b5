import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escape } from './keys.ts';
import { activationLink, fillSignUp } from './sign-up.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * Two people in two windows on two gateways, from sign-up to a match, a conversation, an empty purse and a purchase.
 * One story: each test goes on where the one before it stopped.
 */
let stage: Stage;
let anna: Page;
let jonas: Page;
let jonasId = '';
const a = () => stage.world.gateways[0].origin;
const b = () => stage.world.gateways[1]?.origin ?? '';
const newcomer = { email: 'anna@mail.example', name: 'Anna', password: 'correct horse battery' };

beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  const [, person] = await stage.world.people(
    { name: 'Nobody' },
    { name: 'Jonas', credits: 30, premium: true },
  );
  jonasId = person.id;
  jonas = await stage.signedIn(person, { colorScheme: 'dark' });
  anna = await stage.visitor(0);
});
afterAll(() => stage?.close());

const badge = (page: Page) => page.getByRole('link', { name: /Messages/ }).first();

describe('two people in two windows', () => {
  it('a visitor signs up, free [S0-003 S1-002 S1-003 S1-004 S1-005 S1-006 S1-007 S1-008]', async () => {
    await anna.goto(`${a()}/signup`);
    await fillSignUp(anna, newcomer);
    await anna.getByText('Check your inbox').waitFor();
  });

  it('activates by the button of the mailed page, not by opening it [S0-004 S1-009]', async () => {
    const link = await activationLink(stage, newcomer.email);
    await anna.goto(link);
    await anna.getByRole('button', { name: 'Activate my account' }).waitFor();
    expect(await userOf(anna)).toMatchObject({ status: 'not_confirmed' });
    await anna.getByRole('button', { name: 'Activate my account' }).click();
    await anna.waitForURL('**/activate/done');
    expect(await userOf(anna)).toMatchObject({ status: 'active', credits: 3, paid_user: false });
  });

  it('finds Jonas; mutual likes show the match on both sides at once [S0-005 S1-010]', async () => {
    await anna.goto(`${a()}/members`);
    await anna.getByRole('link', { name: 'Jonas, 36' }).click();
    await anna.getByRole('heading', { name: 'Jonas, 36' }).waitFor();
    await anna.getByRole('button', { name: 'Like Jonas' }).click();
    await jonas.goto(`${b()}/likes`);
    await jonas.getByRole('button', { name: 'Like Anna' }).click();
    await Promise.all([anna, jonas].map((page) => page.getByText("It's a Match").first().waitFor()));
    await Promise.all([anna, jonas].map((page) => escape(page.getByRole('dialog'))));
  });

  it('chats live across gateways with exact badges and message states [S0-008 S1-013 S1-014]', async () => {
    await anna.goto(`${a()}/members/${jonasId}/chat`);
    await jonas.goto(`${b()}/members`);
    // The code of notices loads once the page is idle.
    await jonas.locator('div.sr-only[aria-live=polite]').waitFor({ state: 'attached' });
    await write(anna, 'Hello Jonas');
    await expectText(badge(jonas), '1');
    // A page without the list says who wrote.
    await jonas.getByText('New message from Anna').waitFor();
    await jonas.goto(`${b()}/chats`);
    await jonas.getByText('Hello Jonas').first().click();
    await talk(jonas).getByText('Hello Jonas').waitFor();
    await write(jonas, 'Hello Anna');
    await talk(anna).getByText('Hello Anna').waitFor();
    await talk(anna)
      .getByText(/Delivered|Read/)
      .first()
      .waitFor({ state: 'attached' });
    expect(await userOf(anna)).toMatchObject({ credits: 2 });
  });

  it('stores an offline message and sends it once', async () => {
    await anna.context().setOffline(true);
    await write(anna, 'Written on the train');
    await talk(anna).getByText('Written on the train').waitFor();
    await anna.context().setOffline(false);
    await talk(jonas).getByText('Written on the train').waitFor({ timeout: 30_000 });
  });

  it('refuses to send with 0 credits until a pack is bought [S5-028 S8-015]', async () => {
    await write(anna, 'My last credit');
    await talk(jonas).getByText('My last credit').waitFor();
    // The outbox sends in order, so a second copy would have arrived by now.
    expect(await talk(jonas).getByText('Written on the train').count()).toBe(1);
    await write(anna, 'One too many');
    await anna.getByText('You do not have enough credits to send this message to Jonas.').first().waitFor();
    await anna.goto(`${a()}/credits`);
    await anna.getByRole('button', { name: /^Pay/ }).waitFor();
    await anna.getByRole('button', { name: /^Pay/ }).click();
    await anna.locator('button[value=pay]').click();
    await anna.waitForURL(`${a()}/transactions/**`);
    await expect
      .poll(() => userOf(anna), { timeout: 30_000 })
      .toMatchObject({ credits: 60, paid_user: true });
    await anna
      .getByRole('link', { name: /Credits/ })
      .first()
      .waitFor();
  });

  it('the lines of the statement add up to the balance', async () => {
    await anna.goto(`${a()}/credits/statement`);
    await anna.getByRole('heading', { name: 'Statement', exact: true }).waitFor();
    const statement = await anna.evaluate(async () => (await fetch('/api/statement.php')).json());
    const sum = statement.entries.reduce(
      (total: number, { credits }: { credits: number }) => total + credits,
      0,
    );
    expect(sum).toBe(60);
  });

  it('no page threw an error', () => expect(stage.errors).toEqual([]));

  it('no invariant is violated', async () => expect(await stage.world.violations()).toEqual([]));
});

/** The messages of the conversation that is open. */
function talk(page: Page) {
  return page.getByLabel(/^Chat with/);
}

/** The signed-in member of the page, as the server answers it. */
function userOf(page: Page): Promise<unknown> {
  return page.evaluate(async () => (await (await fetch('/api/user.php')).json()).user);
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/ }).fill(text);
  await page.keyboard.press('Enter');
}

async function expectText(locator: ReturnType<Page['locator']>, text: string): Promise<void> {
  await expect.poll(() => locator.innerText(), { timeout: 15_000 }).toContain(text);
}
