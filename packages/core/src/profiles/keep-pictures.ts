import type { Readable } from 'node:stream';
import { ok, PHOTO_BYTES, type Result } from '@heartline/contracts';
import { type PictureExtent, PictureRefused, type PictureSize } from '@heartline/platform';
import { notStored, refusalOf } from './add-photo.ts';
import { announceFile, holdFile, looseFile } from './photo.repository.ts';
import type { ProfilesContext } from './profiles-context.ts';

/** Whether anybody still needs a stored picture: `held` for good, `waiting` for its decision, or `free` to go. */
export type PictureHold = 'held' | 'waiting' | 'free';

/**
 * Pictures of members that stand somewhere else than on their profile, as those sent in a chat do: the same process
 * draws them, the same notes find what a crash left, and the same sweep removes what nobody holds.
 */
export function keepPictures(context: ProfilesContext) {
  return {
    /** One picture of a member after the other, as profile pictures are taken in. */
    inTurn: context.photoTurns,
    /** Takes a picture in, loose until somebody holds it. */
    async take(
      member: string,
      bytes: Readable | Uint8Array,
    ): Promise<Result<PictureExtent & { key: string }>> {
      const key = await announceFile(context, member);
      try {
        return ok({ key, ...(await context.storage.putPicture(key, bytes, PHOTO_BYTES)) });
      } catch (error) {
        if (!(error instanceof PictureRefused)) return notStored(context, error);
        await context.files.deleteOne({ _id: key });
        return { ok: false, refusal: refusalOf(error) };
      }
    },
    hold: (key: string) => holdFile(context, key),
    /** Perhaps nobody holds it any more: the next sweep asks. */
    loosen: (member: string, key: string) => looseFile(context, member, key),
    /** Removes its bytes now; what a crash leaves goes with the next sweep. */
    async remove(member: string, key: string): Promise<void> {
      await looseFile(context, member, key);
      await context.storage.removePicture(key);
      await context.files.deleteOne({ _id: key });
    },
    read: (key: string, size: PictureSize) => context.storage.readPicture(key, size),
  };
}
