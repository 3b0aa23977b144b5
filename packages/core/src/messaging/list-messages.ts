import {
  type getMessages,
  type Message,
  type OutputOf,
  ok,
  type ParsedOf,
  type Reaction,
  type Result,
  refuse,
} from '@heartline/contracts';
import { oldestShown } from '@heartline/domain';
import { closedTo } from './closed-to.ts';
import { type ConversationRow, isVisible } from './conversation.repository.ts';
import { isNewest, pageSize, type RowWindow, windowOf } from './history-window.ts';
import { findInbox, type InboxDoc, receivedBy } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { reactionsOf } from './reaction.repository.ts';
import { presentReceipts } from './receipts.ts';
import { presentWithQuotes } from './with-quotes.ts';

type Query = ParsedOf<typeof getMessages>;

/**
 * Visible rows of one of the member's conversations: the newest page; those before, after or around a row; or
 * those since a time. Reads bounded `_id` ranges, since row numbers have no gaps. Rows before a removal, or
 * older than the site shows, are always hidden.
 */
export async function listMessages(
  context: MessagingContext,
  viewer: { member: string; site: string },
  query: Query,
): Promise<Result<OutputOf<typeof getMessages>>> {
  // First of all, so that changes during the read arrive again as events. History can be read without Redis.
  const version = await context.publisher.versionOf(viewer.member).catch(() => null);
  const doc = await findInbox(context.sides, viewer.member, query.conversation);
  if (!doc) return refuse('NOT_FOUND');
  const [end, other, { settings }] = await Promise.all([
    endOf(context, query, doc),
    findInbox(context.sides, doc.profile, query.conversation),
    context.site.settingsOf(viewer.site),
  ]);
  const tail = end.at(-1);
  const blocked = tail && !tail.open ? await closedTo(context, viewer.member, doc.profile) : undefined;
  if (blocked) return { ok: false, refusal: blocked };
  const lastSeq = tail?.n ?? 0;
  const oldest = oldestShown(context.clock.now(), settings);
  const lowest = doc.removedSeq + 1;
  const window = await windowOf(context, query, { lowest, lastSeq, oldest });
  const [[before, ...rows], reactions] = await Promise.all([
    withRowBefore(context, query.conversation, { window, lowest, end }),
    window.to < window.from
      ? undefined
      : reactionsOf(context.mongo, query.conversation, window.from, window.to),
  ]);
  const shown = rows.filter(isVisible).filter((row) => row.at >= oldest);
  const isCut = [before, ...rows].some((row) => row !== undefined && row.at < oldest);
  const messages = await presentWithQuotes(context, shown, { lowest, oldest });
  return ok({
    messages: messages.map((message) => withReactions(message, reactions?.get(message.seq))),
    lastSeq,
    hasOlder: before !== undefined && !isCut,
    ...(window.to < lastSeq && { hasNewer: true as const }),
    ...(isCut && { isCut: true as const }),
    readSeq: doc.readSeq,
    deliveredSeq: other ? receivedBy(other) : 0,
    ...presentReceipts(doc, other),
    version,
  });
}

function withReactions(message: Message, reactions: Reaction[] | undefined): Message {
  return reactions && !message.gone ? { ...message, reactions } : message;
}

/**
 * The end of a conversation, up to its last row. For the newest page one read gets all its rows and the one
 * before, because `lastSeq` is never ahead of the last row. Other queries need only the last row.
 */
function endOf({ conversations }: MessagingContext, query: Query, doc: InboxDoc): Promise<ConversationRow[]> {
  const count = isNewest(query) ? pageSize(query) + 1 : 1;
  return conversations.end(query.conversation, { from: doc.lastSeq - count + 1, count });
}

/**
 * The rows of a window, preceded by one more if the member may know of it. That row says whether and why the
 * page ends here.
 */
async function withRowBefore(
  { conversations }: MessagingContext,
  conversation: string,
  { window: { from, to }, lowest, end }: { window: RowWindow; lowest: number; end: ConversationRow[] },
): Promise<[ConversationRow | undefined, ...ConversationRow[]]> {
  if (to < from) return [undefined];
  const first = from <= lowest ? from : from - 1;
  const isRead = first >= (end[0]?.n ?? Number.POSITIVE_INFINITY);
  const rows = isRead
    ? end.filter(({ n }) => n >= first && n <= to)
    : await conversations.range(conversation, first, to);
  return first === from ? [undefined, ...rows] : [rows[0], ...rows.slice(1)];
}
