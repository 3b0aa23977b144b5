import { blockProfile, likeProfile, unlikeProfile } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escape } from './keys.ts';
import { frames, restingBox, untilStill } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Lists, flags and badge of likes on all devices, the match dialog and the like popup. */
let stage: Stage;
let ben: Person;
let anna: Person;
let cleo: Person;
let page: Page;
let other: Page;
const origin = () => ben.http.gateway.origin;

beforeAll(async () => {
  stage = await openStage();
  const photo = (letter: string) => ({ photos: [{ id: letter.repeat(24), key: `no-such-${letter}` }] });
  [ben, anna, cleo] = await stage.world.people(
    { name: 'Ben', profile: photo('a') },
    { name: 'Anna', profile: photo('b') },
    { name: 'Cleo', fictional: true, profile: photo('c') },
  );
  page = await stage.signedIn(ben);
  other = await stage.signedIn(ben, { width: 360, height: 740, locale: 'nl' });
});
afterAll(() => stage?.close());

/** Timeout for a busy machine. */
const SOON = { timeout: 20_000 };

const badge = (on: Page) =>
  on
    .getByRole('link', { name: /Likes|likes/ })
    .filter({ hasText: /\d/ })
    .first();
const likesOf = (on: Page) =>
  on.evaluate(
    async () =>
      (await (await fetch('/api/likes.php')).json()) as { liked_by: { id: string; like_new: boolean }[] },
  );

