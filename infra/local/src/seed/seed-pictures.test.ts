import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mongo } from '@heartline/platform';
import { expect, it, onTestFinished } from 'vitest';
import { type DemoPerson, generatePeople } from '../demo-world/index.ts';
import { createPicturePublisher, drawStandIns } from './seed-pictures.ts';

/** A folder on a file system; gone after the test. */
async function folderOn(place: string): Promise<string> {
  const folder = await mkdtemp(join(place, 'pictures-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A database that takes what it is told, and remembers it. */
function database(reported: object[]): Mongo {
  const updateOne = async (_of: object, change: object) => void reported.push(change);
  return { connection: { collection: () => ({ updateOne }) } } as unknown as Mongo;
}

it('hangs up pictures when data and drawings are on two file systems', async () => {
  const [drawings, media] = [await folderOn('/dev/shm'), await folderOn(tmpdir())];
  expect((await stat(drawings)).dev).not.toBe((await stat(media)).dev);
  const [person] = generatePeople({ count: 1, today: new Date('2026-11-01') }) as [DemoPerson];
  await drawStandIns([person], drawings);
  const reported: object[] = [];
  expect(await createPicturePublisher(database(reported), { drawings, media })([person])).toBe(1);
  expect(reported).toEqual([{ $set: { photos: [{ id: expect.any(String), key: expect.any(String) }] } }]);
  const [{ $set }] = reported as [{ $set: { photos: { key: string }[] } }];
  const { key } = $set.photos[0] as { key: string };
  expect((await readdir(join(media, key.slice(0, 2), key))).toSorted()).toEqual([
    'blur.webp',
    'complete',
    'large.webp',
    'thumb.webp',
  ]);
}, 60_000);
