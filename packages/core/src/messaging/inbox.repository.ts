import type { Gone, MessageKind, Toggle } from '@heartline/contracts';
import { cutText } from '@heartline/domain';
import { createLoader, createReadCache, type Mongo, type ReadCache, under } from '@heartline/platform';
import { type ConversationRow, isVisible } from './conversation.repository.ts';

/**
 * One member's side of one conversation. `readSeq`, `receivedSeq` and `removedSeq` are the member's own marks
 * and only grow. Other fields, such as `lastSeq` and the preview, are derived and written late; readers check
 * for newer rows, so a lost write is harmless.
 */
export interface InboxDoc {
  /** `<member>:<conversation>` */
  _id: string;
  member: string;
  conversation: string;
  profile: string;
  lastSeq: number;
  lastAt: number;
  preview: string;
  previewSender: string | null;
  /** The kind of message in the preview, if it is not text. */
  previewKind?: PreviewKind;
  /** Why the previewed row lost its content. Absent in older rows that did not store the reason. */
  previewGone?: Gone | null;
  readSeq: number;
  receivedSeq: number;
  removedSeq: number;
  /** The last row that was visible on a screen; written only while the member's read receipts are on. */
  seenSeq?: number;
  /** True if the other side may see what this side has read; off by default. */
  receipts?: Toggle;
  /** True if the member wants no notifications of this conversation; off by default. */
  mute?: Toggle;
  /** Rows that are being taken back: claimed before this side read them (`unsend-message.ts`). */
  unsent?: number[];
  /** Shows photos of the other side uncovered. */
  alwaysShown?: boolean;
}

/** Content of the newest message besides text. */
export type PreviewKind = Exclude<MessageKind, 'text'> | null;

export const INBOX = 'inbox';
const PREVIEW_LENGTH = 140;
const SIDES_WRITTEN_AT_ONCE = 20;
/** The driver's default batch is about a hundred documents. */
const SIDES_AT_ONCE = 1_000;

export const inboxId = (member: string, conversation: string) => `${member}:${conversation}`;

const inbox = (mongo: Mongo) => mongo.connection.collection<InboxDoc>(INBOX);

/** List data of the newest row of a conversation. */
export interface Bump {
  conversation: string;
  lastSeq: number;
  lastAt: number;
  preview: string;
  previewSender: string;
  previewKind: PreviewKind;
  previewGone: Gone | null;
  members: readonly [string, string];
}

/** The bump of a visible row. */
export function bumpOf(row: ConversationRow): Bump {
  return {
    conversation: row.owner,
    lastSeq: row.n,
    lastAt: row.at,
    ...previewOf(row),
    members: [row.sender, row.recipient],
  };
}

/** The kind of a preview, also for a blanked message; null for text and for hidden rows. */
export function previewKind(row: ConversationRow): PreviewKind {
  return isVisible(row) && row.kind !== 'text' ? row.kind : null;
}

/** The first line of a visible row, cut to fit a list. */
export function preview(row: ConversationRow): string {
  if (!isVisible(row) || row.gone) return '';
  return cutText(row.text.replace(/\s+/g, ' '), PREVIEW_LENGTH);
}

/** List data of a visible row. */
export function previewOf(row: ConversationRow) {
  return {
    preview: preview(row),
    previewSender: row.sender,
    previewKind: previewKind(row),
    previewGone: row.gone ?? null,
  };
}

/** Creates both sides of conversations with their first message. Safe to repeat. */
export async function openInboxes(mongo: Mongo, bumps: Iterable<Bump>): Promise<void> {
  await writeSides(mongo, bumps, (bump, [member, profile]) => ({
    updateOne: {
      filter: { _id: inboxId(member, bump.conversation) },
      update: {
        $setOnInsert: {
          member,
          conversation: bump.conversation,
          profile,
          ...shown(bump),
          readSeq: 0,
          receivedSeq: 0,
          removedSeq: 0,
        },
      },
      upsert: true,
    },
  }));
}

/** Replaces the preview of a blanked row by the reason, if it is the newest. */
export async function clearPreviews(mongo: Mongo, row: ConversationRow): Promise<void> {
  const sides = [inboxId(row.sender, row.owner), inboxId(row.recipient, row.owner)];
  // One after the other: a joint write could hold one side while it waits for a bulk that holds the other.
  for (const _id of sides) {
    await inbox(mongo).updateOne({ _id, lastSeq: row.n }, { $set: previewOf(row) });
  }
}

/** Moves both sides of each conversation forward to its newest row. */
export async function bumpInboxes(mongo: Mongo, bumps: Iterable<Bump>): Promise<void> {
  await writeSides(mongo, bumps, (bump, [member]) => ({
    updateOne: {
      filter: { _id: inboxId(member, bump.conversation), lastSeq: { $lt: bump.lastSeq } },
      update: { $set: shown(bump) },
    },
  }));
}

interface SideUpdate {
  updateOne: { filter: { _id: string }; update: object; upsert?: true };
}

