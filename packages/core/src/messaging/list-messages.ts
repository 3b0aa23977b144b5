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
import { type RowWindow, windowOf } from './history-window.ts';
import { findInbox } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { reactionsOf } from './reaction.repository.ts';
import { presentReceipts } from './receipts.ts';
import { presentWithQuotes } from './with-quotes.ts';

/**
 * Visible rows of one of the member's conversations: the newest page, those before, after or around a row, or those from
 * a moment on. Bounded `_id` ranges, since rows are dense. Rows older than the site shows, and those before a removal,
 * are hidden, whatever is asked for.
 */
export async function listMessages(
  context: MessagingContext,
  viewer: { member: string; site: string },
  query: ParsedOf<typeof getMessages>,
): Promise<Result<OutputOf<typeof getMessages>>> {
  const [doc, version] = await Promise.all([
    findInbox(context.mongo, viewer.member, query.conversation),
    // Before the rows, so that what changes meanwhile comes again as an event. History can be read without Redis.
    context.publisher.versionOf(viewer.member).catch(() => null),
  ]);
  if (!doc) return refuse('NOT_FOUND');
  const [tail, other, { settings }] = await Promise.all([
    context.conversations.freshTail(query.conversation),
    findInbox(context.mongo, doc.profile, query.conversation),
    context.site.settingsOf(viewer.site),
  ]);
  const blocked = tail && !tail.open ? await closedTo(context, viewer.member, doc.profile) : undefined;
  if (blocked) return { ok: false, refusal: blocked };
  const lastSeq = tail?.n ?? 0;
  const oldest = oldestShown(context.clock.now(), settings);
  const lowest = doc.removedSeq + 1;
  const window = await windowOf(context, query, { lowest, lastSeq, oldest });
  // One row more than the page, which says whether and why it ends here.
  const [before, ...rows] = await withRowBefore(context, query.conversation, window, lowest);
  const shown = rows.filter(isVisible).filter((row) => row.at >= oldest);
  const isCut = [before, ...rows].some((row) => row !== undefined && row.at < oldest);
  const [messages, reactions] = await Promise.all([
    presentWithQuotes(context, shown, { lowest, oldest }),
    shown.length === 0 ? undefined : reactionsOf(context.mongo, query.conversation, window.from, window.to),
  ]);
  return ok({
    messages: messages.map((message) => withReactions(message, reactions?.get(message.seq))),
    lastSeq,
    hasOlder: before !== undefined && !isCut,
    ...(window.to < lastSeq && { hasNewer: true as const }),
    ...(isCut && { isCut: true as const }),
    readSeq: doc.readSeq,
    deliveredSeq: other ? Math.max(other.receivedSeq, other.readSeq) : 0,
    ...presentReceipts(doc, other),
    version,
  });
}

function withReactions(message: Message, reactions: Reaction[] | undefined): Message {
  return reactions && !message.gone ? { ...message, reactions } : message;
}

/** The rows of a window, and first the one before it, where there is one that the member may know of. */
async function withRowBefore(
  { conversations }: MessagingContext,
  conversation: string,
  { from, to }: RowWindow,
  lowest: number,
): Promise<[ConversationRow | undefined, ...ConversationRow[]]> {
  if (from <= lowest || to < from) return [undefined, ...(await conversations.range(conversation, from, to))];
  const [before, ...rows] = await conversations.range(conversation, from - 1, to);
  return [before, ...rows];
}
