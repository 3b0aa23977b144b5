import { randomUUID } from 'node:crypto';
import { type Locale, postMessage } from '@heartline/contracts';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storedIn } from './browser-storage.ts';
import { createDebits, payButton } from './debits-in-browser.ts';
import { isFocused, tabTo } from './keys.ts';
import { overflowOf, userOf } from './member-page.ts';
import { readScreenTexts, type ScreenTexts } from './screen-texts.ts';
import { openStage, type Stage, seriousFindings, textsFrom } from './stage.ts';

/** Direct debit as members meet it: the form, the code, the mandate, and what becomes of the money. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  const { operate } = stage.world.inside.core.site;
  await operate.set('default', 'company.name', 'Northlight B.V.');
  await operate.set('default', 'creditor_id', 'NL13ZZZ123456780000');
  // A gateway caches the settings for five seconds.
  stage.world.clock.advance(5_001);
});
afterAll(() => stage?.close());
/** All windows are of one network, which gets ten codes an hour. */
beforeEach(async () => {
  const { redis } = stage.world.inside;
  for (const key of await redis.keys('*:limit:smsOfNetwork:*')) await redis.del(key);
});

const BUTTON = 'Pay €19.99 by direct debit';

const { formOf, memberOf, openForm, askForCode, codeFor, spend, sign, order, act } = createDebits(
  () => stage,
);

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

describe.each<[Locale, object]>([
  ['de', { isPhone: true }],
  ['nl', { width: 1280 }],
])('in %s', (locale, look) => {
  let texts: ScreenTexts;
  beforeAll(async () => {
    texts = await readScreenTexts(locale);
  });

  it('leads from the pack to the debit, whose money brings the credits [S3-198 S2-074]', async () => {
    const page = await stage.signedIn(await memberOf(), { ...look, locale, path: '/credits/p1/sdd' });
    await page.getByRole('link', { name: texts.translate('Continue to direct debit') }).click();
    await page.waitForURL('**/directdebit?package=p1');
    await page.locator('[name=iban]').waitFor();
    expect([await seriousFindings(page), await texts.untranslatedOn(page), await overflowOf(page)]).toEqual([
      [],
      [],
      0,
    ]);
    const form = formOf();
    await askForCode(page, form);
    await page.locator('[name=otp]').waitFor();
    expect([await seriousFindings(page), await texts.untranslatedOn(page), await overflowOf(page)]).toEqual([
      [],
      [],
      0,
    ]);
    const payment = await sign(page, form);
    await heading(page, texts.translate('Your direct debit is on its way')).waitFor();
    expect([await seriousFindings(page), await texts.untranslatedOn(page), await overflowOf(page)]).toEqual([
      [],
      [],
      0,
    ]);
    expect(await userOf(page)).toMatchObject({ credits: 0 });
    act(payment, 'collected');
    await heading(page, texts.translate('Your credits are here')).waitFor();
    expect(await userOf(page)).toMatchObject({ credits: 60, paid_user: true });
    await page.context().close();
  });
});

