import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type OwnPictures, ok, type Result, refuse } from '@heartline/contracts';
import { failpoint } from '@heartline/platform';
import { ownPictures, readOwnRow } from './own-profile.ts';
import { holdFile, limitOf } from './photo.repository.ts';
import type { ProfilesContext } from './profiles-context.ts';
import { publishOwnChanged } from './publish-own-changed.ts';
import { storePicture } from './store-picture.ts';

type Added = Result<OwnPictures & { id: string }>;

/**
 * Adds a picture. `key` is the client's: the same key adds nothing again and gets the same answer.
 *
 * 1. Check for room.
 * 2. Store a file note with its key.
 * 3. Decode and re-encode the picture in its own process.
 * 4. Put it on the profile in one conditional write, which enforces the limit.
 * 5. Mark the file as held.
 *
 * A crash before step 4 leaves files that the sweep removes; a crash after it leaves a note that the sweep
 * corrects.
 */
export function addPhoto(
  context: ProfilesContext,
  member: string,
  key: string,
  bytes: Readable | Uint8Array,
): Promise<Added> {
  return context.photoQueue(member, () => add(context, member, photoIdOf(member, key), bytes));
}

/** The id of a picture, made of the member and the key of its upload, so a repeat finds it. */
function photoIdOf(member: string, key: string): string {
  return createHash('sha256').update(`${member} ${key}`).digest('hex').slice(0, 24);
}

async function add(
  context: ProfilesContext,
  member: string,
  id: string,
  bytes: Readable | Uint8Array,
): Promise<Added> {
  const { limit, refusal } = await limitOf(context, member);
  const known = await repeatedAdd(context, member, id);
  if (known) return known;
  const row = await readOwnRow(context, member);
  // Nothing is decoded for a full profile.
  if (row.photos.length >= limit) return refusal;
  const stored = await storePicture(context, member, bytes, 'profile');
  if (!stored.ok) return stored;
  const { key } = stored.value;
  const storedAt = context.clock.now();
  failpoint('photo:after-store');
  const added = await context.collection.updateOne(
    {
      _id: member,
      status: { $ne: 'deleted' },
      [`photos.${limit - 1}`]: { $exists: false },
      'photos.id': { $ne: id },
      'removedPhotos.id': { $ne: id },
    },
    { $push: { photos: { id, key } }, $set: { changedAt: storedAt }, $inc: { photosRev: 1 } },
  );
  failpoint('photo:after-write');
  if (added.modifiedCount === 1) await holdFile(context, key, storedAt);
  return (await repeatedAdd(context, member, id)) ?? refusal;
}

/**
 * The answer of a repeat: the picture exists, or was removed meanwhile. An existing picture is published to
 * all devices again, because a crash may have prevented the first event.
 */
async function repeatedAdd(context: ProfilesContext, member: string, id: string): Promise<Added | undefined> {
  const row = await readOwnRow(context, member);
  if (row.photos.some((photo) => photo.id === id)) {
    await publishOwnChanged(context, member);
    return ok({ id, ...(await ownPictures(context, row)) });
  }
  return row.removedPhotos?.some((photo) => photo.id === id) ? refuse('KEY_REUSED') : undefined;
}
