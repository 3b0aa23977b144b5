import { eachAlone } from '@heartline/platform';
import { RESTORE_MS } from './arrange-photos.ts';
import { holdFile } from './photo.repository.ts';
import type { PhotoFileRow } from './profile.model.ts';
import type { ProfilesContext } from './profiles-context.ts';

/** Longer than an upload can take and than a removed picture can be put back, with room for clocks that differ. */
const LOOSE_MS = RESTORE_MS + 5 * 60_000;

/**
 * Removes the files that no profile and no message holds: of uploads that were cut off or never sent, of pictures that
 * were cut anew or removed.
 * Safe to repeat and to cut off anywhere; a picture that can't be removed keeps no other. Answers how many pictures
 * went.
 */
export async function sweepPhotos(context: ProfilesContext): Promise<number> {
  const before = context.clock.now() - LOOSE_MS;
  let removed = 0;
  // All of them: behind a bound, drafts that wait for an hour would hide what is to go.
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
  // From here it can't be put back any more: who tries at this moment finds another state than was read.
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