/** Writes both sides of each conversation; `operation` gets the member of the side and the other one. */
async function writeSides(
  mongo: Mongo,
  bumps: Iterable<Bump>,
  operation: (bump: Bump, side: readonly [member: string, profile: string]) => SideUpdate,
): Promise<void> {
  const operations = [...bumps].flatMap((bump) => {
    const [a, b] = bump.members;
    return [operation(bump, [a, b]), operation(bump, [b, a])];
  });
  // In order of `_id`, so that two workers never deadlock on each other's rows.
  operations.sort((x, y) => (x.updateOne.filter._id < y.updateOne.filter._id ? -1 : 1));
  // A few at a time: the database runs a bulk without a break, and messages would wait behind a long one.
  for (let first = 0; first < operations.length; first += SIDES_WRITTEN_AT_ONCE) {
    await inbox(mongo).bulkWrite(operations.slice(first, first + SIDES_WRITTEN_AT_ONCE), { ordered: false });
  }
}

function shown(bump: Bump) {
  const { lastSeq, lastAt, preview: line, previewSender, previewKind: kind, previewGone } = bump;
  return { lastSeq, lastAt, preview: line, previewSender, previewKind: kind, previewGone };
}

/** Sets how photos of the other side are shown to the member. */
export async function setAlwaysShown(
  mongo: Mongo,
  member: string,
  conversation: string,
  alwaysShown: boolean,
): Promise<void> {
  await inbox(mongo).updateOne({ _id: inboxId(member, conversation) }, { $set: { alwaysShown } });
}

/** Sets one of the switches of a side; each call raises its revision. */
export async function pressToggle(
  mongo: Mongo,
  { member, conversation }: Pick<InboxDoc, 'member' | 'conversation'>,
  which: 'receipts' | 'mute',
  on: boolean,
): Promise<void> {
  await inbox(mongo).updateOne(
    { _id: inboxId(member, conversation) },
    { $set: { [`${which}.on`]: on }, $inc: { [`${which}.rev`]: 1 } },
  );
}

/** Sides of conversations by `_id`, uncached: concurrent look-ups share one query. */
export interface Sides extends Pick<ReadCache<InboxDoc>, 'get' | 'getMany'> {
  /** The delivery marks of the given sides, by conversation. */
  received(ids: readonly string[]): Promise<Map<string, number>>;
}

/** The sides as read by this process. */
export function createSides(mongo: Mongo): Sides {
  const wholes = createReadCache<InboxDoc>({ ttlMs: 0, max: 1, now: Date.now }, async (ids) => {
    const docs = await inbox(mongo)
      .find({ _id: { $in: [...ids] } }, { batchSize: ids.length + 1 })
      .toArray();
    return new Map(docs.map((doc) => [doc._id, doc]));
  });
  const marks = createLoader((ids) => receivedMarks(mongo, ids));
  return {
    ...wholes,
    async received(ids) {
      const docs = await Promise.all(ids.map((id) => marks.load(id)));
      return new Map(docs.flatMap((doc) => (doc ? [[doc.conversation, receivedBy(doc)]] : [])));
    },
  };
}

/** One side of a conversation; undefined if the member is not part of it. */
export function findInbox(sides: Sides, member: string, conversation: string): Promise<InboxDoc | undefined> {
  return sides.get(inboxId(member, conversation));
}

/** Several sides at once. */
export async function findInboxes(sides: Sides, ids: readonly string[]): Promise<InboxDoc[]> {
  return [...(await sides.getMany(ids)).values()];
}

type ReceivedMarks = Pick<InboxDoc, '_id' | 'conversation' | 'receivedSeq' | 'readSeq'>;

/** Lists need this for each of their lines. Reading all fourteen fields would cost half as much again. */
async function receivedMarks(mongo: Mongo, ids: readonly string[]): Promise<Map<string, ReceivedMarks>> {
  const docs = await inbox(mongo)
    .find({ _id: { $in: [...ids] } }, { batchSize: ids.length + 1 })
    .project<ReceivedMarks>({ conversation: 1, receivedSeq: 1, readSeq: 1 })
    .toArray();
  return new Map(docs.map((doc) => [doc._id, doc]));
}

/** The delivery mark of a side: a read row counts as received. */
export function receivedBy({ receivedSeq, readSeq }: Pick<InboxDoc, 'receivedSeq' | 'readSeq'>): number {
  return Math.max(receivedSeq, readSeq);
}

/** The partners of a member's conversations, in order of the conversations: one page after `after`. */
export async function partnersAfter(
  mongo: Mongo,
  member: string,
  after: string,
  most: number,
): Promise<Pick<InboxDoc, 'conversation' | 'profile'>[]> {
  return inbox(mongo)
    .find({ _id: { $gt: inboxId(member, after), $lt: under(member).$lt } })
    .project<Pick<InboxDoc, 'conversation' | 'profile'>>({ _id: 0, conversation: 1, profile: 1 })
    .sort({ _id: 1 })
    .limit(most)
    .toArray();
}

/** All sides of one member, in no order. They are small, and lists show them page by page. */
export async function inboxOf(mongo: Mongo, member: string): Promise<InboxDoc[]> {
  return inbox(mongo)
    .find({ _id: under(member) }, { batchSize: SIDES_AT_ONCE })
    .toArray();
}
