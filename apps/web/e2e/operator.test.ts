import { randomUUID } from 'node:crypto';
import { postMessage, reportProfile, unsendMessage } from '@heartline/contracts';
import { drawPicture, type Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { overflowOf, talk } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Mara writes to the fictional Fia and Gina; the operators Ana and Ben answer on two gateways. */
let stage: Stage;
let mara: Person;
let fia: Person;
let gina: Person;
let hers: Page;
let ana: Page;
let ben: Page;

// Before each attempt: one that is repeated begins with nobody waiting.
beforeEach(async () => {
  stage = await openStage();
  [mara, fia, gina] = await stage.world.people(
    { name: 'Mara', credits: 3 },
    { name: 'Fia', fictional: true },
    { name: 'Gina', fictional: true },
  );
  ana = await inboxOf('ana', 0, { width: 1280 });
  ben = await inboxOf('ben', 1, { width: 360, height: 740, colorScheme: 'dark' });
});
afterEach(() => stage?.close());

/** Signs an operator in by the form. */
async function inboxOf(name: string, gateway: 0 | 1, look: Parameters<Stage['visitor']>[1]): Promise<Page> {
  const words = look?.locale === 'de' ? IN_GERMAN : IN_ENGLISH;
  const password = await stage.world.inside.core.accounts.operators.add('default', name);
  const page = await stage.visitor(gateway, { ...look, path: '/operator' });
  await page.getByRole('heading', { name: words.title }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel(words.password, { exact: true }).fill('a wrong password');
  await page.getByRole('button', { name: words.logIn }).click();
  await page.getByText(words.failed).waitFor();
  await page.getByLabel(words.password, { exact: true }).fill(password as string);
  await page.getByRole('button', { name: words.logIn }).click();
  await page.getByRole('region', { name: words.shift }).waitFor();
  return page;
}

const IN_ENGLISH = {
  title: 'Operators',
  password: 'Password',
  logIn: 'Log in',
  failed: 'Login failed, please try again',
  shift: 'Your shift',
};
const IN_GERMAN = {
  title: 'Operatoren',
  password: 'Passwort',
  logIn: 'Einloggen',
  failed: 'Login fehlgeschlagen, bitte versuche es noch einmal',
  shift: 'Deine Schicht',
};

const ask = (profile: Person, text: string, photo?: string) =>
  mara.http.call(postMessage, {
    clientId: randomUUID(),
    profile: profile.id,
    text,
    credits: 0,
    fictionalConfirmed: true,
    ...(photo && { photo }),
  });

async function uploadPhoto(): Promise<string> {
  const bytes = await drawPicture('#2f6f8f', { width: 800, height: 600 });
  const path = `/api/chat-photo.php?key=${randomUUID()}`;
  const { body } = await mara.http.send('POST', path, bytes, { 'content-type': 'image/jpeg' });
  return (body as { id: string }).id;
}

const row = (page: Page, text: string) => page.getByRole('button').filter({ hasText: text });

/** Shows live who waits and who has it open; another operator cannot open it. */
async function seesWhoWaits() {
  await ask(fia, 'Me on Sunday', await uploadPhoto());
  await ask(fia, 'Tell me a story');
  await ask(gina, 'And you?');
  await row(ana, 'Tell me a story').getByText('Fictional').waitFor();
  await row(ben, 'And you?').waitFor();
  expect(await seriousFindings(ana)).toEqual([]);
  expect(await overflowOf(ben)).toBe(0);
  await ana.keyboard.press('Alt+KeyN');
  await ana.getByLabel('Chat between Mara and Fia').getByText('Tell me a story').waitFor();
  await ana.getByText('Notes for colleagues').waitFor();
  // A member's photo is blurred, as for anybody who has not accepted it.
  const photo = ana.locator('[data-photo] img');
  expect(await photo.getAttribute('src')).toContain('/blur.');
  await expect.poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await row(ben, 'Tell me a story').getByText('ana is answering').waitFor();
  await row(ben, 'Tell me a story').click();
  await ben.getByText('ana is answering this chat.').waitFor();
  expect(await seriousFindings(ana)).toEqual([]);
}

/** Answers by keyboard; the member receives it live with the fictional label. */
async function answersByKeyboard() {
  hers = await stage.signedIn(mara, { path: `/members/${fia.id}/chat` });
  await talk(hers).getByText('Tell me a story').waitFor();
  await ana.keyboard.type('Once there was a lighthouse.');
  await ana.keyboard.press('Control+Enter');
  await talk(hers).getByText('Once there was a lighthouse.').waitFor();
  await hers.getByText('Fictional').first().waitFor();
  // The next conversation opens, and Ben’s list shows it as being answered.
  await ana.getByLabel('Chat between Mara and Gina').getByText('And you?').waitFor();
  await row(ben, 'Tell me a story').waitFor({ state: 'detached' });
  await row(ben, 'And you?').getByText('ana is answering').waitFor();
  // A conversation that nobody can open is not offered.
  await ben.setViewportSize({ width: 1280, height: 740 });
  await ben.getByText('Everyone waiting is being answered').waitFor();
  expect(await ben.getByRole('button', { name: 'Open next' }).count()).toBe(0);
  await ben.setViewportSize({ width: 360, height: 740 });
}

/** A message that was taken back while the conversation is open disappears, with a notice. */
async function seesWhatIsTakenBack() {
  const { message } = await ask(gina, 'Forget what I said');
  const said = ben.getByLabel('Chat between Mara and Gina');
  await said.getByText('Forget what I said').waitFor();
  await mara.http.call(unsendMessage, { conversation: message.conversation, seq: message.seq });
  await ben.getByText('Mara took a message back').waitFor();
  await said.getByText('Mara took this message back').waitFor();
  await said.getByText('Forget what I said').waitFor({ state: 'detached' });
}

/** Releases a skipped conversation; a small screen shows one part at a time. */
async function handsBack() {
  await ana.keyboard.press('Alt+KeyS');
  await ana.getByText('Longest wait first').waitFor();
  // Her field is gone with the conversation: the focus stays in the inbox.
  await expect.poll(() => ana.evaluate(() => document.activeElement?.id)).toBe('content');
  await row(ben, 'And you?').getByText('ana is answering').waitFor({ state: 'detached' });
  await row(ben, 'And you?').click();
  await ben.getByLabel('Chat between Mara and Gina').getByText('And you?').waitFor();
  // The profile an operator writes as is uncut on a phone too, with its label.
  const whole = (text: HTMLElement) => text.scrollWidth <= text.clientWidth;
  const head = ben.getByRole('paragraph').filter({ hasText: 'as Gina' });
  expect(await head.getByText('as Gina', { exact: true }).evaluate(whole)).toBe(true);
  expect(await head.getByText('Fictional', { exact: true }).evaluate(whole)).toBe(true);
  expect(await overflowOf(ben)).toBe(0);
  expect(await seriousFindings(ben)).toEqual([]);
  // A tablet has no room for the long words either.
  await ben.setViewportSize({ width: 768, height: 740 });
  await head.getByText('as Gina', { exact: true }).waitFor();
  await ben.setViewportSize({ width: 360, height: 740 });
  await ben.getByRole('button', { name: 'Details and notes' }).click();
  const facts = ben.getByRole('dialog');
  await facts.getByLabel('New note').fill('Likes the sea');
  await facts.getByRole('button', { name: 'Save note' }).click();
  await facts.getByRole('listitem').filter({ hasText: 'Likes the sea' }).waitFor();
  await facts.getByRole('button', { name: 'Close' }).click();
  await seesWhatIsTakenBack();
  await ben.getByLabel('Answer Mara as Gina').fill('I only exist here.');
  await ben.getByRole('button', { name: 'Send' }).click();
  await ben.getByLabel('Chat between Mara and Gina').getByText('I only exist here.').waitFor();
  await ana.getByText('No one is waiting').waitFor();
}

/** A member who writes Polish, in a browser that can translate. Saved replies, the shift and reports help to answer. */
async function helpsToAnswer() {
  const profiles = stage.world.inside.mongo.connection.collection<{ _id: string }>('profiles');
  await profiles.updateOne({ _id: mara.id }, { $set: { language: 'pl' } });
  await ana.addInitScript(() => {
    const translate = async (text: string) => `In English: ${text}`;
    Object.assign(globalThis, {
      Translator: { availability: async () => 'available', create: async () => ({ translate }) },
    });
  });
  await ana.reload();
  await ask(fia, 'Jak się masz?');
  const shift = ana.getByRole('region', { name: 'Your shift' });
  await shift.getByText('1 person is waiting').waitFor();
  await shift.getByText('0 answers').waitFor();
  await ana.keyboard.press('Alt+KeyN');
  const said = ana.getByLabel('Chat between Mara and Fia');
  await said.getByText('In English: Jak się masz?').waitFor();
  const field = ana.getByLabel('Answer Mara as Fia');
  await field.fill('How was your day?');
  await ana.getByRole('button', { name: 'Saved replies' }).click();
  const replies = ana.getByRole('dialog');
  await replies.getByText('No reply is saved yet').waitFor();
  expect(await seriousFindings(ana)).toEqual([]);
  await replies.getByRole('button', { name: 'Save what you wrote' }).click();
  await replies.getByRole('button', { name: 'How was your day?' }).waitFor();
  await replies.getByRole('button', { name: 'Close' }).click();
  await replies.waitFor({ state: 'detached' });
  await field.fill('Good, thanks.');
  await ana.getByRole('button', { name: 'Saved replies' }).click();
  await replies.getByRole('button', { name: 'How was your day?' }).click();
  await replies.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('Good, thanks.\nHow was your day?');
  await ana.getByRole('button', { name: 'Send' }).click();
  await shift.getByText('1 answer').waitFor();
}

/** The same helps for an operator who works in German, on a phone. */
async function helpsInGerman() {
  await ask(gina, 'Und du?');
  const carla = await inboxOf('carla', 0, { width: 360, height: 740, locale: 'de', colorScheme: 'dark' });
  const shift = carla.getByRole('region', { name: 'Deine Schicht' });
  await shift.getByText('1 Person wartet').waitFor();
  await shift.getByText('0 Antworten').waitFor();
  await carla.getByRole('button', { name: 'Meldungen', exact: true }).waitFor();
  await row(carla, 'Und du?').click();
  await carla.getByLabel('Chat zwischen Mara und Gina').getByText('Und du?').waitFor();
  await carla.getByLabel('Mara als Gina antworten').fill('Mir geht es gut.');
  await carla.getByRole('button', { name: 'Gespeicherte Antworten' }).click();
  const replies = carla.getByRole('dialog', { name: 'Gespeicherte Antworten von Gina' });
  await replies.getByRole('button', { name: 'Geschriebenes speichern' }).click();
  await replies.getByRole('button', { name: 'Mir geht es gut.' }).waitFor();
  expect(await seriousFindings(carla)).toEqual([]);
  expect(await overflowOf(carla)).toBe(0);
  await replies.getByRole('button', { name: 'Schließen' }).click();
  await replies.waitFor({ state: 'detached' });
  await carla.getByRole('button', { name: 'Senden' }).click();
  await carla.getByLabel('Chat zwischen Mara und Gina').getByText('Mir geht es gut.').waitFor();
  // A phone shows either a chat or the list with the counts.
  await carla.getByRole('button', { name: 'Zurückgeben und Warteschlange zeigen' }).click();
  await shift.getByText('1 Antwort').waitFor();
}

/** A member reports the profile; each operator sees it as new until they read it, without the member's name. */
async function showsReports() {
  const said = { profile: fia.id, subject: { kind: 'profile' }, reason: 'other', note: '' } as const;
  await mara.http.call(reportProfile, { clientId: randomUUID(), ...said });
  await ben.reload();
  await ben.getByRole('button', { name: 'Reports, 1 unread' }).click();
  const list = ben.getByRole('dialog');
  await list.getByRole('heading', { name: 'Fia was reported' }).waitFor();
  await list.getByText('New', { exact: true }).waitFor();
  expect(await list.getByText('Mara').count()).toBe(0);
  expect(await seriousFindings(ben)).toEqual([]);
  expect(await overflowOf(ben)).toBe(0);
  await list.getByRole('button', { name: 'Close' }).click();
  await ben.getByRole('button', { name: 'Reports', exact: true }).waitFor();
}

describe('the operator inbox', () => {
  it('offers translations, saved replies, the shift and reports', async () => {
    await helpsToAnswer();
    await showsReports();
    expect(stage.errors).toEqual([]);
  });

  it('helps in German on a phone', async () => {
    await helpsInGerman();
    expect(stage.errors).toEqual([]);
  });

  it('shows who waits, takes answers by keyboard, and releases what is skipped', async () => {
    await seesWhoWaits();
    await answersByKeyboard();
    await handsBack();
    expect(stage.errors).toEqual([]);
  });
});
