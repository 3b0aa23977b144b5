import { UNREAD_COUNTED } from '@heartline/domain';
import { rowId, rowRange, rowsById } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES, VISIBLE_KINDS } from './conversation.repository.ts';
import { historyStart } from './history-window.ts';
import { type InboxDoc, previewOf } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/** Rows looked at for one unread count, so a long silence stays cheap. The badge stops at 99+. */
const UNREAD_WINDOW = 500;

/** A conversation with fewer rows than this above its mark is counted together with others, so many rows at once. */
const FEW_ROWS = 40;
const ROWS_AT_ONCE = 1_000;

/** One side of a conversation, brought up to its newest row. */
export interface Summary {
  doc: InboxDoc;
  unread: number;
}

/** What some rows of a conversation say together, counted where they are stored. */
interface Counted {
  /** The conversation. */
  _id: string;
  last: number;
  /** The last row after which no message may follow; 0 when there is none. */
  closed: number;
  unread: number;
}

/**
 * Counts rows by conversation. Unread are the other side's visible rows above `above`, as long as they hold something;
 * what is too old to be shown can't be read any more, so it does not count.
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

/** The rows among which unread ones may be; nothing when everything was read. */
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
 * Where a conversation stands for one side whose marks are these: its newest row, whether messages may follow it, and
 * what is unread. Who has read everything, as most do, costs one look-up shared with others; else one read from the
 * mark, or from the row the side knows of, to the end.
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
 * Sides of one member, each up to its newest row and with its unread count. Conversations are numbered without holes,
 * so a document is stale exactly when row `lastSeq + 1` exists: that row of each and, where they are few, the rows above
 * its mark are asked for at once; only what proves stale, or has many unread, is read by itself.
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

/** Which rows tell all of these, and of which conversations also what is unread. */
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

/** The document as its newest visible row makes it; the same one when no visible row is newer. */
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
