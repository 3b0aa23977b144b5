import type { Chat, getChats, OutputOf } from '@heartline/contracts';
import { messagePrice, UNREAD_COUNTED } from '@heartline/domain';
import { rowId } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES } from './conversation.repository.ts';
import { findInboxes, type InboxDoc, inboxId, inboxOf, preview } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/** Rows looked at for one unread count, so a long silence stays cheap. The badge stops at 99+. */
const UNREAD_WINDOW = 500;

/** One side of a conversation, brought up to its newest row. */
export interface Summary {
  doc: InboxDoc;
  unread: number;
}

/**
 * The member's conversations, newest first, exact to the last row: choose the ids, load, bring up to date, count,
 * present. Conversations removed since their last row, and those whose other side is gone, are left out.
 */
export async function listChats(
  context: MessagingContext,
  viewer: { member: string; site: string },
): Promise<OutputOf<typeof getChats>> {
  // Before the reading, so that an event during it shows as a gap and is fetched.
  const version = await context.publisher.versionOf(viewer.member);
  const summaries = await summarise(context, viewer.member);
  const [cards, others, { settings }] = await Promise.all([
    context.profiles.cards(
      viewer.member,
      summaries.map(({ doc }) => doc.profile),
    ),
    findInboxes(
      context.mongo,
      summaries.map(({ doc }) => inboxId(doc.profile, doc.conversation)),
    ),
    context.site.settingsOf(viewer.site),
  ]);
  const received = new Map(others.map((doc) => [doc.conversation, Math.max(doc.receivedSeq, doc.readSeq)]));
  const chats = summaries.flatMap(({ doc, unread }): Chat[] => {
    const profile = cards.get(doc.profile);
    if (!profile) return [];
    return [
      {
        conversation: { id: doc.conversation },
        profile,
        num_unread_messages: unread,
        lastSeq: doc.lastSeq,
        lastAt: doc.lastAt,
        preview: doc.preview,
        previewSender: doc.previewSender,
        readSeq: doc.readSeq,
        deliveredSeq: received.get(doc.conversation) ?? 0,
        message_credits: messagePrice(settings, profile),
      },
    ];
  });
  return { chats: chats.sort((a, b) => b.lastAt - a.lastAt), version };
}

/** All of a member's unread messages, for the app badge of a push. */
export async function unreadTotal(context: MessagingContext, member: string): Promise<number> {
  const unread = (await summarise(context, member)).filter((summary) => summary.unread > 0);
  // Of people who are gone nothing is shown, so nothing of theirs is counted either.
  const cards = await context.profiles.cards(
    member,
    unread.map(({ doc }) => doc.profile),
  );
  return unread.reduce((sum, summary) => sum + (cards.has(summary.doc.profile) ? summary.unread : 0), 0);
}

async function summarise(context: MessagingContext, member: string): Promise<Summary[]> {
  const docs = await bringUpToDate(context, await inboxOf(context.mongo, member));
  const shown = docs.filter((doc) => doc.lastSeq > doc.removedSeq);
  return Promise.all(shown.map(async (doc) => ({ doc, unread: await countUnread(context, doc) })));
}

/**
 * Conversations are numbered without holes, so a document is stale exactly when row `lastSeq + 1` exists: one read of
 * those ids finds every stale one, and only these are read again.
 */
async function bringUpToDate(context: MessagingContext, docs: InboxDoc[]): Promise<InboxDoc[]> {
  const next = await context.mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .find(
      { _id: { $in: docs.map((doc) => rowId(doc.conversation, doc.lastSeq + 1)) } },
      { projection: { owner: 1 } },
    )
    .toArray();
  const stale = new Set(next.map((row) => row.owner));
  return Promise.all(docs.map(async (doc) => (stale.has(doc.conversation) ? refresh(context, doc) : doc)));
}

async function refresh(context: MessagingContext, doc: InboxDoc): Promise<InboxDoc> {
  const tail = await context.conversations.freshTail(doc.conversation);
  if (!tail) return doc;
  const rows = await context.conversations.range(doc.conversation, doc.lastSeq + 1, tail.n);
  const last = rows.findLast(isVisible);
  if (!last) return doc;
  return { ...doc, lastSeq: last.n, lastAt: last.at, preview: preview(last), previewSender: last.sender };
}

/** The other side's visible rows above the read mark, counted to one more than the badge shows. */
export async function countUnread(context: MessagingContext, doc: InboxDoc): Promise<number> {
  const above = Math.max(doc.readSeq, doc.removedSeq);
  if (doc.lastSeq <= above) return 0;
  const from = Math.max(above + 1, doc.lastSeq - UNREAD_WINDOW + 1);
  const rows = await context.conversations.range(doc.conversation, from, doc.lastSeq);
  const unread = rows.filter((row) => isVisible(row) && row.sender !== doc.member).length;
  return Math.min(unread, UNREAD_COUNTED);
}
