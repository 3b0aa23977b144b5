import { UNREAD_COUNTED } from '@heartline/domain';
import { rowId, rowRange, rowsById } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES, VISIBLE_KINDS } from './conversation.repository.ts';
import { historyStart } from './history-window.ts';
import { type InboxDoc, previewOf } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/**
 * Maximum number of rows in one unread count; the badge stops at 99+. It keeps the count cheap after a long
 * absence.
 */
const UNREAD_WINDOW = 500;

/** Conversations with fewer rows than this above the mark are counted together. */
const FEW_ROWS = 40;
const ROWS_AT_ONCE = 1_000;

/** One side of a conversation, updated to its newest row. */
export interface Summary {
  doc: InboxDoc;
  unread: number;
}

/** Figures of some rows of one conversation, counted in the database. */
interface Counted {
  /** The conversation. */
  _id: string;
  last: number;
  /** The last row that closed the conversation; 0 if there is none. */
  closed: number;
  unread: number;
}

/**
 * Counts rows by conversation. A row is unread if the other side wrote it, it is above `above`, and it still
 * has content. Rows too old to be shown do not count.
 */
async function countRows(
  context: MessagingContext,
  which: ReturnType<typeof rowRange> | ReturnType<typeof rowsById>,
  { member, above = 0 }: { member: string; above?: number },
): Promise<Counted[]> {
  const isUnread = {
    $and: [
      { $gt: ['$n', above] },
      { $ne: ['$sender', member] },
      { $in: ['$kind', VISIBLE_KINDS] },
      { $not: ['$gone'] },
      { $gte: ['$at', await historyStart(context, member)] },
    ],
  };
  return context.mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .aggregate<Counted>(
      [
        { $match: which },
        {
          $group: {
            _id: '$owner',
            last: { $max: '$n' },
            closed: { $max: { $cond: ['$open', 0, '$n'] } },
            unread: { $sum: { $cond: [isUnread, 1, 0] } },
          },
        },
      ],
      { batchSize: ROWS_AT_ONCE },
    )
    .toArray();
}

const shownCount = (counted: Counted | undefined) => Math.min(counted?.unread ?? 0, UNREAD_COUNTED);

const readTo = ({ readSeq, removedSeq }: InboxDoc) => Math.max(readSeq, removedSeq);

/** The range that may contain unread rows; undefined if everything was read. */
function unreadRange(doc: InboxDoc): { from: number; to: number } | undefined {
  const above = readTo(doc);
  if (doc.lastSeq <= above) return undefined;
  return { from: Math.max(above + 1, doc.lastSeq - UNREAD_WINDOW + 1), to: doc.lastSeq };
}

/** The unread count of one conversation, up to the row that the side knows of. */
export async function countUnread(context: MessagingContext, doc: InboxDoc): Promise<number> {
  const range = unreadRange(doc);
  if (!range) return 0;
  const rows = rowRange(doc.conversation, range.from, range.to);
  const [counted] = await countRows(context, rows, doc);
  return shownCount(counted);
}

/**
 * The newest row, open state and unread count of a conversation for one side. A side that has read
 * everything, the usual case, costs one look-up shared with others. Otherwise it costs one read from the
 * mark, or from the known row, to the end.
 */
export async function statusOf(
  context: MessagingContext,
  doc: InboxDoc,
): Promise<{ last: number; isOpen: boolean; unread: number }> {
  const above = readTo(doc);
  const tail = await context.conversations.freshTail(doc.conversation);
  if (tail && tail.n <= above) return { last: tail.n, isOpen: tail.open, unread: 0 };
  const from = Math.max(1, Math.min(above, doc.lastSeq), doc.lastSeq - UNREAD_WINDOW + 1);
  const [counted] = await countRows(context, rowRange(doc.conversation, from), { member: doc.member, above });
  const last = counted?.last ?? 0;
  const isWhole = last - above <= UNREAD_WINDOW;
  const unread = isWhole ? shownCount(counted) : await countUnread(context, { ...doc, lastSeq: last });
  return { last, isOpen: last === 0 || counted?.closed !== last, unread };
}

/**
 * Sides of one member, each updated to its newest row and with its unread count. Rows have no gaps, so a side
 * is stale exactly if row `lastSeq + 1` exists. One query reads those rows, and the few rows above each mark;
 * a stale side or one with many unread rows needs its own read.
 */
export async function countAll(context: MessagingContext, docs: readonly InboxDoc[]): Promise<Summary[]> {
  const [first] = docs;
  if (!first) return [];
  const { ids, gathered } = rowsOf(docs);
  const counted = await countRows(context, rowsById(ids), first);
  const byConversation = new Map(counted.map((one) => [one._id, one]));
  return Promise.all(
    docs.map(async (doc) => {
      const found = byConversation.get(doc.conversation);
      const newest = found && found.last > doc.lastSeq ? await refreshed(context, doc) : doc;
      const isCounted = newest === doc && gathered.has(doc);
      return { doc: newest, unread: isCounted ? shownCount(found) : await countUnread(context, newest) };
    }),
  );
}

/** Ids of the rows to read for these sides, and the sides whose unread rows are among them. */
function rowsOf(docs: readonly InboxDoc[]): { ids: string[]; gathered: Set<InboxDoc> } {
  const ids = docs.map((doc) => rowId(doc.conversation, doc.lastSeq + 1));
  const gathered = new Set<InboxDoc>();
  for (const doc of docs) {
    const { from, to } = unreadRange(doc) ?? { from: 1, to: 0 };
    if (to - from >= FEW_ROWS || ids.length >= docs.length + ROWS_AT_ONCE) continue;
    for (let n = from; n <= to; n += 1) ids.push(rowId(doc.conversation, n));
    gathered.add(doc);
  }
  return { ids, gathered };
}

/** The document updated to its newest visible row; the same document if there is no newer one. */
async function refreshed(context: MessagingContext, doc: InboxDoc): Promise<InboxDoc> {
  const tail = await context.conversations.freshTail(doc.conversation);
  if (!tail) return doc;
  const rows = await context.conversations.range(doc.conversation, doc.lastSeq + 1, tail.n);
  const last = rows.findLast(isVisible);
  if (!last) return doc;
  return {
    ...doc,
    lastSeq: last.n,
    lastAt: last.at,
    ...previewOf(last),
  };
}
