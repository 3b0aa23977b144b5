import { eachAlone } from '@heartline/platform';
import { RESTORE_MS } from './arrange-photos.ts';
import { holdFile } from './photo.repository.ts';
import type { PhotoFileRow } from './profile.model.ts';
import type { ProfilesContext } from './profiles-context.ts';

/**
 * Longer than an upload takes and than a removed picture can be restored, with a margin for clock
 * differences.
 */
const LOOSE_MS = RESTORE_MS + 5 * 60_000;

/**
 * Removes files that no profile and no message holds: of interrupted or unsent uploads, and of cropped or
 * removed pictures. Safe to repeat and to interrupt; a picture that fails does not hold up the others.
 * Returns the number of removed pictures.
 */
export async function sweepPhotos(context: ProfilesContext): Promise<number> {
  const before = context.clock.now() - LOOSE_MS;
  let removed = 0;
  // Without a limit: drafts that wait for an hour would otherwise hide removable files.
  await eachAlone(context.files.find({ looseAt: { $lt: before } }), async (file) => {
    removed += (await sweepFile(context, file, before)) ? 1 : 0;
  });
  return removed;
}

async function sweepFile(
  context: ProfilesContext,
  { _id: key, member }: PhotoFileRow,
  before: number,
): Promise<boolean> {
  const row = await context.collection.findOne({ _id: member });
  if (row?.photos.some((photo) => photo.key === key)) {
    await holdFile(context, key, before);
    return false;
  }
  // From here it cannot be restored: a concurrent restore finds another revision than it read.
  if (row?.removedPhotos?.some((photo) => photo.key === key)) {
    const dropped = await context.collection.updateOne(
      { _id: member, photosRev: row.photosRev ?? { $exists: false } },
      {
        $set: { removedPhotos: row.removedPhotos.filter((photo) => photo.key !== key) },
        $inc: { photosRev: 1 },
      },
    );
    if (dropped.modifiedCount !== 1) return false;
  }
  const elsewhere = await context.heldElsewhere(key);
  if (elsewhere === 'held') await holdFile(context, key, before);
  if (elsewhere !== 'free') return false;
  await context.storage.removePicture(key);
  await context.files.deleteMany({ _id: key });
  return true;
}
