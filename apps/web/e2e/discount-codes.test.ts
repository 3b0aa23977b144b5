import type { Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflowOf } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Discount codes that a member types, on a wide screen in English and on a phone in German. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  const until = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;
  const codes = [
    { code: 'AUTUMN', percent: 20, until },
    { code: 'HERBST', percent: 20, until, validity: 'once' },
  ];
  expect(
    await stage.world.inside.core.payments.addCodes('default', JSON.stringify(codes)),
  ).not.toHaveProperty('problem');
});
afterAll(() => stage?.close());

const shop = (person: Person, look: Parameters<Stage['signedIn']>[1] = {}) =>
  stage.signedIn(person, { ...look, path: '/credits' });

async function type(page: Page, words: { open: string; field: string; apply: string }, code: string) {
  const field = page.getByRole('textbox', { name: words.field });
  if (!(await field.isVisible())) await page.getByRole('button', { name: words.open }).click();
  await field.fill(code);
  await page.getByRole('button', { name: words.apply, exact: true }).click();
}

describe('a typed code', () => {
  it('lowers the price until it is used once [S5-018 S5-019 S7-062 S8-010 S8-011]', async () => {
    const [mara] = await stage.world.people({ name: 'Mara' });
    const page = await shop(mara);
    const words = { open: 'I have a code', field: 'Discount code', apply: 'Apply' };
    await type(page, words, 'NOSUCH');
    await page.getByText('Code not found', { exact: true }).first().waitFor();
    await type(page, words, ' autumn ');
    await page.getByRole('button', { name: 'Remove code AUTUMN, 20% off' }).waitFor();
    await page.getByRole('button', { name: 'Pay €15.99' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // The discount has a tab of its own on Premium, and the code is still there after it.
    await page.goto(`${mara.http.gateway.origin}/premium`);
    await page.getByRole('tab', { name: 'Discount' }).click();
    await page.getByText('Your code AUTUMN').waitFor();
    await page.getByRole('link', { name: 'Choose your credits' }).click();
    await page.getByRole('button', { name: 'Pay €15.99' }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole('button', { name: 'Pay €15.99', exact: true }).click();
    await page.getByRole('heading', { name: 'Your credits are here' }).waitFor();
    await page.goto(`${mara.http.gateway.origin}/credits`);
    await type(page, words, 'AUTUMN');
    await page.getByText('Code already used', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Pay €19.99' }).waitFor();
    expect(stage.errors).toEqual([]);
    await page.context().close();
  });

  it('is refused in German on a phone once another member has used it up', async () => {
    const [ben, ida] = await stage.world.people({ name: 'Ben' }, { name: 'Ida' });
    const look = { width: 360, height: 740, locale: 'de', colorScheme: 'dark' } as const;
    const words = { open: 'Ich habe einen Code', field: 'Rabattcode', apply: 'Einlösen' };
    const his = await shop(ben, look);
    await type(his, words, 'HERBST');
    await his.getByText('HERBST: 20 %').first().waitFor();
    expect(await overflowOf(his)).toBe(0);
    expect(await seriousFindings(his)).toEqual([]);
    await his.getByRole('button', { name: /15,99/ }).click();
    await his.waitForURL(/\/pay\//);
    await his.getByRole('button', { name: /15[.,]99/ }).click();
    await his.getByRole('heading', { name: 'Deine Credits sind da' }).waitFor();
    const hers = await shop(ida, look);
    await type(hers, words, 'HERBST');
    await hers.getByText('Code bereits verwendet', { exact: true }).first().waitFor();
    expect(stage.errors).toEqual([]);
  });
});
