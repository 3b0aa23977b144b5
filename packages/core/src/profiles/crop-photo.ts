import { type CropBox, type OwnPictures, ok, type Result, refuse } from '@heartline/contracts';
import { ownPictures, readOwnRow } from './own-profile.ts';
import { changePhotos, holdFile, looseFile } from './photo.repository.ts';
import type { ProfilesContext } from './profiles-context.ts';
import { underNewKey } from './store-picture.ts';

/**
 * Crops a picture again from its original. One conditional write replaces the old picture by the new one
 * under its own key, so nobody ever sees a mix. The next sweep removes the old files.
 */
export function cropPhoto(
  context: ProfilesContext,
  member: string,
  id: string,
  crop: CropBox | null,
): Promise<Result<OwnPictures>> {
  return context.photoQueue(member, async () => {
    const row = await readOwnRow(context, member);
    const photo = row.photos.find((one) => one.id === id);
    if (!photo) return refuse('NOT_FOUND');
    if (isSame(photo.crop ?? null, crop)) return ok(await ownPictures(context, row));
    const cutTo = (to: string) => context.storage.cutPicture(photo.key, to, crop);
    const cut = await underNewKey(context, member, cutTo, 'profile');
    if (!cut.ok) return cut;
    const { key } = cut.value;
    const cutAt = context.clock.now();
    // Marked before the write: if the write never happens, the sweep finds that it is still held.
    await looseFile(context, member, photo.key);
    let replaced = photo.key;
    const changed = await changePhotos(context, member, ({ photos }) => {
      const now = photos.find((one) => one.id === id);
      if (!now) return refuse('NOT_FOUND');
      replaced = now.key;
      return ok({ photos: photos.map((one) => (one.id === id ? { id, key, crop } : one)) });
    });
    if (!changed.ok) return changed;
    await holdFile(context, key, cutAt);
    if (replaced !== photo.key) await looseFile(context, member, replaced);
    return changed;
  });
}

function isSame(one: CropBox | null, other: CropBox | null): boolean {
  if (!one || !other) return one === other;
  return (['x', 'y', 'width', 'height'] as const).every((side) => one[side] === other[side]);
}
