import { getLikes, likeProfile } from '@heartline/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadPhotos } from './own-profile.ts';
import { openStage, type Stage } from './stage.ts';

/** Pictures on a page that stays open longer than the addresses it was given hold. */
const HOURS_MS = 2 * 3_600_000;
let stage: Stage;

const statusOf = (page: Page, address: string) =>
  page.evaluate(async (at) => (await fetch(at, { cache: 'no-store' })).status, address);

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it('who opens their likes after two quiet hours sees who they are', async () => {
  const [sam, anna] = await stage.world.people({ name: 'Sam' }, { name: 'Anna' });
  await uploadPhotos(anna.http, 1);
  await anna.http.call(likeProfile, { profile: sam.id });
  // A page without people, so that the browser has kept no picture.
  const page = await stage.signedIn(sam, { path: '/notifications' });
  const likes = page.getByRole('banner').getByRole('link', { name: /^Likes/ });
  await likes.filter({ hasText: '1' }).waitFor();
  const { profiles } = await sam.http.call(getLikes, {});
  const old = `/media/${profiles[0]?.main_image?.thumb_filename}`;
  await stage.world.shiftClock(HOURS_MS);
  // Pictures are refused at the old addresses from here on.
  await expect.poll(() => statusOf(page, old)).toBe(404);
  await page.evaluate((ms) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ms;
  }, HOURS_MS);
  await likes.click();
  const picture = page.getByRole('article').filter({ hasText: 'Anna' }).locator('img');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 60_000 })
    .toBeGreaterThan(0);
});
