import type { Readable } from 'node:stream';
import type { PictureSize } from '@heartline/platform';
import { holdFile, looseFile } from './photo.repository.ts';
import type { ProfilesContext } from './profiles-context.ts';
import { storePicture } from './store-picture.ts';

/**
 * Pictures of members that stand somewhere else than on their profile, as those sent in a chat do: the same process
 * draws them, the same notes find what a crash left, and the same sweep removes what nobody holds.
 */
export function keepPictures(context: ProfilesContext) {
  return {
    /** One picture of a member after the other, as profile pictures are taken in. */
    inTurn: context.photoQueue,
    /** Takes a picture for a chat in, loose until somebody holds it. */
    take: (member: string, bytes: Readable | Uint8Array) => storePicture(context, member, bytes, 'chat'),
    /** Somebody holds it since then; whoever let go of it later has the last word. */
    hold: (key: string, since: number) => holdFile(context, key, since),
    /** Perhaps nobody holds it any more: the next sweep asks. */
    loosen: (member: string, key: string) => looseFile(context, member, key),
    /** Removes its bytes now; what a crash leaves goes with the next sweep. */
    async remove(member: string, key: string): Promise<void> {
      await looseFile(context, member, key);
      await context.storage.removePicture(key);
      await context.files.deleteMany({ _id: key });
    },
    read: (key: string, size: PictureSize) => context.storage.readPicture(key, size),
  };
}
