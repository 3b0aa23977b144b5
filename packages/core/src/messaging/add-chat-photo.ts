import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type ChatPhoto, ok, type Result, refuse } from '@heartline/contracts';
import { failpoint, insertOnce, takeOut } from '@heartline/platform';
import {
  type ChatPhotoRow,
  chatPhotos,
  DRAFTS_AT_ONCE,
  hasWaitedTooLong,
  leaveDraftPlace,
  namedPhoto,
  takeDraftPlace,
} from './chat-photo.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/**
 * Stores an uploaded photo as a draft that a message may use. `key` is the client's: the same key gives the
 * same photo, sent or not.
 *
 * 1. Look for an earlier upload with this key.
 * 2. Reserve a place among the member's drafts; their number is limited.
 * 3. Decode and re-encode the photo in its own process.
 * 4. Store the draft.
 *
 * A crash leaves a place, which expires after an hour, and unused files, which the sweep removes.
 */
export function addChatPhoto(
  context: MessagingContext,
  member: string,
  key: string,
  bytes: Readable | Uint8Array,
): Promise<Result<ChatPhoto>> {
  return context.profiles.pictures.inTurn(member, () =>
    add(context, member, chatPhotoId(member, key), bytes),
  );
}

/** The id of a photo, made of the member and the key of its upload. */
function chatPhotoId(member: string, key: string): string {
  return createHash('sha256').update(`chat ${member} ${key}`).digest('hex').slice(0, 24);
}

async function add(
  context: MessagingContext,
  member: string,
  id: string,
  bytes: Readable | Uint8Array,
): Promise<Result<ChatPhoto>> {
  const { mongo, clock } = context;
  const known = await chatPhotos(mongo).findOne({ _id: id });
  if (known && !hasWaitedTooLong(known, clock.now())) return ok(namedPhoto(known));
  // The draft is too old to send, and the sweep has not removed it yet: treat this as a new upload.
  if (known) await discardChatPhoto(context, member, id);
  if (!(await takeDraftPlace(mongo, member, id, clock.now())))
    return refuse('PHOTO_DRAFTS', { values: { limit: DRAFTS_AT_ONCE } });
  const stored = await context.profiles.pictures.take(member, bytes);
  if (!stored.ok) {
    await leaveDraftPlace(mongo, member, id);
    return stored;
  }
  failpoint('chat-photo:after-store');
  const row = draftOf(id, member, stored.value, clock.now());
  // If another gateway stored the same upload first, our picture is unused and the sweep removes it.
  return ok(namedPhoto((await insertOnce(chatPhotos(mongo), row)) ?? row));
}

function draftOf(
  id: string,
  member: string,
  { key, width, height }: { key: string; width: number; height: number },
  now: number,
): ChatPhotoRow {
  return {
    _id: id,
    member,
    key,
    width,
    height,
    uploadedAt: now,
    send: null,
    claimedAt: now,
    conversation: null,
    recipient: null,
    seq: null,
    acceptedAt: null,
  };
}

/** Deletes a draft. A draft that a send has claimed stays; safe to repeat. */
export async function discardChatPhoto(
  { mongo, profiles }: MessagingContext,
  member: string,
  photo: string,
): Promise<void> {
  const draft = await takeOut(chatPhotos(mongo), { _id: photo, member, send: null, seq: null });
  if (!draft) return;
  if (draft.key) await profiles.pictures.remove(member, draft.key);
  await leaveDraftPlace(mongo, member, photo);
}
