import { deleteAccount } from '@heartline/contracts';
import { PASSWORD } from '@heartline/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  close,
  field,
  fillLogin,
  linkIn,
  NEXT,
  originOf,
  owner,
  submit,
  unconfirmed,
} from './account-owner.ts';
import { userOf } from './member-page.ts';
import { openStage, type Stage } from './stage.ts';

/** Activation in another browser, and what members see who cannot log in. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const ACTIVATION = /https?:\/\/\S+activate\S+/;
const WAY_BACK = /https?:\/\/[^/\s]+\/[\w-]{43}(?=\s)/;

it('activates in a second browser with the password; the first continues by itself', async () => {
  const made = await unconfirmed(stage, 'en');
  const first = await stage.signedIn(made, { path: '/complete-signup' });
  await first.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor();
  const second = await stage.visitor(1);
  await second.goto(await linkIn(stage, made.email, ACTIVATION));
  await second.getByRole('heading', { level: 1, name: 'Is this your account?' }).waitFor();
  await field(second, 'password').fill('not this one');
  await submit(second);
  await second.getByText('Please check your password.', { exact: true }).waitFor();
  await field(second, 'password').fill(PASSWORD);
  await submit(second);
  await second.waitForURL('**/activate/done');
  expect(await userOf(second)).toMatchObject({ status: 'active', email: made.email });
  await first.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await first.waitForURL('**/activate/done');
  await close(first);
  await close(second);
});

it('setting a new password signs out the stranger who signed up with this address', async () => {
  const stranger = await unconfirmed(stage, 'en');
  const theirs = await stage.signedIn(stranger, { path: '/complete-signup' });
  await theirs.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor();
  const mine = await stage.visitor(1);
  await mine.goto(await linkIn(stage, stranger.email, ACTIVATION));
  await mine.getByRole('button', { name: 'Set a new password instead' }).click();
  await field(mine, 'new-password').fill(NEXT);
  await field(mine, 'repeat-password').fill(NEXT);
  await submit(mine);
  await mine.waitForURL('**/activate/done');
  expect(await userOf(mine)).toMatchObject({ status: 'active', email: stranger.email });
  await expect.poll(() => userOf(theirs), { timeout: 20_000 }).toBeUndefined();
  await theirs.goto(`${originOf(theirs)}/login`);
  await fillLogin(theirs, stranger.email, PASSWORD);
  await theirs.getByText('Login failed, please try again', { exact: true }).waitFor();
  await close(theirs);
  await close(mine);
});

it('tells a member who is leaving where the restore link is and when to ask again', async () => {
  const someone = await owner(stage);
  await someone.http.call(deleteAccount, { password: PASSWORD });
  await linkIn(stage, someone.email, WAY_BACK);
  const page = await stage.visitor(0, { path: '/login' });
  await fillLogin(page, someone.email, PASSWORD);
  await page.getByText("We've e-mailed you that link.").waitFor();
  await page.getByRole('button', { name: /^Again in \d+ s$/ }).waitFor();
  await stage.world.inside.mongo.connection.collection('mailTurns').deleteMany({});
  await page.goto(`${originOf(page)}/reset-password`);
  await field(page, 'email').fill(someone.email);
  await submit(page);
  await page.getByText("We've e-mailed you that link.").waitFor();
  await close(page);
});

it('tells a suspended member whom to write to', async () => {
  const someone = await owner(stage);
  await stage.world.inside.core.accounts.suspend(someone.id);
  const page = await stage.visitor(0, { path: '/login' });
  await fillLogin(page, someone.email, PASSWORD);
  await page.getByText(/This account is suspended/).waitFor();
  await page.locator('main a[href^="mailto:"]').waitFor();
  await close(page);
});

it('does not show the closed or failed-activation page to an active member', async () => {
  const someone = await owner(stage);
  const page = await stage.signedIn(someone, { path: '/account-deleted' });
  await page.waitForURL('**/members');
  await page.goto(`${originOf(page)}/activate/error`);
  await page.getByRole('heading', { level: 1, name: 'Your account is already active' }).waitFor();
  await close(page);
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
