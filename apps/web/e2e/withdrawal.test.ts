import { randomUUID } from 'node:crypto';
import { getRefund, getUser, startPayment } from '@heartline/contracts';
import { type Person, until } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFocused, tabTo } from './keys.ts';
import { overflowOf } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** A member who bought 25 credits, and the number of the receipt. */
async function buyer(): Promise<{ who: Person; number: string; providerId: string }> {
  const { world } = stage;
  const [who] = await world.people({ name: 'Mara' });
  const order = { key: randomUUID(), package: 'p0', method: 'creditcard' } as const;
  const { payment, redirect } = await who.http.call(startPayment, order);
  const providerId = redirect?.slice(redirect.lastIndexOf('/') + 1) ?? '';
  world.stubs?.payments.act(providerId, 'pay');
  const receipts = world.inside.mongo.connection.collection<{ number: string; payment: string }>('receipts');
  const receipt = await until(
    () => receipts.findOne({ payment }),
    (row) => row !== null,
    60_000,
  );
  return { who, number: receipt?.number ?? '', providerId };
}

const fill = async (page: Page, number: string, email: string) => {
  await page.getByRole('textbox', { name: 'Receipt number' }).fill(number);
  await page.getByRole('textbox', { name: 'E-mail address of your account' }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
};

it('withdraws without a login from the link in the mail, by keyboard, and pays once', async () => {
  const { who, number, providerId } = await buyer();
  const page = await stage.visitor(0, { path: `/withdraw?receipt=${number}`, width: 360 });
  const field = page.getByRole('textbox', { name: 'Receipt number' });
  await field.waitFor();
  expect(await field.inputValue()).toBe(number);
  await page.getByRole('textbox', { name: 'E-mail address of your account' }).fill(who.email);
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { name: 'Your withdrawal' });
  await title.waitFor();
  await until(
    () => isFocused(title),
    (focused) => focused,
  );
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await seriousFindings(page)).toEqual([]);
  const confirm = page.getByRole('button', { name: 'Confirm withdrawal', exact: true });
  await tabTo(page, confirm);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'We’ve received your withdrawal' }).waitFor();
  expect(await page.getByText(who.email).count()).toBe(1);
  await until(
    async () => (await who.http.call(getRefund, {})).refunds.map(({ state }) => state).join(),
    (states) => states === 'completed',
    60_000,
  );
  expect((await who.http.call(getUser, {})).user.credits).toBe(0);
  expect(stage.world.stubs?.payments.find(providerId)?.refunds).toHaveLength(1);
  await page.context().close();
});

it('explains a miss, and takes the statement for a person all the same', async () => {
  const page = await stage.visitor(0, { path: '/withdraw', width: 768, colorScheme: 'dark' });
  await fill(page, 'HL-2026-999999', 'nobody@mail.example');
  await page.getByText('We can’t find a purchase with this number and this address. Check both.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Mara');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await page.getByText('A person looks at it and answers to nobody@mail.example.').waitFor();
  await page.context().close();
});

it('says that the window is offline, keeps the entries and goes on after it', async () => {
  const { who, number } = await buyer();
  const page = await stage.visitor(0, { path: '/withdraw' });
  await page.getByRole('textbox', { name: 'Receipt number' }).waitFor();
  await page.context().setOffline(true);
  await fill(page, number, who.email);
  await page.getByText('You’re offline').first().waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Your withdrawal' }).waitFor();
  await page.context().close();
});
