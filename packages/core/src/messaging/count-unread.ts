import { UNREAD_COUNTED } from '@heartline/domain';
import { rowId } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES } from './conversation.repository.ts';
import { historyStart } from './history-window.ts';
import type { InboxDoc } from './inbox.repository.ts';
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

/** The rows among which unread ones may be; nothing when everything was read. */
function unreadRange(doc: InboxDoc): { from: number; to: number } | undefined {
  const above = Math.max(doc.readSeq, doc.removedSeq);
  if (doc.lastSeq <= above) return undefined;
  return { from: Math.max(above + 1, doc.lastSeq - UNREAD_WINDOW + 1), to: doc.lastSeq };
}

type CountedRow = Pick<ConversationRow, 'owner' | 'kind' | 'gone' | 'sender' | 'at'>;

/**
 * The other side's visible rows above the read mark, counted to one more than the badge shows. What is too old to be
 * shown can't be read any more, so it does not count.
 */
function countedOf(rows: readonly CountedRow[], doc: InboxDoc, oldest: number): number {
  const unread = rows.filter(
    (row) => isVisible(row) && !row.gone && row.sender !== doc.member && row.at >= oldest,
  ).length;
  return Math.min(unread, UNREAD_COUNTED);
}

/** The unread count of one conversation. */
export async function countUnread(context: MessagingContext, doc: InboxDoc): Promise<number> {
  const range = unreadRange(doc);
  if (!range) return 0;
  const [rows, oldest] = await Promise.all([
    context.conversations.range(doc.conversation, range.from, range.to),
    historyStart(context, doc.member),
  ]);
  return countedOf(rows, doc, oldest);
}

/** The unread counts of many conversations of one member: where few rows stand above the mark, one read finds them. */
export async function countAllUnread(
  context: MessagingContext,
  docs: readonly InboxDoc[],
): Promise<Summary[]> {
  const ids: string[] = [];
  const gathered = new Set<InboxDoc>();
  for (const doc of docs) {
    const { from, to } = unreadRange(doc) ?? { from: 1, to: 0 };
    if (to < from || to - from >= FEW_ROWS || ids.length >= ROWS_AT_ONCE) continue;
    for (let n = from; n <= to; n += 1) ids.push(rowId(doc.conversation, n));
    gathered.add(doc);
  }
  const byConversation = Map.groupBy(await countedRows(context, ids), ({ owner }) => owner);
  const oldest = docs[0] ? await historyStart(context, docs[0].member) : 0;
  return Promise.all(
    docs.map(async (doc) => {
      if (!gathered.has(doc)) return { doc, unread: await countUnread(context, doc) };
      return { doc, unread: countedOf(byConversation.get(doc.conversation) ?? [], doc, oldest) };
    }),
  );
}

async function countedRows(context: MessagingContext, ids: readonly string[]): Promise<CountedRow[]> {
  if (ids.length === 0) return [];
  return context.mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .find({ _id: { $in: [...ids] } })
    .project<CountedRow>({ owner: 1, kind: 1, gone: 1, sender: 1, at: 1 })
    .toArray();
}
