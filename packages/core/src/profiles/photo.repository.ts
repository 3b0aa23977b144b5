import { type ErrorCode, type OwnPictures, ok, type Result, refuse } from '@heartline/contracts';
import { photoLimit } from '@heartline/domain';
import { viewerOf } from './get-cards.ts';
import { ownPictures, readOwnRow } from './own-profile.ts';
import type { PhotoRow, ProfileRow, RemovedPhotoRow } from './profile.model.ts';
import type { ProfilesContext } from './profiles-context.ts';
import { publishOwnChanged } from './publish-own-changed.ts';

/** The new pictures of a profile after a change. */
export interface PhotosChange {
  photos: PhotoRow[];
  removedPhotos?: RemovedPhotoRow[];
}

const TRIES = 20;

/**
 * Changes a member's pictures: reads them, calls `change`, and writes its result if they are unchanged;
 * otherwise tries again. Undefined from `change` means that there is nothing to do.
 */
export async function changePhotos(
  context: ProfilesContext,
  member: string,
  change: (row: ProfileRow) => Result<PhotosChange | undefined>,
): Promise<Result<OwnPictures>> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const row = await readOwnRow(context, member);
    const wanted = change(row);
    if (!wanted.ok) return wanted;
    if (!wanted.value) {
      // On a repeat the first call may have been interrupted between write and event.
      await publishOwnChanged(context, member);
      return ok(await ownPictures(context, row));
    }
    const { photos, removedPhotos = row.removedPhotos ?? [] } = wanted.value;
    const written = await context.collection.updateOne(
      { _id: member, photosRev: row.photosRev ?? { $exists: false } },
      { $set: { photos, removedPhotos, changedAt: context.clock.now() }, $inc: { photosRev: 1 } },
    );
    if (written.modifiedCount === 1) {
      await publishOwnChanged(context, member);
      return ok(await ownPictures(context, { ...row, photos, removedPhotos }));
    }
  }
  throw new Error('profile pictures not updated: too many concurrent changes');
}

/** The member's maximum number of pictures, with the refusal for one more. */
export async function limitOf(
  context: ProfilesContext,
  member: string,
): Promise<{ limit: number; refusal: ReturnType<typeof refuse> }> {
  const { viewer, presenting } = await viewerOf(context, member);
  const limit = photoLimit(viewer.premium, presenting.settings);
  const code: ErrorCode = viewer.premium ? 'PHOTO_LIMIT' : 'PHOTO_LIMIT_FREE';
  return {
    limit,
    refusal: refuse(code, { values: { limit, premiumLimit: presenting.settings.premium_photos } }),
  };
}

/** Stores a file note before anything is stored under its key. */
export async function announceFile(context: ProfilesContext, member: string): Promise<string> {
  const key = context.storage.newKey();
  await context.files.insertOne({ _id: key, member, looseAt: context.clock.now() });
  return key;
}

/** Holds these files as of `since`; a later release prevails. */
export async function holdFile(context: ProfilesContext, key: string, since: number): Promise<void> {
  await context.files.updateOne({ _id: key, looseAt: { $lte: since } }, { $set: { looseAt: null } });
}

/** No profile holds this file any more: the next sweep removes it. */
export async function looseFile(context: ProfilesContext, member: string, key: string): Promise<void> {
  const looseAt = context.clock.now();
  await context.files.updateOne({ _id: key }, { $set: { member, looseAt } }, { upsert: true });
}
