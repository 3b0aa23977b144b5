import type { ChatPhoto } from '@heartline/contracts';
import type { Mongo } from '@heartline/platform';

/**
 * A photo of a chat, from its upload on:
 *
 *   uploaded (a draft: counted, unpaid, gone after an hour) → claimed by one send → in a message (`seq`) → bytes gone
 *
 * What a crash leaves between two steps is decided by the sweep of pictures (`photo-hold.ts`): a claim without a message
 * goes as a draft does; bytes of a message that holds nothing any more go too.
 */
export interface ChatPhotoRow {
  /** Made of the sender and the key of the upload, so a repeat finds it. */
  _id: string;
  member: string;
  /** Where its forms are stored; null once its bytes are gone. */
  key: string | null;
  width: number;
  height: number;
  uploadedAt: number;
  /** The one send that may use it, by its key; null while it waits. */
  send: string | null;
  claimedAt: number;
  conversation: string | null;
  recipient: string | null;
  /** Row of the message; null until it stands. */
  seq: number | null;
  /** When the recipient uncovered it. */
  acceptedAt: number | null;
}

/** Photos of one member that wait to be sent. The list is the limit: it is only ever written with room. */
export interface PhotoDraftsRow {
  /** The member. */
  _id: string;
  waiting: { photo: string; at: number }[];
}

export const CHAT_PHOTOS = 'chat_photos';
const CHAT_PHOTO_DRAFTS = 'chat_photo_drafts';

/** A draft that is not sent in this time is thrown away. */
export const DRAFT_MS = 60 * 60_000;
/** A send takes a draft a little shorter, so that it never meets the sweep. */
const SENDABLE_MS = DRAFT_MS - 5 * 60_000;
/** A claim this old belongs to nobody's send any more. */
export const CLAIM_MS = 15 * 60_000;
/** So many photos of one member may wait at once. */
export const DRAFTS_AT_ONCE = 10;

export const chatPhotos = ({ connection }: Mongo) => connection.collection<ChatPhotoRow>(CHAT_PHOTOS);
export const photoDrafts = ({ connection }: Mongo) =>
  connection.collection<PhotoDraftsRow>(CHAT_PHOTO_DRAFTS);

/** A draft that no send takes any more, and that the sweep will throw away. */
export const hasWaitedTooLong = ({ send, uploadedAt }: ChatPhotoRow, now: number) =>
  send === null && uploadedAt <= now - SENDABLE_MS;

/** A photo as its message names it. */
export function namedPhoto({ _id: id, width, height }: ChatPhotoRow): ChatPhoto {
  return { id, width, height };
}

/** Takes a place among the member's drafts for this photo, or says there is none. A repeat has its place already. */
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

/** The photo waits no longer: it was sent, thrown away or never stored. */
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
 * Gives a draft to one send. Undefined when there is no such photo of this member, when it waited too long, or when
 * another send has it. The same send gets it again.
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

/** Gives a photo on from a send that became no message, and never will, to the next one of its bubble. */
export function claimPhotoOf(
  mongo: Mongo,
  by: Claimant,
  { _id, send }: Pick<ChatPhotoRow, '_id' | 'send'>,
  now: number,
): Promise<ChatPhotoRow | undefined> {
  // Another try of the same one may have been first.
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
