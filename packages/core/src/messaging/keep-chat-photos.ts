import { type ChatPhotoRow, chatPhotos, photoDrafts } from './chat-photo.repository.ts';
import type { ConversationRow } from './conversation.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { isShownTo } from './show-chat-photos.ts';

/**
 * The picture of a message for a member's archive: their own, and those of others that they see uncovered
 * now.
 */
export async function photoToKeep(
  context: MessagingContext,
  member: string,
  row: ConversationRow,
): Promise<{ name: string; bytes: Buffer } | undefined> {
  const bytes = row.gone ? undefined : await bytesFor(context, member, row);
  return bytes && { name: `chat-${row.owner.slice(0, 8)}-${row.n}`, bytes };
}

/**
 * The picture of a message for operators after the recipient reported it: uncovered, since they must judge
 * it.
 */
export async function photoToReport(
  context: MessagingContext,
  { photo, gone }: ConversationRow,
): Promise<Buffer | undefined> {
  if (!photo || gone) return undefined;
  const row = await chatPhotos(context.mongo).findOne({ _id: photo.id });
  return row?.key ? context.profiles.pictures.read(row.key, 'large') : undefined;
}

async function bytesFor(context: MessagingContext, member: string, { photo, sender }: ConversationRow) {
  if (!photo) return undefined;
  if (sender !== member && !(await isShownTo(context, member, photo.id))) return undefined;
  const row: ChatPhotoRow | null = await chatPhotos(context.mongo).findOne({ _id: photo.id });
  return row?.key ? context.profiles.pictures.read(row.key, 'large') : undefined;
}

/**
 * Deletes the data about an erased member's photos; their files are deleted with all pictures of the member.
 */
export async function eraseChatPhotos({ mongo, profiles }: MessagingContext, member: string): Promise<void> {
  for await (const { key } of chatPhotos(mongo).find({ member })) {
    if (key) await profiles.pictures.remove(member, key);
  }
  await chatPhotos(mongo).deleteMany({ member });
  await photoDrafts(mongo).deleteMany({ _id: member });
}
