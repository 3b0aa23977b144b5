import { constants, copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mongo } from '@heartline/platform';
import { type DemoPerson, drawQuickPicture, findPicture, pictureFiles } from '../demo-world/index.ts';
import { exists } from '../install/install-tool.ts';
import { demoId, demoPictureKey } from './demo-ids.ts';
import { memberOf } from './seed-members.ts';

interface Photo {
  id: string;
  key: string;
}

/** Stand-ins for everybody’s main picture, so that no grid is empty in the first minute. */
export async function drawStandIns(people: readonly DemoPerson[], drawings: string): Promise<void> {
  for (const person of people) await drawQuickPicture(person, 0, drawings);
}

/**
 * Publishes finished drawings: links or copies each into the picture store, and updates profiles whose gallery grew. A
 * drawing has another address than its stand-in, so no browser caches the stand-in. Returns the number of changed profiles.
 */
export function createPicturePublisher(mongo: Mongo, places: { drawings: string; media: string }) {
  const published = new Map<string, string>();
  return async (people: readonly DemoPerson[]): Promise<number> => {
    let changed = 0;
    for (const person of people) {
      const photos = await galleryOf(person, places);
      const gallery = photos.map(({ id }) => id).join();
      if (published.get(person.key) === gallery) continue;
      await mongo.connection
        .collection<{ _id: string; photos: Photo[]; photosRev?: number }>('profiles')
        // Members who changed their pictures keep them.
        .updateOne({ _id: memberOf(person), photosRev: { $exists: false } }, { $set: { photos } });
      published.set(person.key, gallery);
      changed += 1;
    }
    return changed;
  };
}

async function galleryOf(person: DemoPerson, places: { drawings: string; media: string }): Promise<Photo[]> {
  const photos: Photo[] = [];
  for (let index = 0; index < person.pictureCount; index += 1) {
    const files = pictureFiles(person, index);
    const found = await findPicture(places.drawings, files.thumb);
    if (!found) continue;
    const name = `${found.standIn ? 'stand-in' : 'picture'} ${files.full}`;
    const photo = { id: demoId(name), key: demoPictureKey(name) };
    if (await store(photo.key, [files.full, files.card, files.locked], places)) photos.push(photo);
  }
  return photos;
}

/** Brings the three forms to the place where pictures are kept under their key; false while one is missing. */
async function store(
  key: string,
  [full, card, locked]: readonly [string, string, string],
  { drawings, media }: { drawings: string; media: string },
): Promise<boolean> {
  const place = join(media, key.slice(0, 2), key);
  const done = join(place, 'complete');
  if (await exists(done)) return true;
  await mkdir(place, { recursive: true });
  for (const [name, form] of [
    [full, 'large'],
    [card, 'thumb'],
    [locked, 'blur'],
  ] as const) {
    const found = await findPicture(drawings, name);
    if (!found) return false;
    const target = join(place, `${form}.webp`);
    await rm(target, { force: true });
    // Cache and data may be on two file systems, or on one without links.
    await link(found.path, target).catch(() => copyFile(found.path, target, constants.COPYFILE_FICLONE));
  }
  await writeFile(done, '');
  return true;
}
