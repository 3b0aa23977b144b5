import type { ChatPhoto } from '@heartline/contracts';
import type { Mongo } from '@heartline/platform';

/**
 * A photo of a chat, from its upload on:
 *
 *     uploaded (a draft: counted, unpaid, deleted after an hour)
 *       → claimed by one send → in a message (`seq`) → bytes deleted
 *
 * After a crash between two steps the sweep of pictures decides (`photo-hold.ts`). It deletes a claim without
 * a message like a draft. It also deletes the bytes of a blanked message.
 */
export interface ChatPhotoRow {
  /** Made of the sender and the key of the upload, so a repeat finds it. */
  _id: string;
  member: string;
  /** Storage key of its forms; null once its bytes are deleted. */
  key: string | null;
  width: number;
  height: number;
  uploadedAt: number;
  /** Key of the one send that may use it; null for a draft. */
  send: string | null;
  claimedAt: number;
  conversation: string | null;
  recipient: string | null;
  /** Row of the message; null until it is stored. */
  seq: number | null;
  /** When the recipient uncovered it. */
  acceptedAt: number | null;
}

/** Unsent photos of one member. The list enforces the limit: a write needs a free place. */
export interface PhotoDraftsRow {
  /** The member. */
  _id: string;
  waiting: { photo: string; at: number }[];
}

export const CHAT_PHOTOS = 'chat_photos';
const CHAT_PHOTO_DRAFTS = 'chat_photo_drafts';

/** An unsent draft is deleted after this time. */
export const DRAFT_MS = 60 * 60_000;
/** A send takes drafts for a shorter time, so that it never races with the sweep. */
const SENDABLE_MS = DRAFT_MS - 5 * 60_000;
/** A claim of this age belongs to no running send. */
export const CLAIM_MS = 15 * 60_000;
/** Maximum number of drafts of one member. */
export const DRAFTS_AT_ONCE = 10;

export const chatPhotos = ({ connection }: Mongo) => connection.collection<ChatPhotoRow>(CHAT_PHOTOS);
export const photoDrafts = ({ connection }: Mongo) =>
  connection.collection<PhotoDraftsRow>(CHAT_PHOTO_DRAFTS);

/** True for a draft that is too old to send and that the sweep will delete. */
export const hasWaitedTooLong = ({ send, uploadedAt }: ChatPhotoRow, now: number) =>
  send === null && uploadedAt <= now - SENDABLE_MS;

/** A photo in the form its message stores. */
export function namedPhoto({ _id: id, width, height }: ChatPhotoRow): ChatPhoto {
  return { id, width, height };
}

/**
 * Reserves a place among the member's drafts for this photo; false if none is free. A repeat already has its
 * place.
 */
export async function takeDraftPlace(
  mongo: Mongo,
  member: string,
  photo: string,
  now: number,
): Promise<boolean> {
  const drafts = photoDrafts(mongo);
  await drafts.updateOne({ _id: member }, { $setOnInsert: { waiting: [] } }, { upsert: true });
  await drafts.updateOne({ _id: member }, { $pull: { waiting: { at: { $lt: now - DRAFT_MS } } } });
  const taken = await drafts.updateOne(
    { _id: member, [`waiting.${DRAFTS_AT_ONCE - 1}`]: { $exists: false }, 'waiting.photo': { $ne: photo } },
    { $push: { waiting: { photo, at: now } } },
  );
  if (taken.modifiedCount === 1) return true;
  return (await drafts.countDocuments({ _id: member, 'waiting.photo': photo }, { limit: 1 })) === 1;
}

/** Frees the place: the photo was sent, deleted or never stored. */
export async function leaveDraftPlace(mongo: Mongo, member: string, photo: string): Promise<void> {
  await photoDrafts(mongo).updateOne({ _id: member }, { $pull: { waiting: { photo } } });
}

/** A send that wants a photo. */
interface Claimant {
  member: string;
  clientId: string;
  recipient: string;
  conversation: string;
}

/**
 * Gives a draft to one send. Undefined if the member has no such photo, it is too old, or another send has
 * it. The same send gets it again.
 */
export function claimPhoto(
  mongo: Mongo,
  by: Claimant,
  photo: string,
  now: number,
): Promise<ChatPhotoRow | undefined> {
  const { clientId: send, recipient } = by;
  const isFree = [
    { send: null, uploadedAt: { $gt: now - SENDABLE_MS } },
    { send, recipient },
  ];
  return take(mongo, by, { _id: photo, $or: isFree }, now);
}

/** Transfers a photo from a send that will never become a message to the next send of its bubble. */
export function claimPhotoOf(
  mongo: Mongo,
  by: Claimant,
  { _id, send }: Pick<ChatPhotoRow, '_id' | 'send'>,
  now: number,
): Promise<ChatPhotoRow | undefined> {
  // Another attempt of the same send may have been first.
  return take(mongo, by, { _id, send: { $in: [send, by.clientId] } }, now);
}

async function take(
  mongo: Mongo,
  { member, clientId: send, recipient, conversation }: Claimant,
  which: object,
  now: number,
): Promise<ChatPhotoRow | undefined> {
  const claimed = await chatPhotos(mongo).findOneAndUpdate(
    { ...which, member, key: { $ne: null } },
    { $set: { send, claimedAt: now, recipient, conversation } },
    { returnDocument: 'after' },
  );
  return claimed ?? undefined;
}
