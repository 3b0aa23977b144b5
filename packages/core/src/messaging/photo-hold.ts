import {
  type ChatPhotoRow,
  CLAIM_MS,
  chatPhotos,
  DRAFT_MS,
  leaveDraftPlace,
} from './chat-photo.repository.ts';
import { type ConversationRow, isVisible, messageKey } from './conversation.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

type Held = 'held' | 'waiting' | 'free';

/**
 * Says if a message or a draft still needs the picture stored under `key`. The sweep of pictures asks before
 * it deletes. One conditional write here deletes an expired draft or claim, so a concurrent send either has
 * it or is refused.
 */
export async function photoHold(context: MessagingContext, key: string): Promise<Held> {
  const { mongo, clock } = context;
  const row = await chatPhotos(mongo).findOne({ key });
  if (!row) return 'free';
  const message = await messageOf(context, row);
  if (message) return message.gone ? releasePhoto(context, row) : hold(context, row, message);
  const now = clock.now();
  const isCurrent = row.send === null ? row.uploadedAt > now - DRAFT_MS : row.claimedAt > now - CLAIM_MS;
  if (isCurrent) return 'waiting';
  const { _id, send, claimedAt, member } = row;
  const given = await chatPhotos(mongo).deleteMany({ _id, send, claimedAt, seq: null });
  if (given.deletedCount !== 1) return 'waiting';
  await leaveDraftPlace(mongo, member, _id);
  return 'free';
}

/**
 * The message of the photo: at its stored place if there is one, otherwise under the key of the send. Earlier
 * versions stored a send `x.2` as `x`, so the place comes first.
 */
async function messageOf(
  { conversations }: Pick<MessagingContext, 'conversations'>,
  { _id, send, conversation, member, seq }: ChatPhotoRow,
): Promise<ConversationRow | undefined> {
  if (send === null || conversation === null) return undefined;
  const row =
    seq === null
      ? await conversations.find(conversation, messageKey(member, send))
      : (await conversations.range(conversation, seq, seq))[0];
  return row && isVisible(row) && row.photo?.id === _id ? row : undefined;
}

/** A crash skipped the note that the photo was sent. */
async function hold(context: MessagingContext, row: ChatPhotoRow, message: ConversationRow): Promise<Held> {
  await chatPhotos(context.mongo).updateOne({ _id: row._id, seq: null }, { $set: { seq: message.n } });
  await leaveDraftPlace(context.mongo, row.member, row._id);
  return 'held';
}

/** Its message has no content any more: recalled, unsent or removed. */
async function releasePhoto({ mongo }: MessagingContext, { _id, member }: ChatPhotoRow): Promise<Held> {
  await chatPhotos(mongo).updateOne({ _id }, { $set: { key: null } });
  await leaveDraftPlace(mongo, member, _id);
  return 'free';
}

/** The message of a photo is stored: holds its files and frees its draft place. Safe to repeat. */
export async function notePhotoSent(context: MessagingContext, message: ConversationRow): Promise<void> {
  if (!message.photo) return;
  const { id } = message.photo;
  const { mongo, profiles } = context;
  const noted = await chatPhotos(mongo).findOneAndUpdate(
    { _id: id, member: message.sender, seq: null },
    { $set: { seq: message.n, conversation: message.owner, recipient: message.recipient } },
  );
  if (!noted?.key) return;
  await profiles.pictures.hold(noted.key, noted.uploadedAt);
  await leaveDraftPlace(mongo, message.sender, id);
}

type Named = Pick<ConversationRow, 'photo' | 'sender'>;

/** Called before a message is blanked: from here on the sweep checks if its photo is still needed. */
export async function loosenPhotoOf(context: MessagingContext, message: Named): Promise<void> {
  const key = await keyOf(context, message);
  if (key) await context.profiles.pictures.loosen(message.sender, key);
}

/** Deletes the bytes of a photo whose message was blanked. Safe to repeat. */
export async function dropPhotoOf(context: MessagingContext, message: Named): Promise<void> {
  const key = await keyOf(context, message);
  if (!key) return;
  await context.profiles.pictures.remove(message.sender, key);
  await chatPhotos(context.mongo).updateOne({ key }, { $set: { key: null } });
}

async function keyOf({ mongo }: MessagingContext, { photo, sender }: Named): Promise<string | null> {
  if (!photo) return null;
  return (await chatPhotos(mongo).findOne({ _id: photo.id, member: sender }))?.key ?? null;
}
