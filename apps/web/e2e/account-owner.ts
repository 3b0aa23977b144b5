import { activate, getUser, type Locale, signUp } from '@heartline/contracts';
import { type HttpClient, signUpForm, until } from '@heartline/testing';
import type { Page } from 'playwright-core';
import type { Stage } from './stage.ts';

/** Members who signed up themselves, and steps on their account pages. */
export const NEXT = 'seven green otters';
export const DAY_MS = 86_400_000;

export interface Owner {
  id: string;
  name: string;
  email: string;
  http: HttpClient;
}

/** The mail to an address whose text matches. Throws when none comes within a minute. */
export async function mailTo(stage: Stage, email: string, has: RegExp) {
  const { mailbox } = stage.world.stubs ?? {};
  const found = await until(
    () => mailbox?.mails(email).find((mail) => has.test(mail.text)),
    (mail) => mail !== undefined,
    60_000,
  );
  if (!found) throw new Error('no mail');
  return found;
}

/** Deletes all rate limits: all browsers of a test share one address. */
async function forgetLimits(stage: Stage): Promise<void> {
  const { inside, names } = stage.world;
  const { redis } = inside;
  for await (const keys of redis.scanIterator({ MATCH: `${names.prefix}:limit:*`, COUNT: 1_000 })) {
    for (const key of [keys].flat()) await redis.del(key);
  }
}

export async function linkIn(stage: Stage, email: string, has: RegExp): Promise<string> {
  const { text } = await mailTo(stage, email, has);
  return has.exec(text)?.[0] ?? '';
}

export async function unconfirmed(stage: Stage, language: Locale): Promise<Owner> {
  await forgetLimits(stage);
  const http = stage.world.browser();
  const { email, name, ...form } = signUpForm({ language });
  await http.call(signUp, { email, name, ...form });
  const { user } = await http.call(getUser, {});
  return { id: user.id, name, email, http };
}

export async function owner(stage: Stage, language: Locale = 'en'): Promise<Owner> {
  const made = await unconfirmed(stage, language);
  const link = await linkIn(stage, made.email, /https?:\/\/\S+activate\S+/);
  await made.http.call(activate, { token: new URL(link).searchParams.get('token') ?? '' });
  return made;
}

export const originOf = (page: Page) => new URL(page.url()).origin;
export const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`);
export const submit = (page: Page) => page.locator('main form button[type=submit]').click();
export const close = (page: Page) => page.context().close();

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'email').fill(email);
  await field(page, 'password').fill(password);
  await submit(page);
}
