import { type ChatPhotoView, ok, photosChanged, type Result, refuse } from '@heartline/contracts';
import { rowId, rowsById } from '@heartline/platform';
import { type ChatPhotoRow, chatPhotos } from './chat-photo.repository.ts';
import { chatPhotoAddress, readChatPhotoAddress } from './chat-photo-address.ts';
import { type ConversationRow, isVisible, MESSAGES } from './conversation.repository.ts';
import { historyStart } from './history-window.ts';
import { findInbox, findInboxes, type InboxDoc, inboxId, setAlwaysShown } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/** A photo of a message the viewer can see now. */
interface Seen {
  photo: ChatPhotoRow & { key: string };
  inbox: InboxDoc;
}

/** Addresses of these photos for the viewer; leaves out those that are gone or not visible to them. */
export async function showChatPhotos(
  context: MessagingContext,
  viewer: string,
  ids: readonly string[],
): Promise<{ photos: ChatPhotoView[] }> {
  const seen = await seenBy(context, viewer, ids);
  return { photos: seen.map((one) => present(context, viewer, one)) };
}

/** The recipient uncovers a photo, and may choose how later ones of the sender are shown. Safe to repeat. */
export async function acceptChatPhoto(
  context: MessagingContext,
  viewer: string,
  id: string,
  always: boolean | undefined,
): Promise<Result<ChatPhotoView>> {
  const [seen] = await seenBy(context, viewer, [id]);
  if (!seen || seen.photo.recipient !== viewer) return refuse('NOT_FOUND');
  const { conversation } = seen.inbox;
  const now = context.clock.now();
  await chatPhotos(context.mongo).updateOne({ _id: id, acceptedAt: null }, { $set: { acceptedAt: now } });
  if (always !== undefined) await setAlwaysShown(context.mongo, viewer, conversation, always);
  await context.publisher.durable(viewer, photosChanged, { conversation });
  const inbox = await findInbox(context.sides, viewer, conversation);
  if (!inbox) return refuse('NOT_FOUND');
  return ok(present(context, viewer, { photo: { ...seen.photo, acceptedAt: now }, inbox }));
}

/** True if the viewer sees this photo uncovered now. */
export async function isShownTo(context: MessagingContext, viewer: string, id: string): Promise<boolean> {
  const [seen] = await seenBy(context, viewer, [id]);
  return seen !== undefined && !isCovered(viewer, seen);
}

/** The bytes behind a signed address. Checks again if the viewer may see that form now. */
export async function readChatPhoto(
  context: MessagingContext,
  viewer: string,
  address: string,
): Promise<{ bytes: Buffer; tag: string } | undefined> {
  const { mediaSecret } = context.config;
  const ticket = readChatPhotoAddress(address, viewer, mediaSecret, context.clock.now());
  if (!ticket) return undefined;
  const [seen] = await seenBy(context, viewer, [ticket.photo]);
  if (!seen || (ticket.size === 'large' && isCovered(viewer, seen))) return undefined;
  const bytes = await context.profiles.pictures.read(seen.photo.key, ticket.size);
  return bytes && { bytes, tag: `"${ticket.photo}-${ticket.size}"` };
}

function present(context: MessagingContext, viewer: string, seen: Seen): ChatPhotoView {
  const covered = isCovered(viewer, seen);
  const ticket = { viewer, photo: seen.photo._id, size: covered ? 'blur' : 'large' } as const;
  return {
    id: seen.photo._id,
    covered,
    always: seen.inbox.alwaysShown === true,
    filename: chatPhotoAddress(ticket, context.config.mediaSecret, context.clock.now()),
  };
}

/** Senders see their own; recipients see it once they accepted it, or all photos of its sender. */
function isCovered(viewer: string, { photo, inbox }: Seen): boolean {
  return photo.member !== viewer && photo.acceptedAt === null && inbox.alwaysShown !== true;
}

/**
 * The photos in messages the viewer can read now, sent or received. A photo must have its bytes and must not
 * be taken back, removed from the list or too old. No block may be between the two.
 */
async function seenBy(context: MessagingContext, viewer: string, ids: readonly string[]): Promise<Seen[]> {
  const { mongo, sides } = context;
  const found = await chatPhotos(mongo)
    .find({ _id: { $in: [...new Set(ids)] } })
    .toArray();
  const sent = found.flatMap((photo) => {
    const { key, conversation, seq, member, recipient } = photo;
    const isTheirs = member === viewer || recipient === viewer;
    return isTheirs && key && conversation && recipient && seq !== null
      ? [{ ...photo, key, conversation, recipient, seq }]
      : [];
  });
  if (sent.length === 0) return [];
  const [rows, inboxes, oldest, closed] = await Promise.all([
    mongo.connection
      .collection<ConversationRow>(MESSAGES)
      .find(rowsById(sent.map(({ conversation, seq }) => rowId(conversation, seq))))
      .toArray(),
    findInboxes(sides, [...new Set(sent.map(({ conversation }) => inboxId(viewer, conversation)))]),
    historyStart(context, viewer),
    closedOthers(context, viewer, sent),
  ]);
  const rowOf = new Map(rows.map((row) => [row._id, row]));
  const inboxOf = new Map(inboxes.map((doc) => [doc.conversation, doc]));
  return sent.flatMap((photo) => {
    const row = rowOf.get(rowId(photo.conversation, photo.seq));
    const inbox = inboxOf.get(photo.conversation);
    if (!row || !inbox || !isVisible(row) || row.gone || row.photo?.id !== photo._id) return [];
    const isReadable = row.n > inbox.removedSeq && row.at >= oldest && !closed.has(inbox.profile);
    return isReadable ? [{ photo, inbox }] : [];
  });
}

/** The other sides that the viewer cannot see: blocked by either, gone, or suspended. */
async function closedOthers(
  { profiles, safety }: MessagingContext,
  viewer: string,
  photos: readonly { member: string; recipient: string }[],
): Promise<Set<string>> {
  const others = [
    ...new Set(photos.map(({ member, recipient }) => (member === viewer ? recipient : member))),
  ];
  const open = await Promise.all(
    others.map(
      async (other) =>
        (await profiles.statusOf(other))?.status === 'active' &&
        (await profiles.meets(viewer, other)) &&
        !(await safety.isBlocked(viewer, other)),
    ),
  );
  return new Set(others.filter((_, index) => !open[index]));
}