describe('the lists', () => {
  it('shows a new like on all devices as card, flag and number [S2-027 S2-143 S3-079]', async () => {
    await page.goto(`${origin()}/likes`);
    await page.getByRole('heading', { name: 'Likes', level: 1 }).waitFor();
    await anna.http.call(likeProfile, { profile: ben.id });
    await page.getByRole('link', { name: /^Anna/ }).waitFor();
    for (const device of [page, other])
      await expect.poll(() => badge(device).innerText(), SOON).toContain('1');
    await cleo.http.call(likeProfile, { profile: ben.id });
    for (const device of [page, other])
      await expect.poll(() => badge(device).innerText(), SOON).toContain('2');
    const { liked_by: received } = await likesOf(page);
    expect(received.filter((like) => like.like_new)).toHaveLength(2);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('opening a profile clears its flag and the badge of the other device [S4-018]', async () => {
    await page.getByRole('link', { name: /^Anna/ }).click();
    await page.getByRole('heading', { name: /^Anna/ }).waitFor();
    await expect.poll(() => badge(other).innerText(), SOON).toContain('1');
    const { liked_by: received } = await likesOf(page);
    expect(received.find(({ id }) => id === anna.id)?.like_new).toBe(false);
  });

  it('has a page for each type; a given like stays until it is taken back [S2-028 S4-014 S4-015 S1-011 S0-006]', async () => {
    await page.getByRole('button', { name: 'Like Anna', exact: true }).click();
    await escape(page.getByRole('dialog'));
    await page.goto(`${origin()}/likes/given`);
    await page.getByRole('link', { name: /^Anna/ }).waitFor();
    await page.goto(`${origin()}/likes/matches`);
    await page.getByRole('link', { name: /^Anna/ }).waitFor();
    await page.goto(`${origin()}/likes/new`);
    await page.getByRole('link', { name: /^Cleo/ }).waitFor();
    expect(await page.getByRole('link', { name: /^Anna/ }).count()).toBe(0);
    await page.goto(`${origin()}/likes/received`);
    await page.getByRole('link', { name: /^Cleo/ }).waitFor();
    await page.goto(`${origin()}/likes/given`);
    await page.getByRole('button', { name: 'Like Anna', pressed: true }).click();
    await page.getByText('You haven’t liked anyone yet.').waitFor();
    await page.goto(`${origin()}/likes/nonsense`);
    await page.getByText('This page could not be found').waitFor();
  });

  it('shows who likes whom for one member; m is no type [S2-029]', async () => {
    await page.goto(`${origin()}/likes/m/${anna.id}`);
    await page.getByRole('heading', { name: /^Anna/, level: 1 }).waitFor();
    await page.getByText(/^Anna liked you on/).waitFor();
    await page.getByText('You haven’t liked Anna yet.').waitFor();
    await page.goto(`${origin()}/likes/m/${'0'.repeat(24)}`);
    await page.getByText('Neither of you has liked the other yet.').waitFor();
  });
});

describe('the match modal', () => {
  const matchAgain = async () => {
    await ben.http.call(unlikeProfile, { profile: anna.id });
    await ben.http.call(likeProfile, { profile: anna.id });
  };

  it('opens on both devices for a mutual like, once its picture has loaded [S1-012 S0-007 S4-017 S2-241]', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.goto(`${origin()}/members`);
    await page.getByRole('link', { name: /^Anna/ }).first().waitFor();
    // Picture URLs differ per answer, so the browser has not cached that of the dialog.
    await page.route('**/media/**', async (route) => {
      await held;
      await route.abort();
    });
    await matchAgain();
    await other.getByRole('dialog').waitFor();
    expect(await page.getByText("It's a Match").count()).toBe(0);
    release();
    await page.getByText("It's a Match").waitFor();
    await page.unroute('**/media/**');
    await other.keyboard.press('Escape');
  });

  it('has its title, the new like, and the main photo of the profile [S2-234 S2-235 S2-236]', async () => {
    const dialog = page.getByRole('dialog', { name: "It's a Match" });
    await dialog.getByText('New like!', { exact: true }).waitFor();
    const src = await dialog.getByRole('button', { name: /^Anna/ }).locator('img').getAttribute('src');
    const card = await page.evaluate(
      async () =>
        (await (await fetch('/api/likes.php')).json()).profiles as {
          name: string;
          main_image: { filename: string };
        }[],
    );
    const filename = card.find(({ name }) => name === 'Anna')?.main_image.filename ?? 'none';
    expect(src?.split('.')[0]).toBe(`/media/${filename}`.split('.')[0]);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('its button leads to the chat with that profile [S2-237 S2-239]', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Open chat' }).click();
    await page.waitForURL(`**/members/${anna.id}/chat`);
    await page.getByRole('dialog', { name: "It's a Match" }).waitFor({ state: 'detached' });
  });

  it('its photo leads to that profile [S2-238]', async () => {
    await matchAgain();
    await page.getByRole('dialog').getByRole('button', { name: /^Anna/ }).click({ timeout: 30_000 });
    await page.waitForURL(`**/members/${anna.id}`);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('a press outside closes it [S2-240]', async () => {
    await matchAgain();
    const dialog = page.getByRole('dialog', { name: "It's a Match" });
    await dialog.waitFor({ timeout: 30_000 });
    await page.mouse.click(12, 12);
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`/members/${anna.id}`);
  });
});

describe('the match modal over a chat', () => {
  it('takes no key meant for the message field, and returns the focus', async () => {
    await anna.http.call(likeProfile, { profile: ben.id });
    await ben.http.call(unlikeProfile, { profile: anna.id });
    await page.goto(`${origin()}/members/${anna.id}/chat`);
    const field = page.getByRole('textbox', { name: /^Message/ });
    await field.click();
    await page.keyboard.type('Shall');
    // The test ends the animation itself below: typing may take long on a busy machine.
    await page.evaluate(() => {
      const { setTimeout } = globalThis;
      const hold = (work: () => void, ms: number, ...rest: []) =>
        ms === 900 ? addEventListener('time-is-up', work, { once: true }) : setTimeout(work, ms, ...rest);
      Object.assign(globalThis, { setTimeout: hold });
    });
    await ben.http.call(likeProfile, { profile: anna.id });
    await page.getByRole('button', { name: 'Skip' }).waitFor({ timeout: 30_000 });
    await page.keyboard.type(' we');
    expect(await field.inputValue()).toBe('Shall we');
    expect(await page.getByRole('button', { name: 'Skip' }).count()).toBe(1);
    await page.evaluate(() => dispatchEvent(new Event('time-is-up')));
    const dialog = page.getByRole('dialog', { name: "It's a Match" });
    await dialog.and(page.locator(':focus-within')).waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    expect(await dialog.count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' go?');
    expect(new URL(page.url()).pathname).toBe(`/members/${anna.id}/chat`);
    expect(await field.inputValue()).toBe('Shall we go?');
    await field.fill('');
  });
});

describe('the like popup', () => {
  it('opens after t seconds with its picture, removes t and reloads likes [S2-132 S2-242 S2-243 S3-179 S7-032 S9-019]', async () => {
    const asked: Request[] = [];
    page.on('request', (request) => asked.push(request));
    const isTo = (request: Request, path: string) => new URL(request.url()).pathname === path;
    // Times of the browser: this process may be busy and get both events at once.
    const timeOf = (request: Request) => request.timing().startTime;
    const answering = page
      .waitForResponse((response) => isTo(response.request(), '/api/auto-like.php'))
      .then(async (response) => {
        const at = timeOf(response.request()) + response.request().timing().responseStart;
        return { at, ...((await response.json()) as { main_image: { match: string } }) };
      });
    const startedAt = Date.now();
    await page.goto(`${origin()}/members?gender=female&t=3`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const dialog = page.getByRole('dialog', { name: 'New like!' });
    const [answer] = await Promise.all([answering, dialog.waitFor({ timeout: 30_000 })]);
    const auto = asked.find((request) => isTo(request, '/api/auto-like.php'));
    expect((auto ? timeOf(auto) : 0) - startedAt).toBeGreaterThan(2_900);
    expect(await dialog.getByText('Cleo likes you.').count()).toBe(1);
    expect(await dialog.getByText('Fictional').count()).toBe(1);
    expect(await dialog.locator('img').getAttribute('src')).toBe(`/media/${answer.main_image.match}`);
    await expect.poll(() => new URL(page.url()).search, SOON).toBe('?gender=female');
    await expect
      .poll(() =>
        asked.some((request) => isTo(request, '/api/likes.php') && timeOf(request) >= answer.at + 400),
      )
      .toBe(true);
    await dialog.getByRole('button', { name: 'View Cleo’s profile' }).click();
    await page.waitForURL(`**/members/${cleo.id}`);
  });

  it('shows nothing without a new like, and removes t', async () => {
    await page.goto(`${origin()}/chats?t=0`);
    await expect.poll(() => new URL(page.url()).search, SOON).toBe('');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('very many likes', () => {
  it('load the oldest at the end of the list, on Back and by its link', async () => {
    const [dora, ...many] = await stage.world.people(
      { name: 'Dora' },
      ...Array.from({ length: 530 }, (_, n) => ({ name: `Fan ${n}` })),
    );
    const { mongo } = stage.world.inside;
    const old = Date.now() - 30 * 86_400_000;
    const likes = [...many.map(({ id }, n) => [id, old + n] as const), [dora.id, old - 1] as const];
    await mongo.connection
      .collection<{ _id: string }>('likes')
      .insertMany(
        likes.map(([from, at]) => ({ _id: `${ben.id}:${from}`, to: ben.id, from, at, isNew: false })),
      );
    await page.goto(`${origin()}/likes`);
    const last = page.getByRole('link', { name: /^Dora/ });
    // 532 with Anna and Cleo, of which 500 come with the page.
    await expect.poll(() => page.getByRole('article').count(), SOON).toBeGreaterThanOrEqual(500);
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        return last.count();
      }, SOON)
      .toBe(1);
    await page.getByRole('status').filter({ hasText: 'members are shown' }).waitFor({ state: 'attached' });
    await last.click();
    await page.getByRole('heading', { name: /^Dora/ }).waitFor();
    await page.goBack();
    await expect.poll(() => last.isVisible(), SOON).toBe(true);
    await expect.poll(() => page.evaluate(() => scrollY), SOON).toBeGreaterThan(10_000);
    await page.goto(`${origin()}/likes/m/${dora.id}`);
    await page.getByText(/^Dora liked you on/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});

/** Card decks that change while they are open. */
describe('card decks', () => {
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
    await page.getByRole('heading', { name: 'You’ve seen everyone who fits for now.' }).waitFor();
    // A failed pass shows no alert.
    expect(await page.getByRole('alertdialog').count()).toBe(1);
  });

  it('a deck button that becomes disabled keeps the focus', async () => {
    const called = (name: string) => ({ name, profile: { country: 'AT', region: '7' } }) as const;
    const [pia] = await stage.world.people(called('Pia'), called('Mia'));
    const page = await stage.signedIn(pia, { path: '/match-finder' });
    const undo = page.getByRole('button', { name: 'Undo last pass' });
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
});

it('no page threw an error', () => expect(stage.errors).toEqual([]));
