import { randomUUID } from 'node:crypto';
import { type PackageId, postMessage, startPayment } from '@heartline/contracts';
import { type Person, until } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Stage } from './stage.ts';

/** The button that pays, in any language: the only one with an amount. */
export const payButton = (page: Page) => page.getByRole('button', { name: /\d[.,]\d\d/ });

/** Direct debits in a browser, on a stage that may open later than this call. */
export function createDebits(stage: () => Stage) {
  let forms = 0;
  /** A filled-in form with a phone of its own: a phone gets two codes a day. */
  function formOf(changes: Record<string, string> = {}) {
    forms += 1;
    return {
      account_holder: 'Jonas Meyer',
      iban: 'NL91ABNA0417164300',
      street: 'Keizersgracht',
      house_number: '12a',
      zip: '1015 CS',
      city: 'Amsterdam',
      phone: `+3161200${String(forms).padStart(4, '0')}`,
      ...changes,
    };
  }

  /** A new member of a country; with `pack`, one whose first purchase was paid. */
  async function memberOf({
    country = 'NL',
    pack,
  }: {
    country?: string;
    pack?: PackageId;
  } = {}): Promise<Person> {
    const [person] = await stage().world.people({ account: { country }, profile: { country } });
    if (pack) {
      const order = { key: randomUUID(), package: pack, method: 'creditcard' } as const;
      const { redirect } = await person.http.call(startPayment, order);
      stage().world.stubs.payments.act(redirect?.split('/').at(-1) ?? '', 'pay');
      const { credits } = stage().world.inside.core;
      await until(
        () => credits.balanceOf(person.id),
        (balance) => balance.premium,
      );
    }
    return person;
  }

  /** Opens the form. */
  async function openForm(
    person: Person,
    look: object = {},
    path = '/directdebit?package=p1',
  ): Promise<Page> {
    const page = await stage().signedIn(person, { ...look, path });
    await page.locator('[name=iban]').waitFor();
    return page;
  }

  /** Types into the form, and asks for the code. */
  async function askForCode(page: Page, form: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(form)) await page.locator(`[name=${name}]`).fill(value);
    await page.locator('main button[type=submit][form]').click();
  }

  /** The code of the last text message to a phone, once it got so many. */
  async function codeFor({ phone }: { phone: string }, count = 1): Promise<string> {
    const texts = () => stage().world.stubs.mailbox.texts(phone);
    await expect.poll(() => texts().length).toBe(count);
    return /\d{6}/.exec(texts()[0]?.text ?? '')?.[0] ?? '';
  }

  /** Spends so many credits: on gifts for 15 and 3 credits, and on messages. */
  async function spend(person: Person, credits: number): Promise<void> {
    const [other] = await stage().world.people({});
    for (let left = credits; left > 0; ) {
      const price = [15, 3, 1].find((one) => one <= left) ?? 1;
      const content = { 15: { gift: 'balloon' }, 3: { gift: 'rose' } }[price] ?? { text: 'Hi' };
      const message = { text: '', ...content, clientId: randomUUID(), profile: other.id, credits: price };
      await person.http.call(postMessage, message);
      left -= price;
    }
  }

  /** Orders with the code that came. Returns the id of the payment. */
  async function sign(page: Page, form: { phone: string }, count?: number): Promise<string> {
    await page.locator('[name=otp]').fill(await codeFor(form, count));
    await payButton(page).click();
    await page.waitForURL('**/transactions/*');
    return page.url().split('/').at(-1) ?? '';
  }

  /** Orders a pack from a new account. */
  async function order(page: Page, form = formOf()): Promise<string> {
    await askForCode(page, form);
    return sign(page, form);
  }

  /** Does at the bank what a button of the sandbox does. */
  function act(payment: string, action: 'collected' | 'noFunds' | 'disputed' | 'disputeWon'): void {
    const known = stage()
      .world.stubs.payments.list()
      .find(({ reference }) => reference === payment);
    stage().world.stubs.payments.act(known?.id ?? '', action);
  }
  return { formOf, memberOf, openForm, askForCode, codeFor, spend, sign, order, act };
}
