import { setTimeout as sleep } from 'node:timers/promises';
import { setInvisible } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, type Stage } from './stage.ts';

/** Pages of which a part comes late, as over a slow line or on a busy device. */
let stage: Stage;
let mara: Person;

beforeAll(async () => {
  stage = await openStage();
  [mara] = await stage.world.people({ name: 'Mara', credits: 50, premium: true });
});
afterAll(() => stage?.close());

/** Keeps what comes under these addresses back, until it is let go. */
async function held(page: Page, addresses: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

it('a page that comes to hear of changes late shows what changed since it was drawn', async () => {
  const page = await stage.signedIn(mara);
  const lists = await held(page, /api\/(chats|likes)\.php/);
  const services = await held(page, /\/assets\/member-services/);
  await page.goto(`${mara.http.door.origin}/notifications`);
  const invisible = page.getByRole('switch', { name: 'Invisible mode' });
  await invisible.waitFor();
  await mara.http.call(setInvisible, { invisible: true });
  // The member is asked for again 5 s after the start.
  const again = page.waitForResponse(/api\/user\.php/);
  lists();
  await again;
  await sleep(1_000);
  services();
  await expect.poll(() => invisible.isChecked()).toBe(true);
  await page.context().close();
});

it('nothing threw on the way', () => expect(stage.errors).toEqual([]));
