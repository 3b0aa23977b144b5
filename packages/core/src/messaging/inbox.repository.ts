import type { Gone, MessageKind, Toggle } from '@heartline/contracts';
import { cutText } from '@heartline/domain';
import { createLoader, createReadCache, type Mongo, type ReadCache, under } from '@heartline/platform';
import { type ConversationRow, isVisible } from './conversation.repository.ts';

/**
 * One member's side of one conversation. `readSeq`, `receivedSeq` and `removedSeq` are the member's own marks and only
 * move forward. `lastSeq`, `lastAt` and the preview are derived from the conversation, written after the ack and
 * merged; whoever reads them checks for newer rows, so a lost write costs a read and never a wrong answer.
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
  /** What the preview is of, where that is more than words. */
  previewKind?: PreviewKind;
  /** What became of the row the preview is of; where it is left out, nobody wrote down why one without words has none. */
  previewGone?: Gone | null;
  readSeq: number;
  receivedSeq: number;
  removedSeq: number;
  /** The last row this side had on a screen; written only while its read receipts are on. */
  seenSeq?: number;
  /** Whether this side lets the other see what it has read; off where nothing is said. */
  receipts?: Toggle;
  /** Whether the member wants to be told of nothing that comes; not where nothing is said. */
  mute?: Toggle;
  /** Rows that are being taken back: claimed before this side read them (`unsend-message.ts`). */
  unsent?: number[];
  /** Photos of the other side are shown without asking. */
  alwaysShown?: boolean;
}

/** What the newest message holds besides text. */
export type PreviewKind = Exclude<MessageKind, 'text'> | null;

export const INBOX = 'inbox';
const PREVIEW_LENGTH = 140;
const SIDES_WRITTEN_AT_ONCE = 20;
/** The engine gives more than a hundred in pieces unless asked for. */
const SIDES_AT_ONCE = 1_000;

export const inboxId = (member: string, conversation: string) => `${member}:${conversation}`;

const inbox = (mongo: Mongo) => mongo.connection.collection<InboxDoc>(INBOX);

/** What the newest row of a conversation says about it. */
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

/** The kind that a preview names, also of a message that was taken back; null for text and for rows nobody sees. */
export function previewKind(row: ConversationRow): PreviewKind {
  return isVisible(row) && row.kind !== 'text' ? row.kind : null;
}

/** The first line of a visible row, cut to fit a list. */
export function preview(row: ConversationRow): string {
  if (!isVisible(row) || row.gone) return '';
  return cutText(row.text.replace(/\s+/g, ' '), PREVIEW_LENGTH);
}

/** What lists show of a visible row. */
export function previewOf(row: ConversationRow) {
  return {
    preview: preview(row),
    previewSender: row.sender,
    previewKind: previewKind(row),
    previewGone: row.gone ?? null,
  };
}

/** Makes both sides of conversations known, once, with their first message. Safe to repeat. */
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

/** Lists show of a row whose content is gone what became of it, where it is the newest. */
export async function clearPreviews(mongo: Mongo, row: ConversationRow): Promise<void> {
  const sides = [inboxId(row.sender, row.owner), inboxId(row.recipient, row.owner)];
  // One after the other: a write over both would hold one while it waits for a bulk that holds the other.
  for (const _id of sides) {
    await inbox(mongo).updateOne({ _id, lastSeq: row.n }, { $set: previewOf(row) });
  }
}

/** Moves both sides of each conversation to its newest row, never back. */
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

/** Writes both sides of each conversation; `operation` is told whose side it is, and who the other one is. */
async function writeSides(
  mongo: Mongo,
  bumps: Iterable<Bump>,
  operation: (bump: Bump, side: readonly [member: string, profile: string]) => SideUpdate,
): Promise<void> {
  const operations = [...bumps].flatMap((bump) => {
    const [a, b] = bump.members;
    return [operation(bump, [a, b]), operation(bump, [b, a])];
  });
  // In order of `_id`, so that two workers never wait for each other's rows.
  operations.sort((x, y) => (x.updateOne.filter._id < y.updateOne.filter._id ? -1 : 1));
  // A few at a time: the engine works on a bulk without pause, and messages would wait behind a long one.
  for (let first = 0; first < operations.length; first += SIDES_WRITTEN_AT_ONCE) {
    await inbox(mongo).bulkWrite(operations.slice(first, first + SIDES_WRITTEN_AT_ONCE), { ordered: false });
  }
}

function shown(bump: Bump) {
  const { lastSeq, lastAt, preview: line, previewSender, previewKind: kind, previewGone } = bump;
  return { lastSeq, lastAt, preview: line, previewSender, previewKind: kind, previewGone };
}

/** Says how photos of the other side are shown to the member from now on. */
export async function setAlwaysShown(
  mongo: Mongo,
  member: string,
  conversation: string,
  alwaysShown: boolean,
): Promise<void> {
  await inbox(mongo).updateOne({ _id: inboxId(member, conversation) }, { $set: { alwaysShown } });
}

/** Presses one of the switches of a side; each press counts. */
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

/** Sides of conversations by `_id`, as the engine has them now: look-ups of all callers gather, nothing is remembered. */
export interface Sides extends Pick<ReadCache<InboxDoc>, 'get' | 'getMany'> {
  /** How far the given sides have got their conversations, by conversation. */
  received(ids: readonly string[]): Promise<Map<string, number>>;
}

/** The sides, as this process reads them. */
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

/** One side of a conversation; nothing when the member is not part of it. */
export function findInbox(sides: Sides, member: string, conversation: string): Promise<InboxDoc | undefined> {
  return sides.get(inboxId(member, conversation));
}

/** Several sides at once. */
export async function findInboxes(sides: Sides, ids: readonly string[]): Promise<InboxDoc[]> {
  return [...(await sides.getMany(ids)).values()];
}

type ReceivedMarks = Pick<InboxDoc, '_id' | 'conversation' | 'receivedSeq' | 'readSeq'>;

/** Lists ask this of as many sides as they have lines: fourteen fields would cost them half as much again. */
async function receivedMarks(mongo: Mongo, ids: readonly string[]): Promise<Map<string, ReceivedMarks>> {
  const docs = await inbox(mongo)
    .find({ _id: { $in: [...ids] } }, { batchSize: ids.length + 1 })
    .project<ReceivedMarks>({ conversation: 1, receivedSeq: 1, readSeq: 1 })
    .toArray();
  return new Map(docs.map((doc) => [doc._id, doc]));
}

/** How far a side has got its conversation: what was read was received. */
export function receivedBy({ receivedSeq, readSeq }: Pick<InboxDoc, 'receivedSeq' | 'readSeq'>): number {
  return Math.max(receivedSeq, readSeq);
}

/** With whom a member is in a conversation, in the order of the conversations: so many after `after`. */
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
