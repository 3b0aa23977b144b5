import {
  type Chat,
  type getChat,
  type getChats,
  type getOlderChats,
  type OutputOf,
  ok,
  type Result,
  refuse,
} from '@heartline/contracts';
import { messagePrice, oldestShown } from '@heartline/domain';
import { closedTo } from './closed-to.ts';
import { countAll, type Summary } from './count-unread.ts';
import { findInbox, type InboxDoc, inboxId, inboxOf } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/** Conversations in one answer; older ones come page by page. */
const CHATS_AT_ONCE = 500;
const OLDER_AT_ONCE = 200;

type Viewer = { member: string; site: string };

/**
 * The member's conversations, newest first, exact to the last row. Leaves out conversations removed since
 * their last row, and those with people who are gone. If there are too many, `older` says where
 * `listOlderChats` continues.
 */
export async function listChats(
  context: MessagingContext,
  viewer: Viewer,
): Promise<OutputOf<typeof getChats>> {
  // Before reading the lists, so that the client sees an event during the read as a gap and fetches it.
  const version = await context.publisher.versionOf(viewer.member);
  const summaries = await summarise(context, viewer.member);
  return { ...(await pageOf(context, viewer, summaries, CHATS_AT_ONCE)), version };
}

/** The conversations after `before`, a value from the previous answer. */
export async function listOlderChats(
  context: MessagingContext,
  viewer: Viewer,
  before: string,
): Promise<OutputOf<typeof getOlderChats>> {
  const [at = '0', conversation = ''] = before.split(':');
  const mark = { lastAt: Number(at), conversation };
  const summaries = await summarise(context, viewer.member);
  const rest = summaries.filter(({ doc }) => byNewest(mark, doc) < 0);
  return pageOf(context, viewer, rest, OLDER_AT_ONCE);
}

/** One conversation in its list form. */
export async function showChat(
  context: MessagingContext,
  viewer: Viewer,
  conversation: string,
): Promise<Result<OutputOf<typeof getChat>>> {
  const found = await findInbox(context.sides, viewer.member, conversation);
  if (!found) return refuse('NOT_FOUND');
  const blocked = await closedTo(context, viewer.member, found.profile);
  if (blocked) return { ok: false, refusal: blocked };
  const [chat] = await presentChats(context, viewer, await shownOf(context, [found]));
  return chat ? ok({ chat }) : refuse('NOT_FOUND');
}

/** List order: newest message first; ties have a fixed order. */
export function byNewest(
  a: Pick<InboxDoc, 'lastAt' | 'conversation'>,
  b: Pick<InboxDoc, 'lastAt' | 'conversation'>,
): number {
  return (
    b.lastAt - a.lastAt || (a.conversation < b.conversation ? -1 : a.conversation > b.conversation ? 1 : 0)
  );
}

async function pageOf(
  context: MessagingContext,
  viewer: Viewer,
  summaries: Summary[],
  size: number,
): Promise<OutputOf<typeof getOlderChats>> {
  const sorted = summaries.toSorted((a, b) => byNewest(a.doc, b.doc));
  const chats = await presentChats(context, viewer, sorted.slice(0, size));
  const rest = sorted.slice(size);
  const last = sorted[size - 1];
  if (!last || rest.length === 0) return { chats };
  const [unread, muted] = await Promise.all([
    unreadOf(context, viewer.member, rest),
    withPresentPeople(
      context,
      viewer.member,
      rest.filter(({ doc }) => doc.mute?.on),
    ),
  ]);
  const before = `${last.doc.lastAt}:${last.doc.conversation}`;
  return { chats, older: { before, unread, ...(muted.length > 0 && { muted: true }) } };
}

/** Conversations in list form, in the given order; leaves out those with people who are gone. */
export async function presentChats(
  context: MessagingContext,
  viewer: Viewer,
  summaries: readonly Summary[],
): Promise<Chat[]> {
  const [cards, received, { settings }] = await Promise.all([
    context.profiles.cards(
      viewer.member,
      summaries.map(({ doc }) => doc.profile),
    ),
    context.sides.received(summaries.map(({ doc }) => inboxId(doc.profile, doc.conversation))),
    context.site.settingsOf(viewer.site),
  ]);
  const oldest = oldestShown(context.clock.now(), settings);
  return summaries.flatMap(({ doc, unread }): Chat[] => {
    const profile = cards.get(doc.profile);
    if (!profile) return [];
    return [
      {
        conversation: { id: doc.conversation },
        profile,
        num_unread_messages: unread,
        lastSeq: doc.lastSeq,
        lastAt: doc.lastAt,
        preview: doc.lastAt >= oldest ? doc.preview : '',
        previewSender: doc.previewSender,
        ...(doc.previewKind && doc.lastAt >= oldest && { previewKind: doc.previewKind }),
        ...(doc.previewGone && doc.lastAt >= oldest && { previewGone: doc.previewGone }),
        readSeq: doc.readSeq,
        deliveredSeq: received.get(doc.conversation) ?? 0,
        message_credits: messagePrice(settings, profile),
        ...(doc.mute && { mute: doc.mute }),
      },
    ];
  });
}

/**
 * A conversation with unread messages: their number, all after row `readSeq`, the other side, and its last
 * message.
 */
export type UnreadChat = Pick<InboxDoc, 'conversation' | 'profile' | 'readSeq' | 'lastSeq' | 'lastAt'> & {
  unread: number;
  isMuted: boolean;
};

/** The member's conversations with unread messages, newest first, for pushes and mails. */
export async function unreadChats(context: MessagingContext, member: string): Promise<UnreadChat[]> {
  const unread = await unreadAmong(context, member, await summarise(context, member));
  return unread
    .toSorted((a, b) => byNewest(a.doc, b.doc))
    .map(({ doc: { conversation, profile, readSeq, lastSeq, lastAt, mute }, unread }) => ({
      conversation,
      profile,
      readSeq,
      lastSeq,
      lastAt,
      unread,
      isMuted: mute?.on === true,
    }));
}

/** All of a member's unread messages. */
export async function unreadTotal(context: MessagingContext, member: string): Promise<number> {
  return unreadOf(context, member, await summarise(context, member));
}

async function unreadOf(
  context: MessagingContext,
  member: string,
  summaries: readonly Summary[],
): Promise<number> {
  const some = await unreadAmong(context, member, summaries);
  return some.reduce((sum, { unread }) => sum + unread, 0);
}

/** Those with unread messages. */
async function unreadAmong(
  context: MessagingContext,
  member: string,
  summaries: readonly Summary[],
): Promise<Summary[]> {
  return withPresentPeople(
    context,
    member,
    summaries.filter(({ unread }) => unread > 0),
  );
}

/** Conversations with people who are gone are not shown, so they do not count. */
async function withPresentPeople(
  context: MessagingContext,
  member: string,
  summaries: readonly Summary[],
): Promise<Summary[]> {
  const cards = await context.profiles.cards(
    member,
    summaries.map(({ doc }) => doc.profile),
  );
  return summaries.filter(({ doc }) => cards.has(doc.profile));
}

/** All of the member's conversations that are not removed, in no order, up to date. */
export async function summarise(context: MessagingContext, member: string): Promise<Summary[]> {
  return shownOf(context, await inboxOf(context.mongo, member));
}

/** Those that are not removed, up to date. */
async function shownOf(context: MessagingContext, docs: readonly InboxDoc[]): Promise<Summary[]> {
  const summaries = await countAll(context, docs);
  return summaries.filter(({ doc }) => doc.lastSeq > doc.removedSeq);
}
