import { type OwnPictures, ok, type Result, refuse } from '@heartline/contracts';
import { reorderPhotos } from '@heartline/domain';
import { readOwnRow } from './own-profile.ts';
import { changePhotos, limitOf, looseFile } from './photo.repository.ts';
import type { ProfilesContext } from './profiles-context.ts';

/** Time in which a removed picture can be restored. The sweep removes its files later. */
export const RESTORE_MS = 10 * 60_000;

/** Puts the pictures in the order of `ids`. */
export async function orderPhotos(
  context: ProfilesContext,
  member: string,
  ids: readonly string[],
): Promise<Result<OwnPictures>> {
  if (new Set(ids).size !== ids.length) return refuse('VALIDATION_FAILED', { fields: { order: 'INVALID' } });
  return changePhotos(context, member, ({ photos }) => {
    const ordered = reorderPhotos(photos, ids);
    const stands = ordered.every((photo, place) => photo.id === photos[place]?.id);
    return ok(stands ? undefined : { photos: ordered });
  });
}

/** Makes a picture the first, which is the profile image. */
export async function chooseMainPhoto(
  context: ProfilesContext,
  member: string,
  id: string,
): Promise<Result<OwnPictures>> {
  return changePhotos(context, member, ({ photos }) => {
    if (!photos.some((photo) => photo.id === id)) return refuse('NOT_FOUND');
    return ok(photos[0]?.id === id ? undefined : { photos: reorderPhotos(photos, [id]) });
  });
}

/**
 * Removes a picture from the profile: from here on it is delivered to nobody. A second call changes nothing.
 */
export async function removePhoto(
  context: ProfilesContext,
  member: string,
  id: string,
): Promise<Result<OwnPictures>> {
  const { photos: existing } = await readOwnRow(context, member);
  const key = existing.find((photo) => photo.id === id)?.key;
  // Marked before the write: if the write never happens, the sweep finds that it is still held.
  if (key) await looseFile(context, member, key);
  const removedAt = context.clock.now();
  let removed = key;
  const changed = await changePhotos(context, member, ({ photos, removedPhotos = [] }) => {
    const position = photos.findIndex((one) => one.id === id);
    const photo = photos[position];
    if (!photo) return ok(undefined);
    removed = photo.key;
    return ok({
      photos: photos.filter((one) => one.id !== id),
      removedPhotos: [...removedPhotos, { ...photo, position, removedAt }],
    });
  });
  // Another device cropped it meanwhile: its files have another key than the one marked above.
  if (removed && removed !== key) await looseFile(context, member, removed);
  return changed;
}

/** Restores a picture at its place, while there is time and room. */
export async function restorePhoto(
  context: ProfilesContext,
  member: string,
  id: string,
): Promise<Result<OwnPictures>> {
  const { limit, refusal } = await limitOf(context, member);
  const since = context.clock.now() - RESTORE_MS;
  return changePhotos(context, member, ({ photos, removedPhotos = [] }) => {
    if (photos.some((photo) => photo.id === id)) return ok(undefined);
    const removed = removedPhotos.find((photo) => photo.id === id && photo.removedAt >= since);
    if (!removed) return refuse('NOT_FOUND');
    if (photos.length >= limit) return refusal;
    const { key, crop = null, position } = removed;
    return ok({
      photos: photos.toSpliced(position, 0, { id, key, crop }),
      removedPhotos: removedPhotos.filter((one) => one.id !== id),
    });
  });
}
