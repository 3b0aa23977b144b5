import { randomUUID } from 'node:crypto';
import { drawPicture, type HttpClient, type Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import type { Look, Stage } from './stage.ts';

/** Opens the own profile of a member and waits until it is complete. */
export async function openOwnProfile(stage: Stage, person: Person, look: Look = {}): Promise<Page> {
  const page = await stage.signedIn(person, { ...look, path: '/profile' });
  await page.getByRole('heading', { name: 'My profile', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Where you live' }).waitFor();
  return page;
}

/** The profile of the member of this page, as the server has it. */
export function storedProfileOf(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(async () => (await (await fetch('/api/profile.php')).json()).profile);
}

/** Uploads this many photos one after the other and returns their ids. */
export async function uploadPhotos(http: HttpClient, count: number): Promise<string[]> {
  const picture = await drawPicture('#336677');
  const ids: string[] = [];
  while (ids.length < count) {
    const path = `/api/photo.php?key=${randomUUID()}`;
    const { status, body } = await http.send('POST', path, picture, { 'content-type': 'image/jpeg' });
    if (status !== 200) throw new Error(`the photo was refused: ${status}`);
    ids.push((body as { id: string }).id);
  }
  return ids;
}
