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
 * Takes in a photo that a message will name. `key` is the client's: the same key again gives the same photo, sent or not.
 *
 *   known? → a place among the drafts (the limit) → decoded and drawn anew in its own process → kept as a draft
 *
 * A crash leaves a place, which opens again after an hour, and files nobody holds, which the sweep removes.
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

/** A photo is named after the member and the key of its upload. */
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
  // No send takes it any more, and the sweep has not come yet: this upload is another one.
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
  // Where another gateway took the same upload in, nobody holds our picture, and the sweep takes it.
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

/** Throws a draft away. One that a send has claimed stays; safe to repeat. */
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
