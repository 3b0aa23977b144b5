import type { Readable } from 'node:stream';
import type { Locale, SiteSettings } from '@heartline/contracts';
import { addChatPhoto, discardChatPhoto } from './add-chat-photo.ts';
import type { MessagingContext } from './messaging-context.ts';
import { listGifts, removeGift, writeGifts } from './operate-gifts.ts';
import { photoHold } from './photo-hold.ts';
import { recallChatPhoto } from './recall-chat-photo.ts';
import { acceptChatPhoto, readChatPhoto, showChatPhotos } from './show-chat-photos.ts';

/** Use cases of chat photos and gifts, except sending them. */
export function createPhotosAndGifts(context: MessagingContext) {
  return {
    addChatPhoto: (member: string, key: string, bytes: Readable | Uint8Array) =>
      addChatPhoto(context, member, key, bytes),
    discardChatPhoto: (member: string, photo: string) => discardChatPhoto(context, member, photo),
    showChatPhotos: (viewer: string, ids: readonly string[]) => showChatPhotos(context, viewer, ids),
    acceptChatPhoto: (viewer: string, photo: string, always?: boolean) =>
      acceptChatPhoto(context, viewer, photo, always),
    recallChatPhoto: (member: string, place: { conversation: string; seq: number }) =>
      recallChatPhoto(context, member, place),
    /** The bytes of a chat photo behind a signed address, only for the viewer in the address. */
    chatPhotoFile: (viewer: string, address: string) => readChatPhoto(context, viewer, address),
    /** Says if a message or draft needs the picture stored under this key. */
    photoHold: (key: string) => photoHold(context, key),
    gifts: (site: string, settings: SiteSettings, locale: Locale) =>
      context.gifts.list(site, settings, locale),
    /** Operators' changes to the gifts of a site; see `operate-gifts.ts`. */
    operateGifts: {
      list: (site: string) => listGifts(context.mongo, site),
      write: (site: string, file: unknown, mode: 'add' | 'change') =>
        writeGifts(context.mongo, site, file, mode),
      remove: (site: string, id: string) => removeGift(context.mongo, site, id),
    },
  };
}
