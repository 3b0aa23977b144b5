import {
  type getMessages,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import { closedTo } from './closed-to.ts';
import { type ConversationRow, isVisible, presentMessage } from './conversation.repository.ts';
import { findInbox, type InboxDoc } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

const PAGE = 30;
const DAY_MS = 86_400_000;

/**
 * Visible rows of one of the member's conversations: the newest page, those before a row, or those after one.
 * Bounded `_id` ranges, since rows are dense. Rows older than the site keeps, and those before a removal, are hidden.
 */
export async function listMessages(
  context: MessagingContext,
  viewer: { member: string; site: string },
  query: ParsedOf<typeof getMessages>,
): Promise<Result<OutputOf<typeof getMessages>>> {
  const doc = await findInbox(context.mongo, viewer.member, query.conversation);
  if (!doc) return refuse('NOT_FOUND');
  const [tail, other, { settings }] = await Promise.all([
    context.conversations.freshTail(query.conversation),
    findInbox(context.mongo, doc.profile, query.conversation),
    context.site.settingsOf(viewer.site),
  ]);
  const blocked = tail && !tail.open ? await closedTo(context, viewer.member, doc.profile) : undefined;
  if (blocked) return { ok: false, refusal: blocked };
  const lastSeq = tail?.n ?? 0;
  const window = windowOf(query, lastSeq, doc);
  const rows = await context.conversations.range(query.conversation, window.from, window.to);
  const oldest = context.clock.now() - settings.chat_history_days * DAY_MS;
  const shown = rows.filter((row) => isVisible(row) && row.at >= oldest);
  return ok({
    messages: shown.map(presentMessage),
    lastSeq,
    hasOlder: window.from > doc.removedSeq + 1 && !cutOff(rows, oldest),
    readSeq: doc.readSeq,
    deliveredSeq: other ? Math.max(other.receivedSeq, other.readSeq) : 0,
  });
}

function windowOf(
  query: ParsedOf<typeof getMessages>,
  lastSeq: number,
  doc: InboxDoc,
): { from: number; to: number } {
  const size = query.limit ?? PAGE;
  const lowest = doc.removedSeq + 1;
  if (query.after !== undefined) {
    const from = Math.max(lowest, query.after + 1);
    return { from, to: Math.min(lastSeq, from + size - 1) };
  }
  const to = Math.min(lastSeq, (query.before ?? lastSeq + 1) - 1);
  return { from: Math.max(lowest, to - size + 1), to };
}

/** True when the page reaches what the site no longer shows. */
function cutOff(rows: readonly ConversationRow[], oldest: number): boolean {
  return rows.some((row) => row.at < oldest);
}
