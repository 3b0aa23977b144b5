import { blockProfile, likeProfile } from '@heartline/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { escape } from './keys.ts';
import { frames, restingBox, untilStill } from './member-page.ts';
import { openStage, type Stage } from './stage.ts';

/** Card decks that change while they are open. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it('drops members from the match finder who have left since it was loaded', async () => {
  const called = (name: string) => ({ name, profile: { country: 'AT', region: '9' } }) as const;
  const people = stage.world.people(called('Sam'), called('Ina'), called('Eva'), called('Uma'));
  const [sam, ...others] = await people;
  const page = await stage.signedIn(sam, { path: '/match-finder' });
  await page.getByRole('button', { name: /^Pass on ./ }).waitFor();
  for (const { http } of others) await http.call(blockProfile, { profile: sam.id });
  for (const press of ['ArrowLeft', 'ArrowRight', 'ArrowLeft']) {
    const answered = page.waitForResponse(/api\/(pass|like)\.php/);
    await page.keyboard.press(press);
    expect((await answered).ok()).toBe(false);
    await untilStill(page);
  }
  await page.getByRole('heading', { name: 'You have seen everybody in your country.' }).waitFor();
  // A failed pass shows no alert.
  expect(await page.getByRole('alertdialog').count()).toBe(1);
});

it('a deck button that becomes disabled keeps the focus', async () => {
  const called = (name: string) => ({ name, profile: { country: 'AT', region: '7' } }) as const;
  const [pia] = await stage.world.people(called('Pia'), called('Mia'));
  const page = await stage.signedIn(pia, { path: '/match-finder' });
  const undo = page.getByRole('button', { name: 'Undo the last pass' });
  await page.getByRole('button', { name: /^Pass on ./ }).press('Enter');
  await undo.press('Enter');
  await expect.poll(() => undo.isDisabled()).toBe(true);
  await untilStill(page);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
});

it('a card undone in flight returns to its place', async () => {
  const called = (name: string) => ({ name, profile: { country: 'AT', region: '6' } }) as const;
  const [lea] = await stage.world.people(called('Lea'), called('Noa'), called('Zoe'));
  const page = await stage.signedIn(lea, { path: '/match-finder' });
  await page.getByRole('button', { name: /^Pass on ./ }).waitFor();
  const top = page.getByRole('article').first();
  const name = await top.getAttribute('aria-label');
  const lay = await restingBox(top);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await untilStill(page);
  expect(await restingBox(top)).toEqual(lay);
  expect(await top.getAttribute('aria-label')).toBe(name);
});

it('the key that skips the match animation does not decide on the next card', async () => {
  const called = (name: string) => ({ name, profile: { country: 'NZ', region: 'AUK' } }) as const;
  const [ida, ...others] = await stage.world.people(called('Ida'), called('Ada'), called('Ute'));
  for (const { http } of others) await http.call(likeProfile, { profile: ida.id });
  const page = await stage.signedIn(ida, { path: '/match-finder' });
  await page.getByRole('button', { name: /^Like ./ }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Skip' }).waitFor();
  const next = await page.getByRole('button', { name: /^Pass on ./ }).getAttribute('aria-label');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('dialog', { name: "It's a Match" }).waitFor();
  await frames(page);
  expect(asked.filter((path) => path === '/api/pass.php')).toEqual([]);
  await escape(page.getByRole('dialog'));
  expect(await page.getByRole('button', { name: /^Pass on ./ }).getAttribute('aria-label')).toBe(next);
});
