import type { Readable } from 'node:stream';
import {
  type CropBox,
  INTERESTS,
  type Locale,
  PHOTO_BYTES,
  type ProfileChange,
  type PromptList,
} from '@heartline/contracts';
import { PICTURE_SIZES } from '@heartline/platform';
import { addPhoto } from './add-photo.ts';
import { chooseMainPhoto, orderPhotos, removePhoto, restorePhoto } from './arrange-photos.ts';
import { cropPhoto } from './crop-photo.ts';
import { geocode } from './geocode.ts';
import { isAnswerShown, listPrompts, questionsFor } from './list-prompts.ts';
import { getOwnProfile } from './own-profile.ts';
import type { ProfilesContext } from './profiles-context.ts';
import { sweepPhotos } from './sweep-photos.ts';
import { updateProfile } from './update-profile.ts';

/** Use cases of members' own profiles and pictures, and their maintenance. */
export function createOwnProfiles(context: ProfilesContext) {
  const { storage, ids } = context;
  return {
    ownProfile: (member: string) => getOwnProfile(context, member),
    updateProfile: (member: string, change: ProfileChange, today: string | undefined) =>
      updateProfile(context, member, change, today),
    addPhoto: (member: string, key: string, bytes: Readable | Uint8Array) =>
      addPhoto(context, member, key, bytes),
    cropPhoto: (member: string, id: string, crop: CropBox | null) => cropPhoto(context, member, id, crop),
    orderPhotos: (member: string, order: readonly string[]) => orderPhotos(context, member, order),
    chooseMainPhoto: (member: string, id: string) => chooseMainPhoto(context, member, id),
    removePhoto: (member: string, id: string) => removePhoto(context, member, id),
    restorePhoto: (member: string, id: string) => restorePhoto(context, member, id),
    sweepPhotos: () => sweepPhotos(context),
    interests: () => [...INTERESTS],
    prompts: (list: PromptList, locale: Locale) => listPrompts(list, locale),
    isAnswerShown: (member: string, prompt: string) => isAnswerShown(context, member, prompt),
    /** The questions of the member's site by name, in the member's language. */
    questionsFor: (member: string) => questionsFor(context, member),
    /** Makes the first look-up as fast as any other. */
    warmUpPlaces: () => context.places.warmUp(),
    geocode: (countries: readonly string[], point: { lat: number; lon: number }) =>
      geocode(context, countries, point),
    /** Stores a picture in all its forms; the result goes into `photos`. */
    async storePhoto(bytes: Uint8Array): Promise<{ id: string; key: string }> {
      const key = storage.newKey();
      await storage.putPicture(key, bytes, PHOTO_BYTES);
      return { id: ids.documentId(), key };
    },
    /** The bytes of one of a member’s pictures, for a report; undefined if there is no such picture. */
    async pictureOf(member: string, photo: string): Promise<Buffer | undefined> {
      const key = (await context.profiles.get(member))?.photos.find(({ id }) => id === photo)?.key;
      return key === undefined ? undefined : storage.readPicture(key, 'large');
    },
    /** The bytes of every form of a stored picture, for the invariant checks. */
    async storedForms(key: string): Promise<Buffer[]> {
      const forms = await Promise.all(PICTURE_SIZES.map((size) => storage.readPicture(key, size)));
      return forms.filter((form) => form !== undefined);
    },
  };
}
