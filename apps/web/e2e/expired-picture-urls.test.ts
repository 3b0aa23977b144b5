import { getLikes, getOwnProfile, likeProfile } from '@heartline/contracts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openOwnProfile, uploadPhotos } from './own-profile.ts';
import { openStage, type Stage } from './stage.ts';

/** Pictures on a page that is open longer than its picture URLs are valid. */
const HOURS_MS = 2 * 3_600_000;
let stage: Stage;
/** Time by which the running test has advanced the clock of the services. */
let passedMs = 0;

const statusOf = (page: Page, address: string) =>
  page.evaluate(async (at) => (await fetch(at, { cache: 'no-store' })).status, address);

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());
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
  const picture = page.getByRole('article').filter({ hasText: 'Anna' }).locator('img');
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