describe('the form', () => {
  it('has an IBAN and a phone, and sends all eight fields in one documented call [S2-075 S2-076 S3-216 S3-217 S3-218 S3-219 S3-220 S3-221 S3-222 S3-223 S7-061]', async () => {
    const page = await openForm(await memberOf());
    await page.getByRole('textbox', { name: 'IBAN' }).waitFor();
    await page.getByRole('textbox', { name: 'Mobile number' }).waitFor();
    const sent: Request[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/directdebit.php')) sent.push(request);
    });
    const form = formOf();
    await order(page, form);
    const [asked, signed] = sent.map((request) => request.postDataJSON() as Record<string, unknown>);
    expect(sent).toHaveLength(2);
    expect(asked).toMatchObject({ package: 'p1', ...form, iban: 'NL91 ABNA 0417 1643 00' });
    expect(signed).toEqual({ ...asked, otp: expect.stringMatching(/^\d{6}$/) });
    await page.context().close();
  });

  it('marks each wrong field with border, icon and words, and groups an IBAN', async () => {
    const page = await openForm(await memberOf());
    const submit = page.getByRole('button', { name: 'Text me a code' });
    await submit.click();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(7);
    const iban = page.getByRole('textbox', { name: 'IBAN' });
    await iban.fill('nl91 abna 0417 1643 01');
    expect(await iban.inputValue()).toBe('NL91 ABNA 0417 1643 01');
    await page.keyboard.press('Tab');
    await page.getByText('Check the IBAN. It must be an account in the SEPA area.').waitFor();
    // A character put into the middle stays under the caret.
    await iban.fill('NL91ABNA041716430');
    await iban.evaluate((field: HTMLInputElement) => field.setSelectionRange(4, 4));
    await page.keyboard.press('X');
    expect(await iban.evaluate((field: HTMLInputElement) => [field.value, field.selectionStart])).toEqual([
      'NL91 XABN A041 7164 30',
      6,
    ]);
    await askForCode(page, formOf({ phone: '+31 20 1234567' }));
    await page.getByText('Enter a mobile number, with its country code if it’s from abroad.').waitFor();
    expect(await isFocused(page.getByRole('textbox', { name: 'Mobile number' }))).toBe(true);
    await page.context().close();
  });

  it('works by keyboard alone; Enter in the code leads to the button that pays', async () => {
    const page = await openForm(await memberOf());
    const form = formOf();
    for (const [name, value] of Object.entries(form)) {
      await tabTo(page, page.locator(`[name=${name}]`));
      await page.keyboard.type(value);
    }
    await page.keyboard.press('Enter');
    const code = page.getByRole('textbox', { name: 'Code from the text message' });
    await code.waitFor();
    expect(await isFocused(heading(page, 'Read the mandate, then sign it with your code'))).toBe(true);
    await tabTo(page, code);
    await page.keyboard.type(await codeFor(form));
    await page.keyboard.press('Enter');
    expect(await isFocused(page.getByRole('button', { name: BUTTON }))).toBe(true);
    await page.keyboard.press('Enter');
    await heading(page, 'Your direct debit is on its way').waitFor();
    await page.context().close();
  });

  it('stays whole at every width, light and dark', async () => {
    const person = await memberOf();
    for (const [width, colorScheme] of [
      [360, 'dark'],
      [768, 'light'],
      [1280, 'dark'],
    ] as const) {
      const page = await openForm(person, { width, colorScheme });
      expect([width, await overflowOf(page), await seriousFindings(page)]).toEqual([width, 0, []]);
      await page.context().close();
    }
  });

  it('keeps what was typed while offline, and stores none of it', async () => {
    const page = await openForm(await memberOf());
    const form = formOf();
    await page.context().setOffline(true);
    await askForCode(page, form);
    await page.getByRole('alert').filter({ hasText: 'You’re offline' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Text me a code' }).click();
    await page.locator('[name=otp]').fill(await codeFor(form));
    const stored = JSON.stringify([
      await storedIn(page),
      await page.evaluate(() => history.state as unknown),
    ]);
    for (const secret of ['0417', form.phone.slice(-8), await codeFor(form)])
      expect(stored).not.toContain(secret);
    await page.context().close();
  });
});

describe('the code', () => {
  it('is refused when it is wrong, and another one can be sent [S5-020 S8-012]', async () => {
    const page = await openForm(await memberOf());
    const form = formOf();
    await askForCode(page, form);
    const code = page.getByRole('textbox', { name: 'Code from the text message' });
    const first = await codeFor(form);
    await code.fill(first === '111111' ? '222222' : '111111');
    await page.getByRole('button', { name: BUTTON }).click();
    await page.getByText('Code invalid', { exact: true }).waitFor();
    expect(await isFocused(code)).toBe(true);
    // Nothing typed before is lost on the way back, and no second message is sent for it.
    await page.getByRole('button', { name: 'Change my details' }).click();
    expect(await page.getByRole('textbox', { name: 'IBAN' }).inputValue()).toBe('NL91 ABNA 0417 1643 00');
    await page.getByRole('button', { name: 'Text me a code' }).click();
    const again = page.getByRole('button', { name: /^Send again in \d+ s$/ });
    await again.waitFor();
    expect(await again.isDisabled()).toBe(true);
    expect(stage.world.stubs.mailbox.texts(form.phone)).toHaveLength(1);
    stage.world.clock.advance(61_000);
    await page.reload();
    // A reload forgets what was typed: nothing of it is stored.
    expect(await page.getByRole('textbox', { name: 'IBAN' }).inputValue()).toBe('');
    await askForCode(page, form);
    await sign(page, form, 2);
    await page.context().close();
  });
});

describe('a refusal', () => {
  const BLOCKED = 'Your account is blocked for direct debit payments.';
  const LIMIT = 'Your limit for direct debit payments has been reached.';

  it.each([
    ['iban', 'S5-021'],
    ['phone', 'S5-022'],
  ] as const)('of a blocked %s has the exact words, and a way out [%s S8-013]', async (kind, _row) => {
    const { debits } = stage.world.gateways[0].core.payments;
    const form = formOf(kind === 'iban' ? { iban: 'DE89370400440532013000' } : {});
    const block = debits.blockId({ kind, value: form[kind] });
    if (!('done' in block)) throw new Error(block.problem);
    await debits.addBlock(block.done, 'test');
    const page = await openForm(await memberOf());
    await askForCode(page, form);
    await page.getByText(BLOCKED, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'See other ways to pay' }).last().click();
    await page.waitForURL('**/credits/p1');
    await page.context().close();
  });

  it('of a blocked member shows in the choice of ways, and in place of the form [S8-013]', async () => {
    const person = await memberOf();
    const { debits } = stage.world.gateways[0].core.payments;
    const block = debits.blockId({ kind: 'member', value: person.id });
    if (!('done' in block)) throw new Error(block.problem);
    await debits.addBlock(block.done, 'test');
    const page = await stage.signedIn(person, { path: '/credits/p1/sdd' });
    await page.getByText(BLOCKED, { exact: true }).waitFor();
    expect(await page.getByRole('radio', { name: 'SEPA direct debit' }).isDisabled()).toBe(true);
    await page.goto(new URL('/directdebit?package=p1', page.url()).href);
    await page.getByText(BLOCKED, { exact: true }).waitFor();
    expect(await page.locator('[name=iban]').count()).toBe(0);
    await page.context().close();
  });

  it('at the limit has the exact words [S5-023 S8-014]', async () => {
    const person = await memberOf();
    const page = await openForm(person, {}, '/directdebit?package=p3');
    await order(page);
    await heading(page, 'Your direct debit is on its way').waitFor();
    // The mandate is fresh now: one press orders.
    await page.goto(new URL('/directdebit?package=p1', page.url()).href);
    await page.getByRole('button', { name: BUTTON }).click();
    await page.getByText(LIMIT, { exact: true }).waitFor();
    await page.context().close();
  });
});

