import { getLikes, getOwnProfile, likeProfile } from '@heartline/contracts';
import { drawPicture, type MemberWish, type Person, until } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { restingBox, userOf } from './member-page.ts';
import { openOwnProfile, storedProfileOf, uploadPhotos } from './own-profile.ts';
import { openStage, type Stage } from './stage.ts';

/** The own profile and profiles of others. */
let stage: Stage;
let picture: Buffer;

beforeAll(async () => {
  stage = await openStage();
  picture = await drawPicture('#336677');
});
afterAll(() => stage?.close());

const someone = async (wish: MemberWish = {}) => (await stage.world.people(wish))[0];

const file = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: picture });
const tiles = (page: Page) => page.getByRole('list', { name: 'Your photos' }).getByRole('listitem');

const INTO_ART: MemberWish = { profile: { interests: ['art'] } };

describe('own photos', () => {
  it('accepts three with progress and refuses the fourth in words [S2-046 S3-047 S5-024 S1-020]', async () => {
    const person = await someone();
    const page = await openOwnProfile(stage, person);
    await page.locator('input[name="photos"]').setInputFiles([1, 2, 3, 4].map((at) => file(`${at}.jpg`)));
    await page
      .getByRole('alert')
      .filter({ hasText: 'Free members can upload up to 3 photos. With Premium, it’s 25.' })
      .waitFor();
    await page.getByText('3 of 3 photos.').waitFor();
    // A retry would not help; Premium would.
    await page
      .getByRole('list', { name: 'Your photos' })
      .getByRole('link', { name: 'See Premium' })
      .waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await tiles(page).count()).toBe(3);
    expect((await storedProfileOf(page))['pictures']).toHaveLength(3);
    await page.context().close();
  });

  it('accepts a dropped picture, refuses other files, and can cancel an upload', async () => {
    const person = await someone();
    const page = await openOwnProfile(stage, person);
    const bytes = [...picture];
    const transfer = await page.evaluateHandle((data) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(data)], 'dropped.jpg', { type: 'image/jpeg' }));
      return transfer;
    }, bytes);
    await page.getByRole('list', { name: 'Your photos' }).dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByRole('button', { name: 'Change photo 1' }).waitFor();

    const text = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') };
    await page.locator('input[name="photos"]').setInputFiles([text]);
    await page.getByRole('alert').filter({ hasText: 'We couldn’t read this picture.' }).waitFor();
    // An icon replaces it: no picture of the page is broken.
    const broken = () =>
      page.evaluate(
        () => [...document.images].filter((image) => image.complete && !image.naturalWidth).length,
      );
    expect(await broken()).toBe(0);
    await page.getByRole('button', { name: 'Dismiss' }).click();

    let isStopped = false;
    await page.route('**/api/photo.php*', async (route) => {
      await until(() => isStopped, Boolean);
      await route.abort().catch(() => undefined);
    });
    await page.locator('input[name="photos"]').setInputFiles([file('slow.jpg')]);
    await page.getByRole('progressbar', { name: 'Uploading photo' }).waitFor();
    // Leaving the page does not stop the upload.
    await page.getByRole('link', { name: 'Likes' }).first().click();
    await page.getByRole('heading', { name: 'Likes', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('progressbar', { name: 'Uploading photo' }).waitFor();
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    isStopped = true;
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect((await storedProfileOf(page))['pictures']).toHaveLength(1);
    await page.context().close();
  });

  it('changes the profile image by menu and by dragging, everywhere at once [S3-048]', async () => {
    const person = await someone();
    const [a = '', b = '', c = ''] = await uploadPhotos(person.http, 3);
    const page = await openOwnProfile(stage, person);
    const order = async () =>
      ((await storedProfileOf(page))['pictures'] as { id: string }[]).map(({ id }) => id).join();
    await page.getByRole('button', { name: 'Change photo 3' }).click();
    await page.getByRole('menuitem', { name: 'Set as profile photo' }).click();
    await until(order, (now) => now === [c, a, b].join());
    const mainImage = async () => {
      const own = (await userOf(page))['profile'] as { main_image: { filename: string } };
      return own.main_image.filename;
    };
    await until(mainImage, (filename) => filename.includes(c));

    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Change photo 2' }).click();
    await page.getByRole('menuitem', { name: 'Move back', exact: true }).press('Enter');
    await until(order, (now) => now === [c, b, a].join());
    await page.getByText('Photo moved to position 3 of 3.').waitFor({ state: 'attached' });

    await tiles(page).nth(2).scrollIntoViewIfNeeded();
    const from = await restingBox(tiles(page).nth(2));
    const to = await restingBox(tiles(page).nth(0));
    await page.mouse.move(from.x + from.width / 2, from.y + from.height * 0.7);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 - 20, from.y + from.height * 0.7, { steps: 3 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await page.mouse.up();
    await until(order, (now) => now === [a, c, b].join());
    await page.context().close();
  });

  it('deletes a picture, restores it on undo, and keeps it deleted after a reload [S3-049]', async () => {
    const person = await someone();
    await uploadPhotos(person.http, 2);
    const page = await openOwnProfile(stage, person);
    const remove = async () => {
      await page.getByRole('button', { name: 'Change photo 2' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('Photo deleted').last().waitFor();
      await until(
        () => tiles(page).count(),
        (count) => count === 1,
      );
    };
    await remove();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await until(
      () => tiles(page).count(),
      (count) => count === 2,
    );
    await remove();
    await until(
      () => storedProfileOf(page),
      (stored) => (stored['pictures'] as unknown[]).length === 1,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Change photo 1' }).waitFor();
    expect(await tiles(page).count()).toBe(1);
    await page.context().close();
  });

  it('crops a photo to the chosen part', async () => {
    const person = await someone();
    await uploadPhotos(person.http, 1);
    const page = await openOwnProfile(stage, person);
    await page.getByRole('button', { name: 'Change photo 1' }).click();
    await page.getByRole('menuitem', { name: 'Crop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop photo' });
    await dialog.getByRole('slider').fill('2');
    await dialog.getByLabel('Visible part of the photo').press('ArrowRight');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [photo] = (await storedProfileOf(page))['pictures'] as {
      crop: { width: number; height: number };
    }[];
    expect(photo?.crop.width).toBeGreaterThan(250);
    expect(photo?.crop.width).toBeLessThan(400);
    expect((photo?.crop.height ?? 0) / (photo?.crop.width ?? 1)).toBeCloseTo(1.25, 1);
    await page.context().close();
  });
});

describe('a member’s profile', () => {
  let shown: Person;
  let main: string;
  beforeAll(async () => {
    shown = await someone({ name: 'Zoë', premium: true, credits: 5 });
    [main = ''] = await uploadPhotos(shown.http, 5);
  });

  async function profile(wish: MemberWish): Promise<Page> {
    const viewer = await someone(wish);
    const page = await stage.signedIn(viewer, { path: `/members/${shown.id}` });
    await page.getByRole('heading', { level: 1, name: /^Zoë/ }).waitFor();
    return page;
  }
  const thumbnails = (page: Page) => page.getByRole('button', { name: /^Photo \d of 5/ });

  it('shows three pictures to a free member and says why the others are locked [S2-005 S2-006 S2-007 S1-019 S6-010 S6-023]', async () => {
    const page = await profile({});
    expect(await thumbnails(page).count()).toBe(5);
    // In a narrow window they scroll and do not widen the page.
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.setViewportSize({ width: 1280, height: 860 });
    const locked = page.getByRole('button', { name: /^Photo \d of 5, Free members see 3 photos/ });
    expect(await locked.count()).toBe(2);
    await locked.first().hover();
    await locked.first().locator('svg').waitFor();
    await locked.first().click();
    await page
      .getByRole('button', { name: /^Free members see 3 photos of a profile/ })
      .first()
      .click();
    await page.waitForURL('**/premium');
    await page.context().close();
  });

  it('shows all five pictures to a premium member [S1-022 S6-017]', async () => {
    const page = await profile({ premium: true, credits: 5 });
    expect(await thumbnails(page).count()).toBe(5);
    expect(await page.getByRole('button', { name: /Free members see/ }).count()).toBe(0);
    await page.context().close();
  });

  it('shows a visitor the main picture and asks them to log in for others [S6-006]', async () => {
    const sites = stage.world.inside.mongo.connection.collection<{ _id: string }>('sites');
    await sites.updateOne({ _id: 'default' }, { $set: { logged_out_search: 'full' } }, { upsert: true });
    const page = await stage.visitor(0);
    const { origin } = new URL(page.url());
    await until(async () => {
      await page.goto(`${origin}/members/${shown.id}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page.getByRole('heading', { level: 1, name: /^Zoë/ }).count();
    }, Boolean);
    await page.getByRole('img', { name: 'Photo of Zoë' }).waitFor();
    await page.getByText('It’s free. You’ll see more photos, who likes you and who matches you.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).waitFor();
    const shownTo = await page
      .locator('img[src*="/media/"]')
      .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src));
    expect(shownTo.length).toBeGreaterThan(0);
    expect(shownTo.filter((source) => !source.includes(main))).toEqual([]);
    await sites.updateOne({ _id: 'default' }, { $unset: { logged_out_search: 1 } });
    await page.context().close();
  });

  it('keeps like and message visible on a small phone', async () => {
    const page = await profile({ premium: true, credits: 5 });
    await page.setViewportSize({ width: 360, height: 560 });
    const message = page.getByRole('article').getByRole('link', { name: /^Message/ });
    const isSeen = async () => {
      const box = await message.boundingBox();
      return box !== null && box.y > 0 && box.y + box.height <= 560;
    };
    await expect.poll(isSeen).toBe(true);
    await page.context().close();
  });

  it('shows related profiles below [S2-008]', async () => {
    await stage.world.people({ name: 'Related' }, { name: 'Likewise' });
    const page = await profile({});
    const related = page.getByRole('region', { name: 'You might also like' });
    await related.getByRole('link').first().waitFor();
    expect(await related.getByRole('link', { name: /Zoë/ }).count()).toBe(0);
    await page.context().close();
  });

  it('shows the own profile without hints meant for others', async () => {
    const [own, other] = [await someone(INTO_ART), await someone(INTO_ART)];
    const page = await stage.signedIn(own, { path: `/members/${other.id}` });
    const related = page.getByRole('region', { name: 'You might also like' });
    await page.getByText('Highlighted: interests you share.').waitFor();
    await related.getByRole('link').first().waitFor();
    await page.goto(`${own.http.gateway.origin}/members/${own.id}`);
    await page.getByRole('region', { name: 'Interests' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Highlighted: interests you share.').count()).toBe(0);
    expect(await related.count()).toBe(0);
    for (const path of [`/members/${own.id}/chat`, `/likes/m/${own.id}`]) {
      await page.goto(`${own.http.gateway.origin}${path}`);
      await page.waitForURL('**/profile');
    }
    await page.context().close();
  });

  it('labels a fictional profile with the words of the site [S1-024 S1-025 S1-026 S1-027]', async () => {
    const fictional = await someone({ name: 'Lena', fictional: true });
    const viewer = await someone();
    const page = await stage.signedIn(viewer);
    const open = async () => {
      await page.goto(`${viewer.http.gateway.origin}/members/${fictional.id}`);
      await page.getByRole('heading', { level: 1, name: /^Lena/ }).waitFor();
    };
    await open();
    await page.getByText('Fictional', { exact: true }).first().waitFor();
    await page
      .getByText('Our team writes and answers their messages. You can’t meet them in person.')
      .waitFor();
    const sites = stage.world.inside.mongo.connection.collection<{ _id: string }>('sites');
    const names = { fictional_singular: 'Story', fictional_plural: 'Stories' };
    await sites.updateOne({ _id: 'default' }, { $set: names }, { upsert: true });
    await until(async () => {
      await open();
      return page.getByText('Story', { exact: true }).count();
    }, Boolean);
    await page.getByRole('contentinfo').getByText('Stories', { exact: true }).waitFor();
    await sites.updateOne({ _id: 'default' }, { $unset: { fictional_singular: 1, fictional_plural: 1 } });
    await page.context().close();
  });
});

describe('a page open longer than its picture URLs are valid', () => {
  /** Pictures on a page that is open longer than its picture URLs are valid. */
  const HOURS_MS = 2 * 3_600_000;
  /** Time by which the running test has advanced the clock of the services. */
  let passedMs = 0;

  const statusOf = (page: Page, address: string) =>
    page.evaluate(async (at) => (await fetch(at, { cache: 'no-store' })).status, address);

  afterEach(() => {
    stage.world.clock.advance(-passedMs);
    passedMs = 0;
  });

  /** Reloads and waits for the connection: from then on the page knows the age of its lists. */
  async function live(page: Page): Promise<Page> {
    const line = page.waitForEvent('websocket');
    await page.reload();
    await line;
    return page;
  }

  /** Lets two hours pass on an open page, after which the URL `old` is refused. */
  async function hoursPass(page: Page, old: string): Promise<void> {
    passedMs += HOURS_MS;
    stage.world.clock.advance(HOURS_MS);
    await expect.poll(() => statusOf(page, `/media/${old}`)).toBe(404);
    await page.evaluate((ms) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ms;
    }, HOURS_MS);
  }

  /** A busy page may notice the time only at its second return. */
  const comeBack = (page: Page) =>
    page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

  /** Long enough for the next tick of the server, at which a page checks the age of its lists. */
  const LATER = { timeout: 60_000 };
  const widthOf = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);

  it('shows pictures of likes opened after two idle hours', async () => {
    const [sam, anna] = await stage.world.people({ name: 'Sam' }, { name: 'Anna' });
    await uploadPhotos(anna.http, 1);
    await anna.http.call(likeProfile, { profile: sam.id });
    // A page without people, so that the browser has cached no picture.
    const page = await live(await stage.signedIn(sam, { path: '/notifications' }));
    const likes = page.getByRole('banner').getByRole('link', { name: /^Likes/ });
    await likes.filter({ hasText: '1' }).waitFor();
    const { profiles } = await sam.http.call(getLikes, {});
    await hoursPass(page, profiles[0]?.main_image?.thumb_filename ?? '');
    await likes.click();
    const picture = page.getByRole('article').filter({ hasText: 'Anna' }).locator('img');
    await expect.poll(() => widthOf(picture), LATER).toBeGreaterThan(0);
  });

  it('renews picture URLs of a search that was open for two hours', async () => {
    const called = (name: string) => ({ name, profile: { country: 'NZ', region: 'AUK' } }) as const;
    const [sam, anna] = await stage.world.people(called('Sam'), called('Anna'));
    await uploadPhotos(anna.http, 1);
    const page = await live(await stage.signedIn(sam, { path: '/members?country=NZ' }));
    const picture = page.getByRole('article').filter({ hasText: 'Auckland' }).locator('img');
    const old = ((await picture.getAttribute('src')) ?? '').replace('/media/', '');
    await hoursPass(page, old);
    await expect.poll(() => comeBack(page).then(() => picture.getAttribute('src')), LATER).not.toContain(old);
  });

  it('shows the photo to crop on a profile page that was open for two hours', async () => {
    const [sam] = await stage.world.people({ name: 'Sam' });
    await uploadPhotos(sam.http, 1);
    const page = await live(await openOwnProfile(stage, sam));
    await page.getByRole('button', { name: 'Change photo 1' }).waitFor();
    const { profile } = await sam.http.call(getOwnProfile, {});
    const old = profile.pictures[0]?.original_filename ?? '';
    let isRenewed = false;
    // Listen from the start: the page may renew for another reason and does not ask twice.
    page.on('response', async (answer) => {
      if (answer.url().includes('/api/profile.php') && !(await answer.text()).includes(old)) isRenewed = true;
    });
    await hoursPass(page, old);
    await expect.poll(() => comeBack(page).then(() => isRenewed), LATER).toBe(true);
    await page.getByRole('button', { name: 'Change photo 1' }).click();
    await page.getByRole('menuitem', { name: 'Crop' }).click();
    const whole = page.getByRole('dialog').locator('img');
    await expect.poll(() => widthOf(whole), LATER).toBeGreaterThan(0);
  });
});
