import type { Readable } from 'node:stream';
import type { PictureSize } from '@heartline/platform';
import { holdFile, looseFile } from './photo.repository.ts';
import type { ProfilesContext } from './profiles-context.ts';
import { storePicture } from './store-picture.ts';

/**
 * Pictures outside of profiles, such as those sent in a chat. They share the drawing process, the notes that
 * find leftovers of a crash, and the sweep that removes unheld files.
 */
export function keepPictures(context: ProfilesContext) {
  return {
    /** One picture of a member after the other, like profile pictures. */
    inTurn: context.photoQueue,
    /** Stores a picture for a chat, unheld until `hold`. */
    take: (member: string, bytes: Readable | Uint8Array) => storePicture(context, member, bytes, 'chat'),
    /** Holds it from `since` on; a later `loosen` prevails. */
    hold: (key: string, since: number) => holdFile(context, key, since),
    /** It may be unheld now: the next sweep checks. */
    loosen: (member: string, key: string) => looseFile(context, member, key),
    /** Removes its bytes now; after a crash the next sweep does. */
    async remove(member: string, key: string): Promise<void> {
      await looseFile(context, member, key);
      await context.storage.removePicture(key);
      await context.files.deleteMany({ _id: key });
    },
    read: (key: string, size: PictureSize) => context.storage.readPicture(key, size),
  };
}