describe('a trusted member', () => {
  it('gets credits at once, orders again with one press, and ends the mandate', async () => {
    const page = await openForm(await memberOf({ pack: 'p0' }), { isPhone: true });
    await page.getByText(/^Credits right away\. Your bank debits €19\.99 on /).waitFor();
    await order(page);
    await heading(page, 'Your credits are here').waitFor();
    await page.getByText(/^Your bank debits €19\.99 on .*\d.*\.$/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await userOf(page)).toMatchObject({ credits: 85 });
    await page.goto(new URL('/credits/repeat-order', page.url()).href);
    await page.getByRole('link', { name: 'Continue to direct debit' }).click();
    await page.getByText('Account ending 4300').waitFor();
    expect(await page.locator('[name=iban]').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: BUTTON }).click();
    await heading(page, 'Your credits are here').waitFor();
    await expect.poll(() => userOf(page)).toMatchObject({ credits: 145 });
    await page.goto(new URL('/credits', page.url()).href);
    await page.getByRole('button', { name: 'Revoke mandate' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Revoke your mandate?' });
    await dialog.getByRole('button', { name: 'Revoke mandate' }).click();
    await page.getByText('Mandate revoked').waitFor();
    await page.goto(new URL('/directdebit?package=p1', page.url()).href);
    await page.locator('[name=iban]').waitFor();
    await page.context().close();
  });

  it('buys over a chat, and the message goes out by itself', async () => {
    const tom = await memberOf({ pack: 'p0' });
    const [mara] = await stage.world.people({ name: 'Mara', credits: 5 });
    await spend(tom, 25);
    await mara.http.call(postMessage, {
      clientId: randomUUID(),
      profile: tom.id,
      text: 'Hi Tom',
      credits: 1,
    });
    const page = await stage.signedIn(tom, { path: `/members/${mara.id}/chat` });
    await page.getByText('Hi Tom').last().waitFor();
    await page.getByRole('textbox').last().fill('Hello Mara');
    await page.locator('form button[type=submit]').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'More ways to pay' }).click();
    await sheet.getByRole('radio', { name: 'SEPA direct debit' }).check({ force: true });
    await sheet.getByRole('button', { name: 'Continue to direct debit' }).click();
    await page.waitForURL('**/directdebit?**');
    const form = formOf();
    await askForCode(page, form);
    await page.locator('[name=otp]').fill(await codeFor(form));
    await payButton(page).click();
    await page.waitForURL(`**/members/${mara.id}/chat**`);
    await expect.poll(() => textsFrom(stage, tom, mara)).toEqual(['Hello Mara']);
    await page.context().close();
  });

  it('sees a returned debit, what is owed, and that the next purchase repays it', async () => {
    const tom = await memberOf({ pack: 'p0' });
    const page = await openForm(tom);
    const payment = await order(page);
    await heading(page, 'Your credits are here').waitFor();
    await spend(tom, 37);
    act(payment, 'noFunds');
    await heading(page, 'Your bank returned the debit').waitFor();
    await page.getByText(/^.*12 credits had been spent already\./).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await userOf(page)).toMatchObject({ credits: 0, debt: 12 });
    const notice =
      '12 credits are owed after your bank took a payment back. Your next purchase repays them first.';
    await page.goto(new URL('/credits/statement', page.url()).href);
    await page.getByText(notice).waitFor();
    const line = page.getByRole('listitem').filter({ hasText: 'Direct debit returned' });
    await line.getByText('12 credits are owed now').waitFor();
    await line.getByRole('link', { name: 'See this payment' }).click();
    await page.getByRole('link', { name: 'Settle with a new purchase' }).click();
    await page.waitForURL('**/credits/p1');
    await page.getByText(notice).waitFor();
    // The bank returned one: direct debit waits until this is settled.
    await page.getByRole('radio', { name: 'Credit or debit card' }).check({ force: true });
    await page.getByRole('button', { name: 'Pay €19.99' }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole('button', { name: /^Pay \D*\d/ }).click();
    await heading(page, 'Your credits are here').waitFor();
    expect(await userOf(page)).toMatchObject({ credits: 48, debt: 0 });
    await page.context().close();
  });

  it('no invariant is violated, and no page threw an error', async () => {
    expect(await stage.world.violations()).toEqual([]);
    expect(stage.errors).toEqual([]);
  });
});
